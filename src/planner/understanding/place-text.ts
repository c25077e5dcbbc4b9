import { isSmallWord } from '../language/language-of.js';
import { isStopWord } from '../language/tokenize.js';
import type { Token } from './features/tokens.js';
import type { Leaf } from './leaf-fields.js';
import type { ReadTurn } from './read-turn.js';

/** Where a place stands in a message. */
export interface PlaceText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Less than sure: the call is proposed. */
  readonly p: number;
}

const PLACES = /(?:^|\W)(?:city|town|place)(?:\W|$)/u;
/** What leads to a place. */
const LEADS =
  /^(?:in|at|near|around|over|im|bei|nach|fur|for|a|au|aux|en|dans|pour|sur|em|no|na|para|kwa|huko|mjini)$/u;
/** Small words within a name. */
const WITHIN = /^(?:de|del|da|do|dos|das|du|des|la|le|el|al|van|der|of|wa|ya)$/u;
const CAPITAL = /^\p{Lu}[\p{L}'’-]+$/u;
const NAME = /^\p{L}[\p{L}'’-]{2,}$/u;
/** What people add to a request and no list of small words has. */
const ADDED =
  /^(?:pl[zs]|please|thx|thanks|ty|hey|hi|hello|oh|ah|ach|uh|um|br+|lol|haha|bro|brother|sir|madam|dear|guys|team|fam|rn|now|naw|today|tonight|tomorrow|next|coming|week|weekend|morning|evening|grad|gerade|heute|morgen|jetzt|moin|suite|ahora|hoy|manana|agora|hoje|amanha|sasa|leo|kesho|tafadhali|merci|danke|gracias|obrigad[oa]|asante|none|some|like|outside|outdoors|degrees)$/u;
/** How sure a name with a capital behind what leads to a place is, and any other word that only may be one. */
const [LED, GUESSED] = [0.5, 0.15];
/** Words with a capital that are no places. */
const UNITS = /^(?:fahrenheit|celsius|kelvin)$/u;

/** Whether the text of a field is the name of a place. */
export function isPlaceField({ kind, many, pattern, names }: Leaf): boolean {
  return (
    kind === 'string' &&
    !many &&
    pattern === undefined &&
    names.some((name) => PLACES.test(name.toLowerCase()))
  );
}

/** Whether words taken for a place are nothing but small words, courtesies or words that mean something else. */
export function isNoPlace(
  { start, end }: { readonly start: number; readonly end: number },
  { tokens, reading }: ReadTurn,
): boolean {
  const inside = tokens.filter((token) => token.start >= start && token.end <= end);
  const isProper = CAPITAL.test(reading.text.slice(start, end)) && start > 0 && reading.language !== 'de';
  return inside.length > 0 && !isProper && inside.every((token) => isElse(token));
}

/**
 * The place that a message names: words with a capital behind what leads to a place, else the one word behind it that means
 * nothing else, else the only such words of the message.
 */
export function placeIn(turn: ReadTurn): PlaceText | undefined {
  const { tokens, reading } = turn;
  const shouts = reading.text === reading.text.toUpperCase();
  const raw = (at: number) => reading.text.slice(tokens[at]?.start ?? 0, tokens[at]?.end ?? 0);
  const isName = (at: number) => isUnknown(tokens[at]);
  const tells = !shouts && reading.language !== 'de';
  // A capital within a sentence tells a name whatever the word means else: `en El Alto`.
  const isProper = (at: number) => {
    const text = tokens[at]?.text ?? '';
    const isKnown = isSmallWord(text) || UNITS.test(text) || tokens[at]?.mention !== undefined;
    return !shouts && CAPITAL.test(raw(at)) && (isName(at) || (tells && at > 0 && !isKnown));
  };
  const found = (first: number, last: number, p: number): PlaceText | undefined => {
    const [from, to] = [tokens[first], tokens[last]];
    if (from === undefined || to === undefined) return undefined;
    return { text: reading.text.slice(from.start, to.end), start: from.start, end: to.end, p };
  };
  /** The last token of a name with capitals. */
  const endOf = (first: number): number => {
    let last = first;
    for (;;) {
      if (isProper(last + 1)) last += 1;
      else if (WITHIN.test(tokens[last + 1]?.text ?? '') && isProper(last + 2)) last += 2;
      else return last;
    }
  };
  for (const [at, { text }] of tokens.entries()) {
    if (!LEADS.test(text)) continue;
    // `in La Paz`, `no Porto`
    if (CAPITAL.test(raw(at + 1)) && WITHIN.test(tokens[at + 1]?.text ?? '') && isProper(at + 2))
      return found(at + 1, endOf(at + 2), LED);
    if (isProper(at + 1)) return found(at + 1, endOf(at + 1), LED);
  }
  const led = tokens.findIndex(({ text }, at) => LEADS.test(text) && isName(at + 1));
  if (led >= 0) return found(led + 1, led + 1, GUESSED);
  const runs = tokens.flatMap((_, at) => (isName(at) && !isName(at - 1) ? [at] : []));
  const proper = reading.language === 'de' ? [] : runs.filter((at) => at > 0 && isProper(at));
  const [only, another] = proper.length > 0 ? proper : runs;
  if (only === undefined || another !== undefined) return undefined;
  const last = isProper(only) ? endOf(only) : only;
  // Two such words side by side are hardly a name.
  return isName(last + 1) ? undefined : found(only, last, GUESSED);
}

/** How many other words of a message may be a name as well. */
export function otherNames(
  { tokens }: ReadTurn,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  return tokens.filter((token) => isUnknown(token) && (token.end <= start || token.start >= end)).length;
}

/** Classes of words that name no place. */
const ELSE = /^(?:verb|talk)\.|^field\.(?:days|temperature|weather|forecast|rain|wind|humidity)$/u;

/** Whether a word surely is no name of a place: a small one, a courtesy, or one that means something else. */
function isElse({ text, mention, concepts }: Token): boolean {
  const isKnown = isSmallWord(text) || isStopWord(text) || ADDED.test(text) || UNITS.test(text);
  return mention === undefined && (isKnown || concepts.some((one) => ELSE.test(one)));
}

/** Whether a word means nothing that is known: a name does not. */
function isUnknown(token: Token | undefined): boolean {
  if (token === undefined || token.mention !== undefined || token.concepts.length > 0) return false;
  const { text } = token;
  return NAME.test(text) && !isSmallWord(text) && !isStopWord(text) && !ADDED.test(text) && !UNITS.test(text);
}
