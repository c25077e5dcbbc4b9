import { z } from 'zod';
import { knownFieldsOnly } from '../kit/index.js';
import { type AnyTool, OracleError, type ToolSchema } from '../plugin/index.js';

type Described = Pick<
  AnyTool,
  'name' | 'title' | 'description' | 'input' | 'effect' | 'additive' | 'approval' | 'describe'
>;

const cache = new WeakMap<Described, ToolSchema>();

/** The tool as a model sees it. One frozen object per tool, so that adapters can cache what they render from it. */
export function toolSchema(tool: Described): ToolSchema {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { $schema: _, ...parameters } = z.toJSONSchema(knownFieldsOnly(tool.input), {
    io: 'input',
    unrepresentable: 'any',
  });
  const { name, title, description, effect = 'write', additive } = tool;
  const schema = Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    description,
    parameters,
    effect,
    ...(additive === undefined ? {} : { additive }),
    asksFirst: (args: Readonly<Record<string, unknown>>) => asksFirst(tool, args),
    describe: (args: Readonly<Record<string, unknown>>) => describe(tool, args),
  });
  cache.set(tool, schema);
  return schema;
}

/** What the approval rule of a tool says of arguments alone; false where the rule must look at what is there first. */
function asksFirst(
  { approval = 'never', input }: Pick<AnyTool, 'approval' | 'input'>,
  args: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof approval !== 'function') return approval === 'always';
  const parsed = knownFieldsOnly(input).safeParse(args);
  return parsed.success && approval(parsed.data);
}

/** What a call does, in the tool's own words; undefined where it has none for these arguments. */
function describe(tool: Pick<AnyTool, 'describe' | 'input'>, args: Readonly<Record<string, unknown>>) {
  const parsed = knownFieldsOnly(tool.input).safeParse(args);
  if (!parsed.success) return undefined;
  try {
    return tool.describe?.(parsed.data);
  } catch (error) {
    // What fits the tool may not fit its operation, as a clock time without a day: that is told when it is called.
    if (error instanceof OracleError && error.code === 'invalid_request') return undefined;
    throw error;
  }
}
