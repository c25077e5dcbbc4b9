import { fieldsOf } from '../../src/planner/schema-fields.js';
import { leafFieldsOf } from '../../src/planner/understanding/leaf-fields.js';
import type { Model } from '../../src/planner/understanding/model.js';
import type { Reader } from '../../src/planner/understanding/reader.js';
import { understand } from '../../src/planner/understanding/understand.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import type { Outcome } from './outcome.js';
import { isRight, wrongFields } from './score.js';

/**
 * Whether one correction mends a wrong proposal: the person, who knows the label, says the wrong fields again, `no, sd
 * 0.2`. Undefined where another operation was meant: that is a new request and no correction.
 */
export function isMended(
  { entry, wish }: Outcome,
  tools: readonly ToolSchema[],
  model: Model,
  reader: Reader,
): boolean | undefined {
  const { want } = entry;
  const tool = tools.find((one) => one.name === wish?.operation);
  if (
    wish === undefined ||
    tool === undefined ||
    want.kind !== 'do' ||
    !want.operations.includes(wish.operation)
  )
    return undefined;
  const names = new Map(
    fieldsOf(tool.parameters).map((field) => [field.name, field.aliases[0] ?? field.label]),
  );
  const leaves = leafFieldsOf(tool.parameters);
  const said = wrongFields(want.args, wish.args).flatMap((key) => {
    const value = want.args[key];
    const shown =
      leaves.get(key)?.share === true ? `${Math.round(Number(value) * 1000) / 10}%` : String(value);
    return typeof value === 'object' ? [] : [`${names.get(key) ?? key} ${shown}`];
  });
  if (said.length === 0) return false;
  const turns = [
    ...entry.say.map((text) => ({ text })),
    { text: `no, ${said.join(', ')}`, operation: wish.operation },
  ].map((turn, at) => (at === entry.say.length - 1 ? { ...turn, operation: wish.operation } : turn));
  const mended = understand(turns, tools, model, reader).wishes[0];
  return mended !== undefined && isRight(entry, mended);
}
