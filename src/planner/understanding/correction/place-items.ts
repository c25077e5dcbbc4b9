import type { Mention, NumberMention } from '../../reading/reading.js';
import type { Leaf } from '../leaf-fields.js';
import type { ReadTurn } from '../read-turn.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import type { NamedField } from './named-fields.js';

/** Items of a list as a message gives them: `Ada 400, Bo 350`, `60% urban, 40% rural`. */
export interface Items {
  readonly name: Leaf;
  readonly amount: Leaf;
  readonly items: readonly { readonly name: string; readonly mention: NumberMention }[];
}

const BREAK = /^[,;\n]$/u;
const AND = /^(?:and|und|et|y|e|na|&|\+)$/u;
const AT_ITS_ENDS = /^[\s:=(–—-]+|[\s:=)(.–—-]+$/gu;
const LONGEST = 60;

/**
 * The items of the operation's list that has a name and an amount, where the message is, but for what it says of named
 * fields, a row of two or more of them.
 */
export function placeItems(
  turn: ReadTurn,
  names: readonly NamedField[],
  leaves: ReadonlyMap<string, Leaf>,
  unit: UnitReader,
): Items | undefined {
  const list = listOf(leaves);
  if (list === undefined) return undefined;
  const found = partsOf(turn).flatMap((part) => itemOf(turn, part, names, leaves, unit) ?? []);
  if (found.length < 2) return undefined;
  const amount = list.amounts.find(
    (leaf) =>
      found.every(({ mention }) => leaf.share === (mention.percent || mention.value <= 1)) &&
      found.every(({ mention }) => slotValue(mention, leaf, 'as is', unit) !== undefined),
  );
  return amount === undefined ? undefined : { name: list.name, amount, items: found };
}

/** The list of objects with a text that each must have, and the numbers that each may have. */
function listOf(
  leaves: ReadonlyMap<string, Leaf>,
): { readonly name: Leaf; readonly amounts: readonly Leaf[] } | undefined {
  const inItems = [...leaves.values()].filter(
    ({ listed, path }) => listed >= 0 && listed === path.length - 2,
  );
  const name = inItems.find(({ kind, needed }) => kind === 'string' && needed);
  if (name === undefined) return undefined;
  const list = name.path.slice(0, -1).join('.');
  const amounts = inItems.filter(
    ({ kind, share, integer, path }) =>
      kind === 'number' && (share || integer) && path.slice(0, -1).join('.') === list,
  );
  return { name, amounts };
}

interface Part {
  readonly from: number;
  readonly next: number;
}

/** Stretches of tokens between commas, breaks and an `and`. */
function partsOf({ tokens }: ReadTurn): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const text = tokens[at]?.text ?? ',';
    if (!BREAK.test(text) && !AND.test(text)) continue;
    if (at > from) parts.push({ from, next: at });
    from = at + 1;
  }
  return parts;
}

/** A name with one number before or behind it, that no field is named for which could hold it. */
function itemOf(
  { tokens, reading }: ReadTurn,
  { from, next }: Part,
  names: readonly NamedField[],
  leaves: ReadonlyMap<string, Leaf>,
  unit: UnitReader,
): Items['items'][number] | undefined {
  const inside = tokens.slice(from, next);
  const [first, last] = [inside[0], inside.at(-1)];
  const number = [last, first].map((token) => token?.mention).find(isNumber);
  if (number === undefined || first === undefined || last === undefined || inside.length < 2)
    return undefined;
  const takes = (key: string) => {
    const leaf = leaves.get(key);
    return leaf !== undefined && slotValue(number, leaf, 'as is', unit) !== undefined;
  };
  if (names.some((name) => name.from < next && name.next > from && name.keys.some(takes))) return undefined;
  const name = (
    last.mention === number
      ? reading.text.slice(first.start, number.start)
      : reading.text.slice(number.end, last.end)
  ).replace(AT_ITS_ENDS, '');
  return name === '' || name.length > LONGEST ? undefined : { name, mention: number };
}

function isNumber(mention: Mention | undefined): mention is NumberMention {
  return mention?.type === 'number';
}
