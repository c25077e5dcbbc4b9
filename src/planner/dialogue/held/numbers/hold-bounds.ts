import type { NumberMention } from '../../../reading/reading.js';
import { type Args, withoutPath } from '../../../schema/leaves.js';
import type { Field } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { explained, numberAt, numberLeaves, opened } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** Fields that are the ends of a span themselves. */
const END =
  /(?:^|\W)(?:min|max|minimum|maximum|from|to|low|high|lower|upper|least|most|start|end|current|required|now)(?:\W|$)/u;

/**
 * A call held to the spans that the person gives: `dropout between 10 and 15%` gives no field its value, and its ends are
 * those of one measure, not of two. Which end holds is asked.
 */
export function holdBounds(call: PlannedCall, said: readonly SaidNumbers[]): PlannedCall {
  if (call.agreed === true) return call;
  return said.reduce((held, numbers, at) => {
    const newer = said.slice(0, at).flatMap((one) => one.numbers);
    return numbers.numbers.reduce((one, low, index) => {
      const high = numbers.numbers[index + 1];
      if (high === undefined || !isSpan(low, high)) return one;
      // What was chosen since then stands, and the ends are nothing else.
      if (newer.some(({ percent }) => percent === high.percent))
        return chosen(one, [low, high], numbers, newer);
      return withoutEnds(one, low, high, numbers);
    }, held);
  }, call);
}

function isSpan(low: NumberMention, high: NumberMention): boolean {
  return low.bound === 'low' && high.bound === 'high' && low.value < high.value;
}

function withoutEnds(
  call: PlannedCall,
  low: NumberMention,
  high: NumberMention,
  said: SaidNumbers,
): PlannedCall {
  const [meant, ...others] = byName(takenBy(call, [low, high], said, said.numbers));
  if (meant === undefined) return call;
  const left = opened(call, meant);
  const args = others.reduce<Args>((given, { path }) => withoutPath(given, path), left.args);
  const rest = explained(explained({ ...left, args }, low), high);
  return { ...rest, rivals: [low.raw, high.raw] };
}

/** A call of which one end of a span, or another value, was chosen for its field: the ends are in no other. */
function chosen(
  call: PlannedCall,
  ends: readonly NumberMention[],
  said: SaidNumbers,
  newer: readonly NumberMention[],
): PlannedCall {
  const strays = takenBy(call, ends, said, [...said.numbers, ...newer]);
  const args = strays.reduce<Args>((left, { path }) => withoutPath(left, path), call.args);
  return strays.length === 0 ? call : { ...call, args };
}

/** The fields that hold an end, where no other number of the message gives it. */
function takenBy(
  call: PlannedCall,
  ends: readonly NumberMention[],
  { pairs }: SaidNumbers,
  numbers: readonly NumberMention[],
): Field[] {
  const fields = numberLeaves(call);
  const at = (field: Field) => numberAt(call, field);
  // The 5 of `sd 5` is no 5% besides.
  const isUsed = (value: number) => fields.some((field) => at(field) === value);
  const isSaid = (one: NumberMention, value: number) =>
    one.value === value || (one.value / 100 === value && !isUsed(one.value));
  return [...new Set(ends.map(({ value }) => value))].flatMap((value) => {
    const holders = fields.filter(
      (field) => at(field) === value && !END.test([field.label, ...field.aliases].join(' ')),
    );
    const elsewhere =
      pairs.filter(({ values }) => values.includes(value)).length +
      numbers.filter((one) => !ends.includes(one) && isSaid(one, value)).length;
    // What is said once more elsewhere stands in one field rightly.
    return byName(holders).slice(0, Math.max(0, holders.length - elsewhere));
  });
}

/** The field that the low end went to is the one that was named before it. */
function byName(fields: readonly Field[]): readonly Field[] {
  const isLoss = ({ aliases }: Field) => aliases.includes('dropout');
  return [...fields].sort((a, b) => Number(isLoss(b)) - Number(isLoss(a)));
}
