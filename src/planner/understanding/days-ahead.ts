import type { Mention } from '../reading/reading.js';
import { getPath } from '../schema/leaves.js';
import { put } from './fill-args.js';
import type { Leaf } from './leaf-fields.js';

/**
 * A field that counts days from today on, today among them, reaches as far as the furthest day that the message names:
 * `tomorrow` makes it 2. Returns the days that it holds then, or held before.
 */
export function takeDaysAhead(
  args: Record<string, unknown>,
  leaves: ReadonlyMap<string, Leaf>,
  mentions: readonly Mention[],
): readonly Mention[] {
  const leaf = [...leaves.values()].find(({ fromToday }) => fromToday);
  if (leaf === undefined) return [];
  const days = mentions.flatMap((mention) =>
    mention.type === 'date' && mention.ahead !== undefined && mention.ahead[0] >= 0
      ? [{ mention, reach: mention.ahead[1] + 1 }]
      : [],
  );
  const furthest = Math.max(0, ...days.map(({ reach }) => reach));
  if (furthest > 0 && furthest <= (leaf.max ?? furthest) && getPath(args, leaf.path) === undefined)
    put(args, leaf, furthest);
  const held = Number(getPath(args, leaf.path) ?? 0);
  return days.flatMap(({ mention, reach }) => (reach <= held ? [mention] : []));
}
