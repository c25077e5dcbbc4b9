import type { NumberMention } from '../../../reading/reading.js';
import { withPath } from '../../../schema/leaves.js';
import { inUnitOf } from '../../../understanding/slot-values.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { fieldCalled, numberAt, opened, round } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/**
 * A deviation is in the unit of its mean, however the two were said: `800 g` in answer to what is asked beside a mean of 6 kg
 * is 0.8, to be agreed to; `2 hours` is asked about anew.
 * @param messages latest first
 */
export function holdUnits(call: PlannedCall, messages: readonly SaidNumbers[]): PlannedCall {
  const [sd, mean] = [fieldCalled(call, 'standard deviation'), fieldCalled(call, 'mean')];
  const amount = multiplied(numberAt(call, sd), numberAt(call, mean), messages);
  if (sd !== undefined && amount !== undefined)
    return { ...call, args: withPath(call.args, sd.path, amount), band: 'likely' };
  const [spread, middle] = [saidAs(numberAt(call, sd), messages), saidAs(numberAt(call, mean), messages)];
  if (sd === undefined || spread === undefined || middle === undefined || spread === middle) return call;
  const value = inUnitOf(spread.value, spread, middle);
  if (value === undefined) return call.mixedUnits === true ? call : { ...opened(call, sd), mixedUnits: true };
  if (value === spread.value) return call;
  return { ...call, args: withPath(call.args, sd.path, round(value)), band: 'likely' };
}

/** The amount that was said, where a deviation is that many times the mean: 0.9 MJ is no share of 10 MJ. */
function multiplied(
  spread: number | undefined,
  middle: number | undefined,
  messages: readonly SaidNumbers[],
): number | undefined {
  const numbers = messages.flatMap((one) => one.numbers);
  if (spread === undefined || middle === undefined || numbers.some(({ value }) => value === spread))
    return undefined;
  return numbers.find(
    ({ value, unit, percent, fraction }) =>
      unit !== undefined && !percent && !fraction && value !== middle && round(value * middle) === spread,
  )?.value;
}

/** The number with a unit that a value stands for, where every such number has the same. */
function saidAs(value: number | undefined, messages: readonly SaidNumbers[]): NumberMention | undefined {
  const found = messages.flatMap(({ numbers }) => numbers).filter((one) => one.value === value);
  const [first] = found;
  const isPlain = found.every(
    ({ unit, percent }) => unit !== undefined && unit.name === first?.unit?.name && !percent,
  );
  return isPlain ? first : undefined;
}
