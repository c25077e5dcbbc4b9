import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** `ten homes:`, `12 households gave`: what is counted, and what opens its list. */
const OPENS = /^\s+\p{L}{3,}(?:\s+\p{L}+){0,4}\s*[:;,–—-]?\s*$/u;

/** The count before a list of values is no value: `ten homes: 2.1, 3.4, ...`. It is held against how many there are. */
export function withoutCount(call: PlannedCall, { folded, text, numbers }: SaidNumbers): PlannedCall {
  const [count, first] = numbers;
  if (count === undefined || first === undefined || !OPENS.test(folded.slice(count.end, first.start)))
    return call;
  if (!Number.isInteger(count.value) || count.percent) return call;
  const list = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(
    ({ kind, items, path }) =>
      kind === 'array' && items?.kind === 'number' && Array.isArray(getPath(call.args, path)),
  );
  const values: unknown = list === undefined ? undefined : getPath(call.args, list.path);
  if (list === undefined || !Array.isArray(values) || values.length < 3) return call;
  const rest = values[0] === count.value ? values.slice(1) : values[0] === first.value ? values : undefined;
  if (rest === undefined) return call;
  const args = withPath(call.args, list.path, rest);
  const unused = call.unused.filter((one) => !one.startsWith(count.raw));
  if (rest.length === count.value) return { ...call, args, unused };
  const counted = /^\s+\p{L}+/u.exec(text.slice(count.end))?.[0] ?? '';
  return {
    ...call,
    args,
    unused,
    band: 'likely',
    unsettled: true,
    rivals: [`${count.raw}${counted}`, `${rest.length} ${list.label}`],
  };
}
