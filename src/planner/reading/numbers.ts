import { numberWords } from '../language/number-words.js';
import { type Digits, type Habit, habitOf, readDigits, shift, sureHabit } from './digits.js';
import { decimalsAt, halfAfter, speltAt } from './number-phrases.js';
import type { Scan } from './scan.js';

/** A bare number of a text, before its unit and its place beside others are read. Indexes are those of words. */
export interface Atom {
  readonly from: number;
  readonly next: number;
  /** Offset where its own text begins; a leading point or minus sign belongs to it. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly otherwise?: number;
  readonly spelt: boolean;
  readonly fraction: boolean;
  readonly of?: number;
  /** Only an article or `one`. */
  readonly lone: boolean;
  readonly ordinal?: boolean;
}

/** Scales behind figures, whatever the language: people mix them. */
const SCALES: ReadonlyMap<string, number> = new Map(
  [
    [2, 'hundred'],
    [3, 'k thousand grand mil mille tsd tausend elfu'],
    [5, 'lakh lakhs lac lacs laki'],
    [6, 'm mn mio million millions millionen millones milhoes milhao millon milioni'],
    [7, 'crore crores cr'],
    [9, 'bn billion milliarde milliarden milliards mrd'],
  ].flatMap(([places, words]) =>
    String(words)
      .split(' ')
      .map((word) => [word, Number(places)] as const),
  ),
);
const MINUS = new Set(['-', '−', '–']);

/** The bare numbers of a text in order, in figures and in words. Places that a value has taken are passed over. */
export function findAtoms(scan: Scan): Atom[] {
  const figures = scan.words.filter((word) => /^\d/u.test(word.plain)).map((word) => word.raw);
  const habit = scan.decimal === undefined ? habitOf(figures) : sureHabit(scan.decimal);
  const found: Atom[] = [];
  for (let index = 0; index < scan.words.length; ) {
    const atom = scan.plain(index) === '' ? undefined : atomAt(scan, index, habit);
    if (atom === undefined || !Number.isFinite(atom.value)) {
      index++;
      continue;
    }
    found.push(atom);
    index = Math.max(atom.next, index + 1);
  }
  return found;
}

function atomAt(scan: Scan, index: number, habit: Habit): Atom | undefined {
  return (
    figures(scan, index, habit) ??
    scaleThenFigures(scan, index, habit) ??
    part(scan, index) ??
    noneOf(scan, index) ??
    words(scan, index)
  );
}

function words(scan: Scan, index: number): Atom | undefined {
  const spelt = speltAt(scan, index);
  if (spelt === undefined) return undefined;
  const from = isMinusWord(scan, index - 1) ? index - 1 : index;
  const value = from < index ? -spelt.value : spelt.value;
  return place(scan, from, spelt.next, { value, spelt: true, lone: spelt.lone });
}

/** `1.234,5`, `5 000`, `.6`, `-3`, `12.5k`, `2 mil`, `3 lakh`, `2 point 5`, `2 and a half`. */
function figures(scan: Scan, at: number, habit: Habit): Atom | undefined {
  const pointed =
    scan.plain(at) === '.' &&
    scan.glued(at + 1) &&
    !(scan.glued(at) && /[\p{L}\p{N}]$/u.test(scan.words[at - 1]?.raw ?? ''));
  const index = pointed ? at + 1 : at;
  const word = scan.words[index];
  if (word === undefined || !/^\p{N}/u.test(word.raw)) return undefined;
  const read: Digits | undefined = pointed
    ? /^\d+$/u.test(word.raw)
      ? { value: Number(`0.${word.raw}`), length: word.raw.length }
      : undefined
    : (grouped(scan, index) ?? readDigits(word.raw, scan.language, habit));
  if (read === undefined) return undefined;
  const end = word.start + read.length;
  let next = index + 1;
  while (next < scan.words.length && (scan.words[next]?.start ?? end) < end) next++;
  const tail = figuresTail(scan, next, read.value);
  if (isOrdinal(scan, tail.next, tail.next === next)) {
    return place(scan, at, tail.next + 1, { value: read.value, ordinal: true });
  }
  const sign = signBefore(scan, at);
  const value = sign.factor * tail.value;
  const otherwise =
    read.otherwise === undefined || tail.next !== next ? undefined : sign.factor * read.otherwise;
  return place(scan, sign.from, tail.next, { value, ...(otherwise === undefined ? {} : { otherwise }) });
}

