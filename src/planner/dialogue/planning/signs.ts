import { addTo } from '../../../kit/index.js';
import type { TextModel } from '../../filling/read-text.js';
import type { Language } from '../../language/language.js';
import type { Word } from '../../language/tokenize.js';
import { AT_ONCE, BARE_NO, ENDING, NEGATED_VERB, SIGN_WORDS, type Sign } from '../consent/consent-words.js';

/** A clause of a message: words between two marks or joining words, of one sentence. */
export interface Part {
  readonly words: readonly Word[];
  /** Which sentence of the message it belongs to. */
  readonly sentence: number;
  /** The sentence ends with a question mark. */
  readonly asks: boolean;
}

type Kind = Sign | 'courtesy' | 'joining' | 'ending' | 'at once';
/** Phrases of a kind by their first word, longest first. */
type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

const KINDS = [
  'negation',
  'condition',
  'question',
  'narrowing',
  'correction',
  'delay',
  'report',
  'courtesy',
  'joining',
] as const;
const PHRASES: ReadonlyMap<Kind, Phrases> = new Map<Kind, Phrases>([
  ...KINDS.map(
    (kind) => [kind, byFirstWord(Object.values(SIGN_WORDS).flatMap((lists) => lists[kind]))] as const,
  ),
  ['ending', byFirstWord(ENDING)],
  ['at once', byFirstWord(AT_ONCE)],
]);

/** The parts of a message, without the words that `hidden` says are a value. */
export function partsOf(model: TextModel, hidden: (word: Word) => boolean): Part[] {
  const parts: { words: Word[]; sentence: number; asks: boolean }[] = [];
  const gap = gapsOf(model);
  let sentence = 0;
  let last = 0;
  let current: Word[] = [];
  const close = () => {
    if (current.length > 0) parts.push({ words: current, sentence, asks: false });
    current = [];
  };
  for (const word of model.words) {
    const between = gap(last, word.start);
    last = word.end;
    if (/[.!?;\n]/u.test(between)) {
      close();
      for (const part of parts) if (part.sentence === sentence) part.asks ||= between.includes('?');
      sentence++;
    } else if (/[,:()]|\s[—–-]\s/u.test(between)) close();
    if (hidden(word) || isOfOtherLanguage(word, model)) continue;
    if (current.length > 0 && startsWith([word], 'joining') > 0) close();
    current.push(word);
  }
  close();
  const tail = gap(last, model.text.length);
  for (const part of parts) if (part.sentence === sentence) part.asks ||= tail.includes('?');
  return parts;
}

/**
 * Words that are a sign in one language and none in another: `se` is an `if` in Portuguese, `cree` in Spanish
 * a report, `ne` in French a no. */
const NO_SIGN: Readonly<Record<string, Language>> = { se: 'es', cree: 'fr', ne: 'de' };

function isOfOtherLanguage({ plain }: Word, { reading }: TextModel): boolean {
  return NO_SIGN[plain] === reading.language;
}

/** How many words a phrase of a kind takes at the beginning; 0 when none stands there. */
export function startsWith(words: readonly Word[], kind: Kind): number {
  for (const phrase of PHRASES.get(kind)?.get(words[0]?.plain ?? '') ?? []) {
    if (phrase.length <= words.length && phrase.every((plain, index) => words[index]?.plain === plain))
      return phrase.length;
  }
  return kind === 'negation' && NEGATED_VERB.test(words[0]?.plain ?? '') ? 1 : 0;
}

/** The words of a part behind `please`, `can you`, `and then`. */
export function withoutCourtesy(words: readonly Word[]): readonly Word[] {
  let rest = words;
  for (;;) {
    const taken = startsWith(rest, 'courtesy');
    if (taken === 0) return rest;
    rest = rest.slice(taken);
  }
}

/** Words without what is only polite, wherever it stands: `por favor`, `s'il te plaît`. */
export function withoutAnyCourtesy(words: readonly Word[]): readonly Word[] {
  const left: Word[] = [];
  for (let rest = withoutCourtesy(words); rest.length > 0; rest = withoutCourtesy(rest.slice(1)))
    left.push(...rest.slice(0, 1));
  return left;
}

/** A part that is nothing but courtesy, or the `no` that answers what was said before. */
export function isBare(part: Part): boolean {
  const rest = withoutCourtesy(part.words);
  return rest.length === 0 || (rest.length === 1 && BARE_NO.has(rest[0]?.plain ?? ''));
}

/** The first phrase of a kind among the words, as it was said. */
export function find(words: readonly Word[], kind: Sign): string | undefined {
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + 6);
    const ending =
      kind === 'negation'
        ? startsWith(rest, 'ending')
        : kind === 'condition'
          ? startsWith(rest, 'at once')
          : 0;
    const taken = ending > 0 ? 0 : startsWith(rest, kind);
    if (taken > 0)
      return rest
        .slice(0, taken)
        .map((word) => word.text)
        .join(' ');
    at += Math.max(1, ending);
  }
  return undefined;
}

/** What stands between words and values, from a place on; asked for place by place, in order. */
function gapsOf({ text, spans, numbers }: TextModel): (from: number, to: number) => string {
  const values = [...spans, ...numbers].sort((a, b) => a.start - b.start);
  let next = 0;
  return (from, to) => {
    let rest = '';
    let at = from;
    while ((values[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next++;
    for (let index = next; (values[index]?.start ?? Number.POSITIVE_INFINITY) < to; index++) {
      const value = values[index];
      if (value === undefined || value.end <= at) continue;
      rest += text.slice(at, Math.max(at, value.start));
      at = value.end;
    }
    return at < to ? rest + text.slice(at, to) : rest;
  };
}

function byFirstWord(list: readonly string[]): Phrases {
  const found = new Map<string, string[][]>();
  for (const phrase of new Set(list)) {
    const parts = phrase.split(' ');
    addTo(found, parts[0] ?? '', parts);
  }
  for (const phrases of found.values()) phrases.sort((a, b) => b.length - a.length);
  return found;
}
