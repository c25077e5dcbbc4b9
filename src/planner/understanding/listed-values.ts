import type { Pick } from './decode-slots.js';
import { put } from './fill-args.js';
import type { Leaf } from './leaf-fields.js';
import { type Items, itemsOf, surelyItems } from './list-items.js';
import { namedFields } from './naming/named-fields.js';
import type { ReadTurn } from './read-turn.js';
import type { Reader } from './reader.js';
import type { ReckonedItems } from './reckoned-items.js';
import { NO_FIELD } from './slot-labels.js';

/** A row of names with amounts, where the message has one for a list of the operation. */
export function statedItems(
  turn: ReadTurn,
  picks: readonly Pick[],
  leaves: ReadonlyMap<string, Leaf>,
  { unit }: Reader,
): Items | undefined {
  const items = itemsOf(turn, namedFields(turn.tokens, leaves), leaves, unit);
  const list = items?.name.path.slice(0, -1).join('.') ?? '';
  const inList = ({ label }: Pick) => label.startsWith(`${list}.`);
  // What was explained otherwise, as a count of which some are gone, is no item.
  const isOpen = items?.items.every(({ mention }) => picks.some((pick) => pick.mention === mention)) === true;
  return surelyItems(isOpen ? items : undefined, turn, (mention) =>
    picks.some((pick) => pick.mention === mention && inList(pick)),
  );
}

/** Reckoned items, where they are more than those that were read as they are. */
export function moreThan(
  stated: Items | undefined,
  reckoned: ReckonedItems | undefined,
): ReckonedItems | undefined {
  return (reckoned?.items.length ?? 0) > (stated?.items.length ?? 0) || stated?.amount.share === false
    ? reckoned
    : undefined;
}

/** What shares were reckoned from is explained, and fills nothing else. */
export function withoutReckoned(
  picks: readonly Pick[],
  reckoned: ReckonedItems | undefined,
): readonly Pick[] {
  if (reckoned === undefined) return picks;
  const list = `${reckoned.name.path.slice(0, -1).join('.')}.`;
  const isReckoned = ({ mention }: Pick) => reckoned.mentions.some((one) => one === mention);
  return picks
    .filter((pick) => !isReckoned(pick))
    .map((pick) => (pick.label.startsWith(list) ? { ...pick, label: NO_FIELD } : pick));
}

/** Sets the list to what was reckoned. */
export function putReckoned(args: Record<string, unknown>, { name, share, items }: ReckonedItems): void {
  const [key, own] = [name.path.at(-1) ?? '', share.path.at(-1) ?? ''];
  const list = items.map((item) => ({ [key]: item.name, [own]: Math.round(item.share * 1e9) / 1e9 }));
  put(args, { ...name, path: name.path.slice(0, -1), many: false, listed: -1 }, list);
}

/** The amounts go to the list, and nothing else does. */
export function withItems(picks: readonly Pick[], { name, amount, items }: Items): Pick[] {
  const list = `${name.path.slice(0, -1).join('.')}.`;
  return picks.map((pick) => {
    if (items.some(({ mention }) => mention === pick.mention)) return { ...pick, label: amount.key };
    return pick.label.startsWith(list) ? { ...pick, label: NO_FIELD } : pick;
  });
}
