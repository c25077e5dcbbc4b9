import { type Args, getPath, withoutPath } from '../../../schema/leaves.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberAt, numberLeaves } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/**
 * No share is said in hours: `sd 0.9 hours` gives no dropout of 90%. But the confidence of `sd 0.9 kg, 90/10` is said by
 * other words, and one that was said before stays when the deviation becomes 0.9 kg.
 */
export function holdShares(
  call: PlannedCall,
  messages: readonly SaidNumbers[],
  before: Args | undefined,
): PlannedCall {
  const numbers = messages.flatMap((one) => one.numbers);
  const paired = messages.flatMap(({ pairs }) => pairs.flatMap(({ values }) => values));
  const bent = numberLeaves(call).filter((leaf) => {
    const value = numberAt(call, leaf);
    if (!leaf.fraction || value === undefined || leaf.path.length > 1) return false;
    if (paired.includes(value) || getPath(before ?? {}, leaf.path) === value) return false;
    const sources = numbers.filter(({ value: given }) =>
      [given, given / 100, 1 - given, 1 - given / 100].some((one) => Math.abs(one - value) < 1e-9),
    );
    const areAmounts = sources.every(({ unit, percent }) => unit !== undefined && !percent);
    return areAmounts && sources.some(({ fraction }) => !fraction);
  });
  if (bent.length === 0) return call;
  const args = bent.reduce<Args>((left, leaf) => withoutPath(left, leaf.path), call.args);
  return { ...call, args, band: 'likely' };
}