/** `5 000` and `1 234 567,8`: groups of three with single blanks. */
function grouped(scan: Scan, index: number): Digits | undefined {
  const first = scan.words[index];
  if (first === undefined || !/^[1-9]\d{0,2}$/u.test(first.raw)) return undefined;
  let next = index + 1;
  let digits = first.raw;
  let decimals = '';
  for (; decimals === ''; next++) {
    const word = scan.words[next];
    const before = scan.words[next - 1];
    const group = /^(\d{3})(?:[.,](\d+))?$/u.exec(word?.raw ?? '');
    if (
      word === undefined ||
      before === undefined ||
      group === null ||
      word.start - before.end !== 1 ||
      scan.plain(next) === ''
    )
      break;
    if (!/[ \u00a0\u202f\u2009]/u.test(scan.text[before.end] ?? '')) break;
    digits += group[1];
    decimals = group[2] ?? '';
  }
  if (decimals !== '') next++;
  const last = scan.words[(decimals === '' ? next : next - 1) - 1];
  if (digits === first.raw || last === undefined || isPairHead(scan, first.raw, index, next))
    return undefined;
  return {
    value: Number(decimals === '' ? digits : `${digits}.${decimals}`),
    length: last.end - first.start,
  };
}

/** `at 95 500 homes` stands for two numbers more often than for 95,500. */
function isPairHead(scan: Scan, first: string, index: number, next: number): boolean {
  return scan.language === 'en' && next - index === 2 && /^(?:80|90|95|99)$/u.test(first);
}

/** A scale, decimals in words or a half behind figures. */
function figuresTail(scan: Scan, next: number, value: number): { value: number; next: number } {
  if (!scan.follows(next) || scan.plain(next) === '') return { value, next };
  const words = numberWords(scan.language);
  const decimals = Number.isInteger(value) ? decimalsAt(scan, next, words) : undefined;
  if (decimals !== undefined) return { value: Number(`${value}.${decimals.digits}`), next: decimals.next };
  const half = halfAfter(scan, next, words);
  const whole = half > 0 ? value + 0.5 : value;
  const at = next + half;
  const raw = scan.words[at]?.raw ?? '';
  const places = SCALES.get(scan.plain(at));
  // `m` is a metre or a minute as often; only a capital M right behind the figures is a million.
  const isScale =
    places !== undefined &&
    scan.follows(at) &&
    (raw.length > 1 || (scan.glued(at) && (raw === 'M' || /^k$/iu.test(raw))) || /^k$/iu.test(raw));
  if (!isScale || places === undefined) return { value: whole, next: at };
  const dot = scan.plain(at) === 'tsd' && scan.plain(at + 1) === '.' ? 1 : 0;
  return { value: shift(whole, places), next: at + 1 + dot };
}

/** `1st`, `2nd`: glued behind figures. */
function isOrdinal(scan: Scan, next: number, bare: boolean): boolean {
  return bare && scan.glued(next) && /^(?:st|nd|rd|th|er|eme|º|ª)$/u.test(scan.plain(next));
}

/** A minus sign that is no hyphen: at the start, behind a blank, a bracket or the sign of a value, as in `a=-4`. */
function signBefore(scan: Scan, at: number): { factor: 1 | -1; from: number } {
  if (isMinusWord(scan, at - 1)) return { factor: -1, from: at - 1 };
  const before = scan.plain(at - 1);
  const own = MINUS.has(before) && scan.glued(at);
  const isLed = at >= 2 && scan.glued(at - 1) && !/^[=:]$/u.test(scan.plain(at - 2));
  if (!own || isLed) return { factor: 1, from: at };
  return { factor: -1, from: at - 1 };
}

/** `minus 50`, but not `plus or minus 50`. */
function isMinusWord(scan: Scan, index: number): boolean {
  if (!/^(?:minus|menos|moins|negative)$/u.test(scan.plain(index))) return false;
  return ![scan.plain(index - 1), scan.plain(index - 2)].some((word) => /^(?:plus|mas|mais|\/)$/u.test(word));
}

/** Swahili: `elfu 5`, `laki 2`. */
function scaleThenFigures(scan: Scan, index: number, habit: Habit): Atom | undefined {
  const scale = scan.language === 'sw' ? numberWords('sw').scales.get(scan.plain(index)) : undefined;
  if (scale === undefined || !scan.follows(index + 1)) return undefined;
  const read = readDigits(scan.words[index + 1]?.raw ?? '', 'sw', habit);
  if (read === undefined || scan.plain(index + 1) === '' || read.value >= 1000) return undefined;
  return place(scan, index, index + 2, { value: read.value * scale, spelt: true });
}

