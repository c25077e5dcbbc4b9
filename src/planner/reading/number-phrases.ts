import { germanCompound } from '../language/german-numbers.js';
import type { Language } from '../language/language.js';
import { type NumberWords, numberWords } from '../language/number-words.js';
import type { Scan } from './scan.js';

/** A number in words. */
export interface Spelt {
  readonly value: number;
  /** Index of the word behind it. */
  readonly next: number;
  /** Only an article or `one`: a number beside a unit or in `one in ten`, not in `one of them`. */
  readonly lone: boolean;
}

/** A number in words that begins at a word, in the language of the text or else in English. */
export function speltAt(scan: Scan, index: number): Spelt | undefined {
  const found = speltIn(scan, index, scan.language);
  if (found !== undefined || scan.language === 'en') return found;
  const english = speltIn(scan, index, 'en');
  return english?.lone === true ? undefined : english;
}

function speltIn(scan: Scan, index: number, language: Language): Spelt | undefined {
  const words = numberWords(language);
  if (isOther(scan, index)) return undefined;
  const pointed = decimalsAt(scan, index, words);
  if (pointed !== undefined && !/^(?:this|that|some|the|a|any|no|which)$/u.test(scan.plain(index - 1))) {
    return { value: Number(`0.${pointed.digits}`), next: pointed.next, lone: false };
  }
  const scaleFirst = language === 'sw' ? swahili(scan, index, words) : undefined;
  const found = scaleFirst ?? composed(scan, index, words, language);
  if (found === undefined) return undefined;
  return withTail(scan, found, words);
}

/** Of `pour cent`, `per cent`, `por ciento` and `cent ans`-like money words no number begins. */
function isOther(scan: Scan, index: number): boolean {
  return (
    /^(?:per|pour|por|kwa)$/u.test(scan.plain(index - 1)) &&
    /^(?:cents?|ciento|cento|cien|cem|mia)$/u.test(scan.plain(index))
  );
}

/** `half a million`, then sums and products of words: `two thousand and forty`, `quatre-vingt-dix`. */
function composed(scan: Scan, from: number, words: NumberWords, language: Language): Spelt | undefined {
  const halfOf = halfScale(scan, from, words);
  if (halfOf !== undefined) return halfOf;
  let total = 0;
  let current = 0;
  /** What is added next must be smaller: behind `forty` only ones. */
  let room = Number.POSITIVE_INFINITY;
  let count = 0;
  let article = false;
  let lastScale = 0;
  let index = from;
  for (; ; index++) {
    if (count > 0 && !scan.follows(index)) break;
    const word = scan.plain(index);
    // Swahili puts the scale first, which is read elsewhere.
    const scale = language === 'sw' ? undefined : words.scales.get(word);
    if (scale !== undefined && scale <= lastScale) break;
    if (scale !== undefined) {
      if (scale < 1000) current = (current === 0 ? 1 : current) * scale;
      else if (current === 0 && total > 0) total *= scale;
      else {
        total += (current === 0 ? 1 : current) * scale;
        current = 0;
      }
      room = scale < 100 ? 0 : scale;
      lastScale = scale;
      article = false;
      count++;
      continue;
    }
    const value = wordValue(word, words, language);
    if (value !== undefined) {
      if (
        language === 'fr' &&
        value === 20 &&
        current % 10 === 4 &&
        scan.plain(scan.plain(index - 1) === '-' ? index - 2 : index - 1) === 'quatre'
      ) {
        current += 76;
        room = 20;
        continue;
      }
      if (count > 0 && (value >= room || article || value === 0)) break;
      if (words.articles.has(word) && count > 0 && room > 10 && room <= 1000 && language !== 'fr') break;
      current += value;
      lastScale = 0;
      article = words.articles.has(word);
      room = roomAfter(value, word, language);
      count++;
      continue;
    }
    if (count === 0) {
      if (!words.articles.has(word) || !words.scales.has(scan.plain(index + 1))) return undefined;
      if (language === 'fr' && /^l[ea]$/u.test(word)) return undefined;
      current = 1;
      article = false;
      count++;
      continue;
    }
    if (
      word === '-' &&
      scan.glued(index) &&
      scan.glued(index + 1) &&
      continues(scan, index + 1, room, words, language)
    )
      continue;
    if (words.and.has(word) && room >= words.andAfter && continues(scan, index + 1, room, words, language)) {
      if (article || (words.articles.has(scan.plain(index + 1)) && room > 10 && language !== 'fr')) break;
      continue;
    }
    break;
  }
  const lone = count === 1 && (article || /^(?:one|eins|uno|m?moja)$/u.test(scan.plain(from)));
  return { value: total + current, next: index, lone };
}

/** `half a million`, `eine halbe Million`, `medio millón`, `half a dozen`. */
function halfScale(scan: Scan, from: number, words: NumberWords): Spelt | undefined {
  if (!/^(?:half|halbe?s?|demi|demie|medio|media|meio|meia|nusu)$/u.test(scan.plain(from))) return undefined;
  for (const skip of [1, 2]) {
    const scale = words.scales.get(scan.plain(from + skip));
    if (scale !== undefined && (skip === 1 || /^(?:an?|-)$/u.test(scan.plain(from + 1)))) {
      return { value: scale / 2, next: from + skip + 1, lone: false };
    }
  }
  return undefined;
}

