import { type Args, withoutPath } from '../../leaves.js';
import type { NumberMention } from '../../reading/reading.js';
import type { Field } from '../../schema-fields.js';
import type { PlannedCall } from '../planned-call.js';
import type { SaidNumbers } from './called-numbers.js';
import { explained, numberAt, numberLeaves, opened } from './held-call.js';

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
      // What was chosen since then stands.
      if (newer.some(({ percent }) => percent === high.percent)) return one;
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
  { numbers }: SaidNumbers,
): PlannedCall {
  const ends = [low.value, high.value];
  const isSaidElsewhere = (value: number) =>
    numbers.some((one) => one !== low && one !== high && [one.value, one.value / 100].includes(value));
  const taken = numberLeaves(call).filter((field) => {
    const value = numberAt(call, field);
    const isEnd = value !== undefined && ends.includes(value);
    return isEnd && !END.test([field.label, ...field.aliases].join(' ')) && !isSaidElsewhere(value);
  });
  const [meant, ...others] = byName(taken);
  if (meant === undefined) return call;
  const left = opened(call, meant);
  const args = others.reduce<Args>((given, { path }) => withoutPath(given, path), left.args);
  const rest = explained(explained({ ...left, args }, low), high);
  return { ...rest, rivals: [low.raw, high.raw] };
}

/** The field that the low end went to is the one that was named before it. */
function byName(fields: readonly Field[]): readonly Field[] {
  const isLoss = ({ aliases }: Field) => aliases.includes('dropout');
  return [...fields].sort((a, b) => Number(isLoss(b)) - Number(isLoss(a)));
}
