import type { NumberMention } from '../reading/reading.js';
import type { Token } from './features/tokens.js';
import { isMeasure, withoutListName } from './judge-values.js';
import type { Leaf } from './leaf-fields.js';
import type { NamedField } from './naming/named-fields.js';
import type { ReadTurn } from './read-turn.js';

/** Items of a list whose shares of one whole are not all said as such: counts, `the rest`, `equally`. */
export interface ReckonedItems {
  readonly name: Leaf;
  readonly share: Leaf;
  readonly items: readonly { readonly name: string; readonly share: number }[];
  /** The numbers that the shares come from. */
  readonly mentions: readonly NumberMention[];
}

/** A name with what it has of the whole: a share, a count, or what is left. */
interface Part {
  readonly name: string;
  readonly mention: NumberMention | 'rest';
  /** What the shares are of, where it is said beside them: 2,500 of `half of the 2,500 homes`. */
  readonly whole: NumberMention | undefined;
}

const words = (list: string) => new Set(list.split(' '));
const REST = words(
  'rest remainder remaining others restliche restlichen ubrige ubrigen restant restante restants reste resto restantes demas ' +
    'iliyobaki yaliyobaki waliobaki zilizobaki iliyosalia zilizosalia waliosalia',
);
const EQUALLY = words(
  'equally evenly equal gleichmassig egalement equitablement egales egal igualmente igual iguales iguais sawa',
);
/** What divides from what it is divided among. */
const AMONG = words('to among amongst between over across into auf zwischen unter entre parmi sur kati');
/** What leads to a name behind its share. */
const LEADS = words(
  'in to for from into at on im ins am an auf fur aus nach zu zum zur dans en a au aux pour de para por em no na kwa katika kwenye',
);
const OF = words('of der des von vom de du des del dos das da do ya za la wa');
const ARTICLES = words(
  'the a an our all them these those der die das den dem le la les l el los las o os as un une una um uma ' +
    'ihnen davon eux elles ellos ellas eles elas',
);
/** `lake is 25%`, `lake gets the rest` */
const LINKS = words(
  'is are has have gets get takes take with makes lie lies live lives ist sind hat haben bekommt liegt liegen est sont ont recoit ' +
    'es son tiene tienen recibe e sao tem fica ficam ni ina wana',
);
const NO_NAME = new Set([...LINKS, ...EQUALLY, ...REST]);
const BREAKS = /^[,;.:!?()\n]$/u;
const AND = words('and und et y e na & +');
const NAME = /^[\p{L}\d'’-]+$/u;
const LONGEST_NAME = 3;
/** Shares that were rounded when they were said still make one. */
const ROUNDED = 0.011;

/**
 * What a message divides by counts, by what is left or equally: `540 homes in coast, 360 in hills, the rest in lake`. Only
 * for a list whose items have their share of one whole; a message that names other fields of the items is left alone.
 */
export function reckonedItems(
  turn: ReadTurn,
  names: readonly NamedField[],
  leaves: ReadonlyMap<string, Leaf>,
): ReckonedItems | undefined {
  const list = shareList(leaves);
  if (list === undefined || namesOtherFields(names, list.share)) return undefined;
  const { tokens } = turn;
  const called = new Set(names.flatMap(({ from, next }) => tokens.slice(from, next)));
  const seen = { turn, called, field: list.name };
  const all = stretches(tokens).flatMap((stretch) => partOf(stretch, seen) ?? []);
  // Beside shares a count is something else.
  const hasShares = all.some(({ mention }) => isMention(mention) && isShare(mention));
  const parts = all.filter(({ mention }) => !hasShares || !isMention(mention) || isShare(mention));
  const shares = sharesOf(parts, list);
  if (shares !== undefined) {
    // The 2,000 of `half of the 2,000 homes` says how many there are; of counts it only says what they are shares of.
    const mentions = parts.flatMap(({ mention, whole }) =>
      (isMention(mention) && isShare(mention) ? [mention] : [mention, whole]).filter(isMention),
    );
    const items = parts.map(({ name }, at) => ({ name, share: shares[at] ?? 0 }));
    return { name: list.name, share: list.share, items, mentions };
  }
  // Where shares may be left out, equal parts may be meant of what is divided alone.
  const equal = list.share.needed && tokens.some(({ text }) => EQUALLY.has(text)) ? namesAmong(seen) : [];
  if (equal.length < 2) return undefined;
  const items = equal.map((name) => ({ name, share: 1 / equal.length }));
  return { name: list.name, share: list.share, items, mentions: [] };
}

interface ShareList {
  readonly name: Leaf;
  readonly share: Leaf;
  /** Counts have no place of their own, beside the count of the whole: they tell shares. */
  readonly counts: boolean;
}

/** The list whose items have a name and their share of one whole. */
function shareList(leaves: ReadonlyMap<string, Leaf>): ShareList | undefined {
  const inItems = [...leaves.values()].filter(
    ({ listed, path }) => listed >= 0 && listed === path.length - 2,
  );
  const share = inItems.find(({ sumsToOne }) => sumsToOne);
  const name = inItems.find(({ kind, needed }) => kind === 'string' && needed);
  const counts = !inItems.some(({ integer, path }) => integer && leaves.has(path.at(-1) ?? ''));
  return share === undefined || name === undefined ? undefined : { name, share, counts };
}

/** `coast 45%, sd 2`: the items have more than their shares. */
function namesOtherFields(names: readonly NamedField[], share: Leaf): boolean {
  const list = `${share.path.slice(0, -1).join('.')}.`;
  return names.some(({ keys }) => keys.every((key) => key.startsWith(list) && key !== share.key));
}

/** Tokens between stops and an `and`. */
function stretches(tokens: readonly Token[]): (readonly Token[])[] {
  const found: Token[][] = [[]];
  for (const token of tokens) {
    const breaks = token.mention === undefined && (BREAKS.test(token.text) || AND.has(token.text));
    if (breaks) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found.filter((stretch) => stretch.length > 0);
}

/** A message, with the words of it that are the names of fields. */
interface Seen {
  readonly turn: ReadTurn;
  readonly called: ReadonlySet<Token>;
  /** What the names are for. */
  readonly field: Leaf;
}

function partOf(stretch: readonly Token[], seen: Seen): Part | undefined {
  const values = stretch.flatMap((token, at) => (token.mention?.type === 'number' ? [at] : []));
  if (stretch.some(({ mention }) => mention !== undefined && mention.type !== 'number')) return undefined;
  const rest = stretch.findIndex(({ text }) => REST.has(text));
  if (rest >= 0 && values.length === 0) {
    const behind = stretch.slice(rest + 1);
    const name = nameBehind(behind, seen) ?? nameIn(behind, seen) ?? nameBefore(stretch.slice(0, rest), seen);
    return name === undefined ? undefined : { name, mention: 'rest', whole: undefined };
  }
  const [first, second, third] = values;
  if (first === undefined || third !== undefined) return undefined;
  // `half of the 2,500 homes`: the second is the whole; of `180 to coast 540` the first is divided.
  const isWhole = second !== undefined && OF.has(stretch[first + 1]?.text ?? '');
  const isDivided = second !== undefined && stretch.slice(first, second).some(({ text }) => AMONG.has(text));
  if (second !== undefined && !isWhole && !isDivided) return undefined;
  const at = isDivided && !isWhole ? second : first;
  const from =
    isDivided && !isWhole ? stretch.findIndex(({ text }, i) => i > first && AMONG.has(text)) + 1 : 0;
  const whole = isWhole ? mentionAt(stretch, second) : undefined;
  const mention = mentionAt(stretch, at);
  if (mention === undefined || mention.unit !== undefined || mention.bound !== undefined) return undefined;
  const behind = stretch.slice((isWhole ? second : at) + 1);
  const before =
    nameBefore(stretch.slice(from, at), seen) ?? nameBehind(behind, seen) ?? nameLinked(behind, seen);
  const name = before ?? (isShare(mention) ? nameIn(behind, seen) : undefined);
  return name === undefined ? undefined : { name, mention, whole };
}

function mentionAt(stretch: readonly Token[], at: number): NumberMention | undefined {
  const mention = stretch[at]?.mention;
  return mention?.type === 'number' ? mention : undefined;
}

/** `homes are in the north`: the name stands behind the last word that leads to one. */
function nameBehind(tokens: readonly Token[], seen: Seen): string | undefined {
  const lead = tokens.findLastIndex(({ text }) => LEADS.has(text));
  return lead < 0 ? undefined : nameIn(tokens.slice(lead + 1), seen);
}

/** `homes are urban`: the name stands behind the word that ties it to them. */
function nameLinked(tokens: readonly Token[], seen: Seen): string | undefined {
  const link = tokens.findLastIndex(({ text }) => LINKS.has(text));
  return link < 0 ? undefined : nameIn(tokens.slice(link + 1), seen);
}

/** `the lake gets`: the name stands before the share, up to the word that ties both. */
function nameBefore(tokens: readonly Token[], seen: Seen): string | undefined {
  let next = tokens.length;
  while (next > 0 && (ARTICLES.has(tokens[next - 1]?.text ?? '') || LINKS.has(tokens[next - 1]?.text ?? '')))
    next -= 1;
  const among = tokens.findLastIndex(({ text }, at) => at < next && AMONG.has(text));
  return nameIn(tokens.slice(among + 1, next), seen);
}

/** A few plain words, without what stands before a name. */
function nameIn(tokens: readonly Token[], { turn: { reading }, called, field }: Seen): string | undefined {
  const from = tokens.findIndex(({ text }) => !ARTICLES.has(text) && !OF.has(text));
  const inside = from < 0 ? [] : tokens.slice(from);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined || inside.length > LONGEST_NAME) return undefined;
  const isPlain = inside.every(
    (token) =>
      token.mention === undefined &&
      NAME.test(token.text) &&
      !NO_NAME.has(token.text) &&
      !called.has(token) &&
      !token.concepts.some((one) => one.startsWith('verb.')),
  );
  if (!isPlain) return undefined;
  const name = reading.text.slice(first.start, last.end);
  if (isMeasure(name, reading.language)) return undefined;
  // `strata 60% urban`: the name of the list is that of no item.
  return withoutListName(`${name} ·`, field) === '·' ? undefined : withoutListName(name, field);
}

/** The names between what is divided and the end of its sentence: `180 equally to coast, hills and lake`. */
function namesAmong(seen: Seen): string[] {
  const { tokens } = seen.turn;
  const value = tokens.findIndex(({ mention }) => mention?.type === 'number');
  const among = tokens.findIndex(({ text }, at) => at > value && AMONG.has(text));
  if (value < 0 || among < 0) return [];
  const end = tokens.findIndex(
    ({ text, mention }, at) => at > among && mention === undefined && /^[.;:!?]$/u.test(text),
  );
  const behind = tokens.slice(among + 1, end < 0 ? tokens.length : end);
  const names = stretches(behind.filter(({ text }) => !EQUALLY.has(text))).map((stretch) =>
    nameIn(stretch, seen),
  );
  return names.every((name) => name !== undefined) ? names : [];
}

/** The share of each part; undefined where they are not all said in one way, or do not go together. */
function sharesOf(
  parts: readonly Part[],
  { counts }: { readonly counts: boolean },
): readonly number[] | undefined {
  const said = parts.flatMap(({ mention }) => (isMention(mention) ? [mention] : []));
  const open = parts.length - said.length;
  if (parts.length < 2 || said.length === 0 || open > 1 || hasTwins(parts)) return undefined;
  const sum = said.reduce((total, { value }) => total + value, 0);
  const all = said.every(isShare) ? 1 : counts && said.every(isCount) ? wholeOf(parts, sum, open) : undefined;
  if (all === undefined) return undefined;
  const isWhole = open > 0 ? sum < all : Math.abs(sum - all) <= (all === 1 ? ROUNDED : 0);
  if (!isWhole) return undefined;
  return parts.map(({ mention }) => (isMention(mention) ? mention.value : all - sum) / all);
}

/** What counts are shares of: what was said to be the whole, else all of them together. */
function wholeOf(parts: readonly Part[], sum: number, open: number): number | undefined {
  const said = parts.find(({ whole }) => whole !== undefined)?.whole?.value;
  return said ?? (open === 0 ? sum : undefined);
}

function isShare({ percent, fraction }: NumberMention): boolean {
  return percent || fraction;
}

function isCount({ value, percent, fraction }: NumberMention): boolean {
  return !percent && !fraction && Number.isInteger(value) && value > 0;
}

function hasTwins(parts: readonly Part[]): boolean {
  return new Set(parts.map(({ name }) => name.toLowerCase())).size < parts.length;
}

function isMention(mention: NumberMention | 'rest' | undefined): mention is NumberMention {
  return mention !== undefined && mention !== 'rest';
}