function wordValue(word: string, words: NumberWords, language: Language): number | undefined {
  return words.values.get(word) ?? (language === 'de' ? germanCompound(word) : undefined);
}

/** Whether a number word that fits the room left stands at an index. */
function continues(scan: Scan, index: number, room: number, words: NumberWords, language: Language): boolean {
  if (!scan.follows(index)) return false;
  const value = wordValue(scan.plain(index), words, language);
  if (value === undefined)
    return language === 'fr' ? false : room > 100 && words.scales.get(scan.plain(index)) === 100;
  const fourscore = language === 'fr' && value === 20 && scan.plain(index - 2) === 'quatre';
  return fourscore || (value > 0 && value < room);
}

function roomAfter(value: number, word: string, language: Language): number {
  if (!Number.isInteger(value)) return 0;
  if (value >= 1000) return value % 1000 === 0 ? 1000 : 0;
  if (value >= 100) return value % 100 === 0 ? 100 : 0;
  // soixante-dix, quatre-vingt-onze.
  if (language === 'fr' && word === 'soixante') return 20;
  if (value >= 20) return value % 10 === 0 ? 10 : 0;
  return value === 10 && (language === 'fr' || language === 'sw') ? 10 : 0;
}

/** Swahili says the scale first: `elfu mbili mia tano`, `elfu arobaini na tano`, `mia tatu na hamsini`. */
function swahili(scan: Scan, from: number, words: NumberWords): Spelt | undefined {
  const first = words.scales.get(scan.plain(from));
  if (first === undefined) return undefined;
  let total = 0;
  let index = from;
  let room = Number.POSITIVE_INFINITY;
  for (;;) {
    const scale = words.scales.get(scan.plain(index));
    if (scale === undefined || scale >= room || (index > from && !scan.follows(index))) break;
    index++;
    const nested =
      scale >= 1000 && scan.plain(index) === 'mia' && scan.follows(index)
        ? swahili(scan, index, words)
        : undefined;
    const factor = nested ?? (scan.follows(index) ? composed(scan, index, words, 'sw') : undefined);
    const fits = factor !== undefined && factor.value > 0 && (nested !== undefined || factor.value < 100);
    total += scale * (fits ? factor.value : 1);
    if (fits) index = factor.next;
    room = scale;
    if (words.and.has(scan.plain(index)) && words.scales.has(scan.plain(index + 1))) index++;
  }
  const joined = words.and.has(scan.plain(index)) ? index + 1 : index;
  const rest = scan.follows(joined) ? composed(scan, joined, words, 'sw') : undefined;
  if (rest !== undefined && rest.value > 0 && rest.value < room)
    return { value: total + rest.value, next: rest.next, lone: false };
  return { value: total, next: index, lone: false };
}

/** `point four`, `komma zwei fünf`, `coma veinticinco`: the figures behind the sign for decimals that stands at an index. */
export function decimalsAt(
  scan: Scan,
  index: number,
  words: NumberWords,
): { digits: string; next: number } | undefined {
  if (!words.point.has(scan.plain(index)) || !scan.follows(index + 1)) return undefined;
  const figures = scan.plain(index + 1);
  if (/^\d{1,6}$/u.test(figures)) return { digits: figures, next: index + 2 };
  let digits = '';
  let next = index + 1;
  while (digits.length < 8 && scan.follows(next)) {
    const value = words.values.get(scan.plain(next));
    if (value === undefined || !Number.isInteger(value)) break;
    if (value >= 10) {
      if (digits !== '' || value > 99) break;
      const whole = composed(scan, next, words, scan.language);
      return whole === undefined ? undefined : { digits: String(whole.value), next: whole.next };
    }
    digits += String(value);
    next++;
  }
  return digits === '' ? undefined : { digits, next };
}

/** What may stand behind a number in words: decimals, a half more, and then a scale. */
function withTail(scan: Scan, found: Spelt, words: NumberWords): Spelt {
  if (!scan.follows(found.next)) return found;
  const decimals = Number.isInteger(found.value) ? decimalsAt(scan, found.next, words) : undefined;
  if (decimals !== undefined)
    return { value: Number(`${found.value}.${decimals.digits}`), next: decimals.next, lone: false };
  const half = halfAfter(scan, found.next, words);
  if (half === 0) return found;
  const next = found.next + half;
  const last = words.scales.get(scan.plain(found.next - 1)) ?? 1;
  const value = found.value + (last >= 1000 ? last / 2 : 0.5);
  const scale = scan.follows(next) ? words.scales.get(scan.plain(next)) : undefined;
  return scale === undefined
    ? { value, next, lone: false }
    : { value: value * scale, next: next + 1, lone: false };
}

/** How many words at an index say `and a half`. */
export function halfAfter(scan: Scan, index: number, words: NumberWords): number {
  for (const phrase of words.half) {
    const length = scan.phrase(index, phrase);
    if (length > 0 && !NAMES_A_MEAN.test(`${phrase.at(-1)} ${scan.plain(index + length)}`)) return length;
  }
  return 0;
}

/** The `y media` of `90/10 y media 0.8` is a mean, and no half. */
const NAMES_A_MEAN = /^media (?:\d|[.=:≈~]$|(?:de|del|es|esperada|prevista|estimada)$)/u;
