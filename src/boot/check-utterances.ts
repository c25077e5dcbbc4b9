import { z } from 'zod';
import { didYouMean } from '../kit/nearest-name.js';
import type { AnyTool, Contribution, Plugin, Template, Utterance } from '../plugin/index.js';
import { readUtterances } from '../plugin/index.js';
import { type Fault, pluginFaults } from './fault.js';

type Schema = Readonly<Record<string, unknown>>;

/** Whether utterances teach operations and fields that there are: of any other nothing would be learnt, in silence. */
export function checkUtterances(plugin: Plugin, { tools = [] }: Contribution): readonly Fault[] {
  const named = new Map(tools.map((tool) => [tool.name, tool]));
  return pluginFaults(
    plugin,
    Object.entries(plugin.utterances ?? {}).flatMap(([language, lines]) =>
      readUtterances(lines).utterances.flatMap((utterance) =>
        [...faultsOf(utterance, named)].map(
          (fault) =>
            `has an utterance that teaches nothing, utterances/${language}.jsonl line ${utterance.line}: ${fault}`,
        ),
      ),
    ),
  );
}

function* faultsOf(
  { wants, say, with: given }: Utterance,
  tools: ReadonlyMap<string, AnyTool>,
): Generator<string> {
  if (wants.kind !== 'do') return;
  const tool = tools.get(wants.operation);
  if (tool === undefined) {
    yield `there is no operation '${wants.operation}' for agents.${didYouMean(wants.operation, tools.keys())}`;
    return;
  }
  const schema = schemaOf(tool);
  if (schema === undefined) return;
  const said = new Set([...say.flatMap(pathsIn), ...keysOf(given)]);
  for (const path of said) {
    const fault = unknownMember(schema, path.split('.'));
    if (fault !== undefined)
      yield `'${path}' is no field of '${tool.name}'.${didYouMean(fault.name, fault.known)}`;
  }
}

/** Undefined for an input that cannot be written as one: that is a fault of its own. */
function schemaOf({ input }: AnyTool): Schema | undefined {
  try {
    return z.toJSONSchema(input, { io: 'input' });
  } catch {
    return undefined;
  }
}

/** The fields that the slots of a sentence name, by dots. */
function pathsIn(template: Template): string[] {
  return template.flatMap((piece) => {
    if (piece.type === 'words') return [];
    if (piece.type === 'choice') return piece.options.flatMap(pathsIn);
    return piece.slot.fields.flatMap(({ path, of }) =>
      [path, ...(of === undefined ? [] : [of])].map((keys) => keys.join('.')),
    );
  });
}

/** The fields that `with` gives; members of what stands in lists by the list. */
function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => keysOf(member, at));
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  return Object.entries(value).flatMap(([name, member]) =>
    keysOf(member, at === '' ? name : `${at}.${name}`),
  );
}

/** The first name of a path that is no member where it stands, with those that are. */
function unknownMember(
  root: Schema,
  path: readonly string[],
): { readonly name: string; readonly known: readonly string[] } | undefined {
  let here: readonly Schema[] = [root];
  for (const name of path) {
    const objects = here.flatMap(objectsIn);
    if (objects.some(isOpen)) return undefined;
    const members = objects.map(({ properties }) => properties as Readonly<Record<string, Schema>>);
    const next = members.flatMap((each): Schema[] => {
      const member = Object.hasOwn(each, name) ? each[name] : undefined;
      return member === undefined ? [] : [member];
    });
    if (next.length === 0) return { name, known: members.flatMap((each) => Object.keys(each)) };
    here = next;
  }
  return undefined;
}

/** A schema, the items of a list, each of some alternatives. */
function objectsIn(schema: Schema): readonly Schema[] {
  const { items, anyOf, oneOf, allOf } = schema;
  const inner = [items, anyOf, oneOf, allOf]
    .flat()
    .filter((each) => typeof each === 'object' && each !== null);
  if (inner.length > 0) return (inner as Schema[]).flatMap(objectsIn);
  return schema['type'] === 'object' || schema['$ref'] !== undefined || Object.keys(schema).length === 0
    ? [schema]
    : [];
}

/** Any member may be there: a record, or what is defined elsewhere. */
function isOpen({ properties, additionalProperties }: Schema): boolean {
  return properties === undefined || (additionalProperties !== undefined && additionalProperties !== false);
}
