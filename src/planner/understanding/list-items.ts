import { fold } from '../language/fold.js';
import { isSmallWord } from '../language/language-of.js';
import type { Mention, NumberMention } from '../reading/reading.js';
import type { Token } from './features/tokens.js';
import type { Leaf } from './leaf-fields.js';
import type { NamedField } from './naming/named-fields.js';
import { placedName } from './placed-name.js';
import type { ReadTurn } from './read-turn.js';
import { slotValue, type UnitReader } from './slot-values.js';

/** Items of a list as a message gives them: `Ada 400, Bo 350`, `60% urban, 40% rural`. */
export interface Items {
  readonly name: Leaf;
  readonly amount: Leaf;
  readonly items: readonly Item[];
}

interface Item {
  readonly name: string;
  readonly mention: NumberMention;
  /** What is counted stands behind the number, or where it is counted: `Ada: 400 homes`, `400 homes in Ada`. */
  readonly counted: boolean;
}

const BREAK = /^[,;.!?)—–]$/u;
/** `urban: 60%` is one part, `strata: urban 60%` two. */
const CELL = /^[;|,]$/u;
/** What draws a table. */
const RULE = /^[|*•-]$/u;
const OPENS = /^[:(=]$/u;
const AND = /^(?:and|und|et|y|e|na|&|\+)$/u;
/** `180 visits among coast 45%`: what is divided stands before these, and the first part behind. */
const AMONG =
  /^(?:to|among|amongst|between|over|across|into|in|on|auf|zwischen|unter|sur|entre|parmi|en|para|por|kati|kwa)$/u;
/** `45% of homes` */
const OF = /^(?:of|der|des|von|de|del|dos|das|ya|za)$/u;
const AT_ITS_ENDS = /^[\s:=(|*•–—-]+|[\s:;,=)(.|–—-]+$/gu;
/** `half of them urban` */
const OF_THEM =
  /^(?:(?:of|von|d'entre|de|kati ya)\s+)?(?:them|these|those|ihnen|eux|elles|ellos|ellas|eles|elas|delas|deles|hao|hizo)\s+/iu;
const LONGEST = 60;
const MOST_WORDS = 6;
/** Shares that were rounded when they were said still make one. */
const ROUNDED = 0.011;

/**
 * The items of the operation's list that has a name and an amount, where the message is, but for what it says of named
 * fields, a row of two or more of them.
 */
export function itemsOf(
  turn: ReadTurn,
  names: readonly NamedField[],
  leaves: ReadonlyMap<string, Leaf>,
  unit: UnitReader,
): Items | undefined {
  const list = listOf(leaves);
  if (list === undefined) return undefined;
  const found = partsOf(turn).flatMap(
    (part) => itemOf(turn, part, names, { leaves, amounts: list.amounts, unit }) ?? [],
  );
  // `3 zones: Ada 400, ...` counts the others.
  const counts = found.filter(({ mention }) => !isShare(mention) && mention.value !== found.length - 1);
  for (const items of [found.filter(({ mention }) => isShare(mention)), counts]) {
    const [first] = items;
    const amount = list.amounts.find(
      (leaf) =>
        first !== undefined &&
        leaf.share === isShare(first.mention) &&
        items.every(({ mention }) => slotValue(mention, leaf, 'as is', unit) !== undefined),
    );
    if (amount !== undefined && items.length > 1)
      return { name: list.name, amount, items: amount.share ? wholeOnly(items) : items };
  }
  return undefined;
}

/** The first shares that make one whole: what follows them, `Kano 60%, Jos 40%; c=.95`, is no part of it. */
function wholeOnly(items: readonly Item[]): readonly Item[] {
  let sum = 0;
  const last = items.findIndex(({ mention }, at) => {
    sum += mention.value;
    return at > 0 && Math.abs(sum - 1) <= ROUNDED;
  });
  return last < 0 ? items : items.slice(0, last + 1);
}

function isShare({ percent, value }: NumberMention): boolean {
  return percent || value <= 1;
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

/** What could hold a number. */
interface Holders {
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly amounts: readonly Leaf[];
  readonly unit: UnitReader;
}

interface Part {
  readonly from: number;
  readonly next: number;
}

/** Stretches of tokens between commas, breaks and an `and`; of a table its rows. */
function partsOf({ tokens, reading }: ReadTurn): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const text = tokens[at]?.text ?? ',';
    const opens = OPENS.test(text) && tokens[at + 1]?.mention === undefined;
    const line = reading.text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start).includes('\n');
    // `Ada;400` is a cell and its amount; `400 homes in Ada, 350 in Bo` are two parts.
    const has = tokens.slice(from, at).some(({ mention }) => mention?.type === 'number');
    const cell = CELL.test(text) && !has && tokens[at + 1]?.mention?.type === 'number';
    // `3 zones - 20% hills`
    const dash =
      text === '-' && reading.text.slice(tokens[at - 1]?.end ?? 0, tokens[at + 1]?.start) === ' - ';
    const breaks = !cell && (opens || dash || BREAK.test(text) || AND.test(text));
    if (!line && !breaks) continue;
    if (at > from) parts.push({ from, next: at });
    from = breaks ? at + 1 : at;
  }
  return parts;
}

/** A name with one number before or behind it, that no field is named for which could hold it. */
function itemOf(
  { tokens, reading }: ReadTurn,
  { from, next }: Part,
  names: readonly NamedField[],
  { leaves, amounts, unit }: Holders,
): Item | undefined {
  const whole = tokens.slice(from, next).filter(({ text }) => !RULE.test(text));
  const placed = placedName(whole, reading);
  if (placed !== undefined) return { ...placed, counted: true };
  const inside = withoutDeed(onlyItem(whole));
  const [first, last] = [inside[0], inside.at(-1)];
  const numbers = inside.filter(({ mention }) => mention !== undefined);
  const [token, another] = numbers;
  const number = token?.mention;
  if (!isNumber(number) || another !== undefined || number.unit !== undefined) return undefined;
  if (token === undefined || first === undefined || last === undefined || inside.length < 2) return undefined;
  const isCount = (key: string) => amounts.some(({ path }) => path.at(-1) === key);
  const takes = (key: string) => {
    const leaf = leaves.get(key);
    return leaf !== undefined && slotValue(number, leaf, 'as is', unit) !== undefined;
  };
  // `west side 900 stoves`: what is counted may stand behind the number.
  const counted = (name: NamedField) => token !== first && name.from > tokens.indexOf(token);
  const start = Math.max(from, tokens.indexOf(first));
  const end = Math.min(next, tokens.indexOf(last) + 1);
  const spoken = names.filter((name) => name.from < end && name.next > start);
  if (spoken.some((name) => name.keys.some((key) => takes(key) && !(counted(name) && isCount(key)))))
    return undefined;
  const behind = spoken.some(counted) || token === last;
  if (!behind && token !== first) return undefined;
  const called = inside.filter((one) => (behind ? one.end <= number.start : one.start >= number.end));
  if (called.length > MOST_WORDS || (called.length > 2 && called.some(isDeed))) return undefined;
  const name = (
    behind ? reading.text.slice(first.start, number.start) : reading.text.slice(number.end, last.end)
  )
    .replace(AT_ITS_ENDS, '')
    .replace(OF_THEM, '');
  const isCounted = spoken.some(counted);
  return name === '' || name.length > LONGEST || name.split(/\s+/u).every((word) => isSmallWord(fold(word)))
    ? undefined
    : { name, mention: number, counted: isCounted };
}

/** A stretch without what is divided among the items before it, and without what its share is of behind it. */
function onlyItem(tokens: readonly Token[]): readonly Token[] {
  const values = tokens.flatMap(({ mention }, at) => (mention === undefined ? [] : [at]));
  // `jungle 0.2 of 14,200`: what the share is of stands behind it.
  const [part, whole, third] = values.map((at) => tokens[at]?.mention);
  const isOfWhole =
    isNumber(part) &&
    isNumber(whole) &&
    third === undefined &&
    isShare(part) &&
    !isShare(whole) &&
    part.unit === undefined;
  if (isOfWhole && OF.test(tokens[(values[0] ?? 0) + 1]?.text ?? ''))
    return tokens.slice(0, (values[0] ?? 0) + 1);
  const [before = -1, last = -1, another] = values.length > 1 ? values : [-1, ...values];
  if (last < 0 || another !== undefined) return tokens;
  const among = tokens.findIndex(({ text }, at) => at > before && at < last && AMONG.test(text));
  // `kati ya pwani`
  const small = OF.test(tokens[among + 1]?.text ?? '') ? 2 : 1;
  const from = before >= 0 && among >= 0 ? among + small : 0;
  const behind = tokens.length - last - 1;
  const isOf = OF.test(tokens[last + 1]?.text ?? '') && behind <= 3;
  return tokens.slice(from, isOf ? last + 1 : tokens.length);
}

/** What leads from what is to be done to what it is done for. */
const FOR = /^(?:for|of|with|fur|mit|pour|avec|para|con|com|kwa)$/u;

/** A stretch without what is to be done for it: `sample size for Ada 400`. */
function withoutDeed(tokens: readonly Token[]): readonly Token[] {
  const number = tokens.findIndex(({ mention }) => mention !== undefined);
  const deed = tokens.findIndex((token, at) => at < number && isDeed(token));
  const lead = tokens.findIndex(({ text }, at) => at > deed && at < number - 1 && FOR.test(text));
  return deed < 0 || lead < 0 ? tokens : tokens.slice(lead + 1);
}

/** `design a sample for` is no name of an item. */
function isDeed({ concepts }: Token): boolean {
  return concepts.some((concept) => concept.startsWith('verb.'));
}

function isNumber(mention: Mention | undefined): mention is NumberMention {
  return mention?.type === 'number';
}

/** The items, where they surely are such: they make one whole together, or most of them were taken for it anyway. */
export function surelyItems(
  items: Items | undefined,
  { reading, tokens }: ReadTurn,
  isTaken: (mention: Mention) => boolean,
): Items | undefined {
  if (items === undefined) return undefined;
  const listed = new Set<Mention>(items.items.map(({ mention }) => mention));
  const sum = items.items.reduce((total, { mention }) => total + mention.value, 0);
  const isWhole = items.amount.share
    ? Math.abs(sum - 1) <= ROUNDED
    : reading.mentions.some((one) => isNumber(one) && !listed.has(one) && one.value === sum);
  const taken = items.items.filter(({ mention }) => isTaken(mention)).length;
  const isSure =
    isWhole || taken * 2 >= items.items.length || isRow(items, tokens) || areCounted(items, reading.text);
  return isSure ? items : undefined;
}

/** A name with a capital, or with its article: `Kumasi`, `the north`. */
const PROPER = /^(?:\p{Lu}\p{Ll}|(?:the|der|die|das|le|la|les|el|los|las|os?|as?)\s\p{L})/u;

/** `Ada: 400 homes; Bo: 350 homes`, `400 homes in Ada and 350 in Bo`; of names alone one may tell what is counted for all. */
function areCounted({ items, amount }: Items, text: string): boolean {
  if (amount.share) return false;
  const names = new Set(items.map(({ name }) => name.toLowerCase()));
  const isProper = ({ name }: Item) => PROPER.test(name) && !text.startsWith(name);
  const all = items.every(({ counted }) => counted);
  return (
    names.size === items.length && (all || (items.some(({ counted }) => counted) && items.every(isProper)))
  );
}

/** How many counts that stand in one row, each with its name, are surely items: `coast 10, hills 8, lake 5`. */
const ROW = 3;

/** Whether nothing but a comma or an `and` and the next name stands between the counts. */
function isRow({ items, amount }: Items, tokens: readonly Token[]): boolean {
  if (amount.share || items.length < ROW) return false;
  const places = items.map(({ mention }) => tokens.findIndex((token) => token.mention === mention));
  return places.every((at, index) => {
    const next = places[index + 1];
    if (next === undefined) return true;
    const between = tokens.slice(at + 1, next);
    const stops = between.filter(({ text }) => BREAK.test(text) || AND.test(text)).length;
    return between.length - stops <= MOST_WORDS / 2 && stops > 0 && stops <= 2;
  });
}
