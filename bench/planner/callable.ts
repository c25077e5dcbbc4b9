import { lacksAll } from '../../src/planner/filling/complete-args.js';
import { getPath } from '../../src/planner/schema/leaves.js';
import { fieldsOf } from '../../src/planner/schema/schema-fields.js';
import { leafFieldsOf } from '../../src/planner/understanding/leaf-fields.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import type { Entry } from './corpus.js';

/**
 * Whether what an entry wants can be called with what its label gives: where the operation must have more than the person
 * said, or ids of another form than they wrote, a question is all that is right.
 */
export function canBeCalled({ want }: Entry, tools: ReadonlyMap<string, ToolSchema>): boolean {
  if (want.kind !== 'do') return false;
  return want.operations.some((operation) => {
    const tool = tools.get(operation);
    return tool !== undefined && fits(tool, want.others[operation] ?? want.args);
  });
}

function fits({ parameters }: ToolSchema, args: Readonly<Record<string, unknown>>): boolean {
  // A label without any value says nothing of what was given.
  if (Object.keys(args).length === 0) return true;
  // Of a seed and a commitment one has to be given.
  if (fieldsOf(parameters).some((field) => lacksAll(field, args))) return false;
  return [...leafFieldsOf(parameters).values()].every(({ path, required, kind, pattern, many }) => {
    const value = getPath(args, path);
    if (many) return true;
    if (value === undefined) return !required;
    return (
      kind !== 'string' || pattern === undefined || pattern.test(String(value)) || pattern.test(`/${value}`)
    );
  });
}
