import type { Mention } from '../reading/reading.js';
import { getPath, withoutPath } from '../schema/leaves.js';
import type { Leaf } from './leaf-fields.js';
import type { FilledSlot } from './wish.js';

/** What is left of a wish's values where a list of shares of one whole was read in part. */
interface Left {
  readonly args: Record<string, unknown>;
  readonly slots: readonly FilledSlot[];
  readonly unexplained: readonly Mention[];
}

/**
 * Without a list of which an item lacks its share while a share of the message has no place: of `half are urban, a third
 * rural` the third must not go to the wrong one. All its shares are asked about.
 */
export function withoutHalfLists(
  args: Record<string, unknown>,
  leaves: ReadonlyMap<string, Leaf>,
  slots: readonly FilledSlot[],
  unexplained: readonly Mention[],
): Left {
  const isShare = (mention: Mention) => mention.type === 'number' && (mention.percent || mention.fraction);
  const broken = [...leaves.values()].find(({ sumsToOne, path }) => {
    const items = sumsToOne ? getPath(args, path.slice(0, -1)) : undefined;
    const lacks = (item: unknown) => getPath(item as Record<string, unknown>, path.slice(-1)) === undefined;
    return Array.isArray(items) && items.some(lacks) && !items.every(lacks);
  });
  if (broken === undefined || !unexplained.some(isShare)) return { args, slots, unexplained };
  const list = broken.path.slice(0, -1);
  const isInList = ({ path }: FilledSlot) => list.every((part, at) => path[at] === part);
  return {
    args: withoutPath(args, list) as Record<string, unknown>,
    slots: slots.filter((slot) => !isInList(slot)),
    unexplained: [...unexplained, ...slots.filter(isInList).map(({ mention }) => mention)].sort(
      (a, b) => a.start - b.start,
    ),
  };
}
