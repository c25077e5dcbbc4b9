import { findWordNumbers } from './number-words.js';

/** A number as it stands in a text, with what its notation says about it. */
export interface NumberMention {
  /** The value as read; for a percentage the figure before the sign (95 for `95%`). */
  readonly value: number;
  /** The thousands reading of `5.000`, or the decimal reading of `1,234`, where both are possible. */
  readonly grouped?: number;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly percent: boolean;
  /** `a quarter`, `half`: a share of one by its words. */
  readonly share: boolean;
  /** Preceded by `±`. */
  readonly spread: boolean;
  /** Place in `95/5`. */
  readonly pair?: 'first' | 'second';
  /** Place in `10-20` or `between 10 and 20`. */
  readonly range?: 'low' | 'high';
  /** Letters or a currency sign attached to the digits. */
  readonly unit?: string;
  /** `a week`: an amount of one that only its unit states. */
  readonly implied?: true;
}

const CORE = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}\.\d{3},\d+|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:\.\d+|,(?<!\d,\d+,)\d+(?!,\d))?|\.\d+`;
const NUMBER = new RegExp(
  String.raw`(?<sign>(?:\+\s?\/\s?-|\+-|±|plus or minus)\s*|(?<![\p{L}\p{N})%]\s?)[-−–](?=[\d.]))?(?<money>[$€£¥]\s?)?(?<![\p{L}\p{N}_])(?<core>${CORE})(?:\s?(?<percent>%|‰|per\s?cent(?:age)?(?![\p{L}])|pct(?![\p{L}])|percentage points?(?![\p{L}]))|(?<scale>[kK](?![\p{L}])|M(?![\p{L}])|\s?(?:mn|mio|bn|thousand|million|billion)(?![\p{L}]))|(?<unit>°\s?[CFcf]?|[€£$]|(?!(?:st|nd|rd|th)\b)[\p{L}µ]{1,5}(?![\p{L}\p{N}])))?`,
  'giu',
);
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  bn: 9,
  billion: 9,
};

/**
 * Every number of a text, in order: grouped and decimal notations of English, German, French and Swiss writers,
 * scales, percentages, spreads, pairs, ranges and number words. `covered` tells which places are not prose.
 */
export function findNumbers(text: string, covered: (start: number, end: number) => boolean): NumberMention[] {
  const commaDecimal = /(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d,])|(?<![\d.,])0,\d+(?![\d,])/u.test(text);
  const found: NumberMention[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const mention = read(match, commaDecimal);
    if (mention !== undefined && !covered(mention.start, mention.end) && !partOfWord(text, mention)) {
      found.push(mention);
    }
  }
  for (const word of findWordNumbers(text)) {
    const overlaps = found.some((other) => word.start < other.end && other.start < word.end);
    if (!overlaps && !covered(word.start, word.end)) found.push(word);
  }
  found.sort((a, b) => a.start - b.start);
  return linkNeighbours(text, found);
}

function read(match: RegExpExecArray, commaDecimal: boolean): NumberMention | undefined {
  const groups = match.groups ?? {};
  const core = groups['core'] ?? '';
  const parsed = parseCore(core, commaDecimal);
  if (parsed === undefined) return undefined;
  const sign = groups['sign'] ?? '';
  const spread = sign !== '' && !/^[-−–]$/u.test(sign);
  const factor = sign !== '' && !spread ? -1 : 1;
  const scale = SCALES[(groups['scale'] ?? '').trim().toLowerCase()] ?? 0;
  const percentSign = groups['percent'];
  const unit = groups['unit'] ?? groups['money'];
  const value = factor * shift(parsed.value, scale + (percentSign === '‰' ? -1 : 0));
  const money = groups['money'] ?? '';
  // Letters behind the digits are a word of their own: `100USD`, `5000households`.
  const letters = /^\p{L}/u.test(groups['unit'] ?? '') ? (groups['unit'] ?? '').length : 0;
  // A sign belongs to the mention; the match starts where the sign does.
  return {
    value,
    ...(parsed.grouped === undefined || scale !== 0 ? {} : { grouped: factor * parsed.grouped }),
    start: match.index + (factor === -1 || spread ? 0 : match[0].length - match[0].trimStart().length),
    end: match.index + match[0].length - letters,
    raw: match[0].slice(0, match[0].length - letters).trim(),
    percent: percentSign !== undefined,
    share: false,
    spread,
    ...(unit === undefined ? {} : { unit: (money !== '' ? money : unit).trim() }),
  };
}

/** Reads grouped and decimal digits. Undefined for what is no single number. */
function parseCore(core: string, commaDecimal: boolean): { value: number; grouped?: number } | undefined {
  const plain = core.replace(/[\s'’\u00a0\u202f]/gu, '');
  const commas = plain.split(',').length - 1;
  const dots = plain.split('.').length - 1;
  if (commas > 0 && dots > 0) {
    return plain.lastIndexOf(',') > plain.lastIndexOf('.')
      ? number(plain.replaceAll('.', '').replace(',', '.'))
      : number(plain.replaceAll(',', ''));
  }
  if (commas > 1) return number(plain.replaceAll(',', ''));
  if (dots > 1) return number(plain.replaceAll('.', ''));
  const asGroups = /^[1-9]\d{0,2}[.,]\d{3}$/u.test(plain);
  if (commas === 1) {
    const decimal = Number(plain.replace(',', '.'));
    if (!asGroups) return { value: decimal };
    const whole = Number(plain.replace(',', ''));
    return commaDecimal ? { value: decimal, grouped: whole } : { value: whole };
  }
  if (dots === 1 && asGroups) {
    const whole = Number(plain.replace('.', ''));
    return commaDecimal ? { value: whole } : { value: Number(plain), grouped: whole };
  }
  return number(plain);
}

function number(digits: string): { value: number } | undefined {
  const value = Number(digits);
  return Number.isFinite(value) ? { value } : undefined;
}

/** `1.2` million is exactly 1200000: the decimal point moves in the digits, not in binary. */
export function shift(value: number, places: number): number {
  return places === 0 ? value : Number(`${value}e${places}`);
}

/** `CO2`, `h5`, `2nd`, `v1.2`. */
function partOfWord(text: string, mention: NumberMention): boolean {
  return (
    /[\p{L}_#]$/u.test(text.slice(Math.max(0, mention.start - 1), mention.start)) ||
    /^(?:[_\d]|\p{L}*\d|(?:st|nd|rd|th)\b)/u.test(text.slice(mention.end, mention.end + 8))
  );
}

/** Marks the halves of `95/5`, `10-20`, `10 to 20` and `between 10 and 20`. */
function linkNeighbours(text: string, found: readonly NumberMention[]): NumberMention[] {
  const linked = [...found];
  for (let index = 0; index + 1 < linked.length; index++) {
    const a = linked[index];
    const b = linked[index + 1];
    if (a === undefined || b === undefined || a.pair !== undefined || a.range !== undefined) continue;
    const between = text.slice(a.end, b.start);
    if (/^\s?\/\s?$/u.test(between) && !b.spread) {
      linked[index] = { ...a, pair: 'first' };
      linked[index + 1] = { ...b, pair: 'second' };
      continue;
    }
    const low = Math.abs(a.value);
    const spoken = /^\s?(?:[-–—]|to|through|until|up to)\s?$/iu.test(between);
    const both = /^\s?and\s?$/iu.test(between) && /between\s*$/iu.test(text.slice(0, a.start));
    const glued = /^\s?$/u.test(between) && b.value < 0;
    if ((spoken || both || glued) && low < Math.abs(b.value)) {
      linked[index] = { ...a, range: 'low' };
      linked[index + 1] = { ...b, value: Math.abs(b.value), range: 'high' };
    }
  }
  return linked;
}