/** `a quarter`, `two thirds`, `die Hälfte`, `la quinta parte`, `robo tatu`, `every tenth`, `jeder zehnte`. */
function part(scan: Scan, index: number): Atom | undefined {
  for (const language of scan.language === 'en' ? (['en'] as const) : ([scan.language, 'en'] as const)) {
    const words = numberWords(language);
    const found = partIn(scan, index, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partIn(scan: Scan, index: number, words: ReturnType<typeof numberWords>): Atom | undefined {
  const first = scan.plain(index);
  if (words.every.has(first)) {
    const place0 =
      words.ordinals.get(scan.plain(index + 1)) ??
      (/^(?:other|zweite[nrs]?)$/u.test(scan.plain(index + 1)) ? 2 : undefined);
    if (place0 !== undefined && place0 > 1)
      return place(scan, index, index + 2, { value: 1 / place0, spelt: true, fraction: true, of: place0 });
  }
  const fifths =
    /^(?:la|una|a|uma)$/u.test(first) && scan.plain(index + 2) === 'parte'
      ? words.ordinals.get(scan.plain(index + 1))
      : undefined;
  if (fifths !== undefined && fifths > 1)
    return place(scan, index, index + 3, { value: 1 / fifths, spelt: true, fraction: true, of: fifths });
  const alone = words.parts.get(first);
  if (alone?.alone === true) {
    const behind = /^(?:an?|-)$/u.test(scan.plain(index + 1)) ? index + 2 : index + 1;
    if (/^(?:past|to)$/u.test(scan.plain(behind)) || words.scales.has(scan.plain(behind))) return undefined;
    const times = words.values.get(scan.plain(index + 1));
    // Swahili counts behind: robo tatu, theluthi mbili.
    const counted =
      scan.language === 'sw' && times !== undefined && times * alone.value < 1 && scan.follows(index + 1);
    return place(scan, index, index + (counted ? 2 : 1), {
      value: alone.value * (counted ? times : 1),
      spelt: true,
      fraction: true,
    });
  }
  const numerator = words.articles.has(first) ? 1 : words.values.get(first);
  const at = scan.plain(index + 1) === '-' ? index + 2 : index + 1;
  const named =
    numerator === undefined || numerator < 1 || !scan.follows(at)
      ? undefined
      : words.parts.get(scan.plain(at));
  if (named === undefined || numerator === undefined || numerator * named.value >= 1) return undefined;
  const behind = scan.plain(at + 1);
  if (numerator === 1 && /^(?:time|times|party|option|one)$/u.test(behind)) return undefined;
  const tail = behind === 'partes' ? 2 : 1;
  return place(scan, index, at + tail, { value: numerator * named.value, spelt: true, fraction: true });
}

const NONE =
  /^(?:no|zero|without|ohne|kein|keine|keinen|null|sans|aucune?|sin|cero|sem|bila|hakuna|ningun|ninguna|nenhuma?)$/u;
const LOSS =
  /^(?:attrition|dropouts?|loss|losses|nonresponse|churn|ausfall|ausfalle|verluste?|schwund|pertes?|abandons?|perdidas?|perdas?|desercion|abandono|desistencias?|upotevu)$/u;

/** `no attrition`, `sans pertes`: a share of nought. */
function noneOf(scan: Scan, index: number): Atom | undefined {
  if (!NONE.test(scan.plain(index))) return undefined;
  const skip = /^any$/u.test(scan.plain(index + 1)) ? 2 : 1;
  const hyphened = scan.plain(index + skip + 1) === '-';
  const word = hyphened
    ? `${scan.plain(index + skip)}${scan.plain(index + skip + 2)}`
    : scan.plain(index + skip);
  if (!LOSS.test(word) && !/^(?:dropouts?|nonresponse)$/u.test(word)) return undefined;
  return place(scan, index, index + 1, { value: 0, spelt: true });
}

function place(scan: Scan, from: number, next: number, atom: Partial<Atom> & { value: number }): Atom {
  const start = scan.words[from]?.start ?? 0;
  const end = scan.words[next - 1]?.end ?? start;
  return { spelt: false, fraction: false, lone: false, ...atom, from, next, start, end };
}
