import { z } from 'zod';
import { fieldErrors } from '../kit/field-errors.js';
import { knownFieldsOnly } from '../kit/known-fields.js';
import { didYouMean } from '../kit/nearest-name.js';
import type { AnyTool, Contribution, Manifest, Plugin } from '../plugin/index.js';
import { capabilitiesWith } from './capabilities.js';
import { type Fault, pluginFaults, reasonOf } from './fault.js';

/**
 * Whether a model can be told the input of each tool, and whether the examples of the manifest fit their tools. The
 * dearest check of a boot, so plugins that a test has held to it are spared (`BootInput.proven`).
 */
export function checkSchemas(plugin: Plugin, contribution: Contribution): readonly Fault[] {
  return pluginFaults(plugin, [
    ...(contribution.tools ?? []).flatMap((tool) => [...inputFaults(tool)]),
    ...exampleFaults(plugin, contribution),
  ]);
}

function* inputFaults(tool: AnyTool): Generator<string> {
  try {
    const schema = z.toJSONSchema(knownFieldsOnly(tool.input), { io: 'input' });
    if (schema.type !== 'object') yield `has a tool '${tool.name}' whose input is no object schema`;
  } catch (error) {
    yield `has a tool '${tool.name}' whose input cannot be written as JSON Schema: ${reasonOf(error)}`;
  }
}

function* exampleFaults(plugin: Plugin, contribution: Contribution): Generator<string> {
  for (const { manifest, tools: own } of capabilitiesWith(plugin, contribution))
    yield* faultsOf(manifest, own);
}

function* faultsOf({ examples = [] }: Manifest, own: readonly AnyTool[]): Generator<string> {
  const tools = new Map(own.map((tool) => [tool.name, tool]));
  for (const example of examples) {
    const label = `the example '${example.user}'`;
    const tool = tools.get(example.tool);
    if (tool === undefined) {
      yield `has ${label} with the tool '${example.tool}', which it does not have.${didYouMean(example.tool, tools.keys())}`;
      continue;
    }
    try {
      const parsed = knownFieldsOnly(tool.input).safeParse(example.args);
      if (parsed.success) continue;
      const why = fieldErrors(parsed.error)
        .map(({ field, message }) => `${field || 'args'}: ${message}`)
        .join('; ');
      yield `has ${label} whose args do not fit the tool '${example.tool}': ${why}`;
    } catch (error) {
      yield `has ${label} whose args could not be checked: ${reasonOf(error)}`;
    }
  }
}
