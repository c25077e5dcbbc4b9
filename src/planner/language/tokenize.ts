import { fold } from './fold.js';
import { stem } from './stem.js';

/** A word of a text with its place. */
export interface Word {
  readonly text: string;
  /** Lower case without diacritics. */
  readonly plain: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** A function word: it carries no subject. */
  readonly stop: boolean;
  /** Initials of the word before and this one: `standard deviation` is `sd`. */
  readonly initials?: string;
}

/** Written short forms that their stem cannot show. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  avg: 'average',
  std: 'standard',
  stdev: 'sd',
  stddev: 'sd',
  max: 'maximum',
  min: 'minimum',
  pct: 'percent',
};

const STOP_WORDS = new Set(
  (
    'a an the this that these those it its i me my mine we us our you your he she they them their his her ' +
    'is are was were be been being am do does did doing have has had having will would shall should can could may might must ' +
    'and or but nor so if then than as at by for from in into of off on onto out over to up with within without about ' +
    'against between through during before after above below under again further here there when where why how what which who whom whose ' +
    'all any both each few more most other some such no not only own same too very just also please thanks thank ' +
    's t d ll m re ve let lets got get gets getting give gives need needs want wants like know tell show ' +
    'im id dont doesnt isnt cant whats hows wheres make makes made thing things stuff ok okay hey hi hello ' +
    'really maybe actually basically well now much many one ones use using used help kindly quick quickly'
  ).split(' '),
);

export function isStopWord(plain: string): boolean {
  return STOP_WORDS.has(plain);
}

/** The words of a text in order. An apostrophe or hyphen inside a word belongs to it. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu)) {
    const raw = match[0];
    const plain = fold(raw).replace(/['’](s|re|ve|ll|d|m|t)?$/, (_, tail: string | undefined) =>
      tail === 't' ? 't' : '',
    );
    const clean = plain.replace(/['’]/g, '');
    found.push({
      text: raw,
      plain: clean,
      stem: stemOf(clean),
      start: match.index,
      end: match.index + raw.length,
      stop: isStopWord(clean),
      ...initialsWith(found.at(-1), clean, text, match.index),
    });
  }
  return found;
}

/** The stem by which words of texts and of schemas are compared. */
export function stemOf(plain: string): string {
  return stem(SHORT_FORMS[plain] ?? plain);
}

function initialsWith(
  before: Word | undefined,
  plain: string,
  text: string,
  at: number,
): { initials?: string } {
  if (before === undefined || before.stop || !/^[\s-]+$/u.test(text.slice(before.end, at))) return {};
  return { initials: `${before.plain[0] ?? ''}${plain[0] ?? ''}` };
}

const names = new Map<string, readonly string[]>();
const NAMES_LIMIT = 5_000;

/** `expectedMean`, `expected_mean`, `expected-mean`, `HTTPStatus` -> lower-case words. */
export function splitName(name: string): readonly string[] {
  const known = names.get(name);
  if (known !== undefined) return known;
  const parts = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => fold(part));
  if (names.size >= NAMES_LIMIT) names.clear();
  names.set(name, parts);
  return parts;
}

/** Stems of the subject words of a text, in order, with repetitions. */
export function contentStems(text: string): string[] {
  return words(text)
    .filter((word) => !word.stop)
    .map((word) => word.stem);
}
