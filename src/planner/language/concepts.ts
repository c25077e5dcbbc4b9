import { isSwapOf, isTypoOf } from './edit-distance.js';
import type { Language } from './language.js';
import { alternatives, LEXICONS, type Lexicon } from './lexicon.js';
import { type Word, wordsOf } from './words.js';

/** One way of saying something, word for word. */
interface Phrase {
  /** `field.mean`, `verb.delete`, `talk.yes`. */
  readonly concept: string;
  readonly plain: readonly string[];
  /** Words behind a gap that holds the object: `up` of `set … up`. */
  readonly behind: readonly string[];
  /** For a symbol that only its capitals tell apart. */
  readonly raw: string | undefined;
}

interface Index {
  /** Phrases by their first word, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly vocabulary: ReadonlySet<string>;
  /** The vocabulary by first letter and length, for slips of the finger. */
  readonly shapes: ReadonlyMap<string, readonly string[]>;
  readonly mended: Map<string, string>;
}

const indexes = new Map<Language, Index>();
const MENDED_LIMIT = 5_000;
/** How many words an object may have that stands in a phrase. */
const GAP = 8;

/**
 * What each word may mean, the longest phrase first: `standard deviation` gives `field.sd` to both its words.
 * The table of the language comes first, that of English second, since English terms stand in every language.
 * A word that no table knows is read as its nearest word.
 */
export function conceptsAt(words: readonly Word[], language: Language): readonly (readonly string[])[] {
  const found: string[][] = words.map(() => []);
  for (const one of language === 'en' ? (['en'] as const) : ([language, 'en'] as const)) {
    const index = indexOf(one);
    const plain = words.map((word) => mend(index, word.plain));
    for (let at = 0; at < words.length; at++) {
      for (const phrase of index.phrases.get(plain[at] ?? '') ?? []) {
        if (!matches(phrase, words, plain, at)) continue;
        const tail = phrase.behind.length === 0 ? at : behindGap(phrase, plain, at + phrase.plain.length);
        if (tail === undefined) continue;
        mark(found, at, phrase.plain.length, phrase.concept);
        mark(found, tail, phrase.behind.length, phrase.concept);
      }
    }
  }
  return found;
}

function mark(found: readonly string[][], from: number, count: number, concept: string): void {
  for (const list of found.slice(from, from + count)) if (!list.includes(concept)) list.push(concept);
}

/** Where the second part of a phrase stands, not too far behind its first. */
function behindGap(phrase: Phrase, plain: readonly string[], from: number): number | undefined {
  for (let at = from; at <= from + GAP; at++) {
    if (phrase.behind.every((word, step) => plain[at + step] === word)) return at;
    if (/^[.;!?]$/u.test(plain[at] ?? '.')) return undefined;
  }
  return undefined;
}

function matches(phrase: Phrase, words: readonly Word[], plain: readonly string[], at: number): boolean {
  for (let step = 1; step < phrase.plain.length; step++) {
    if (plain[at + step] !== phrase.plain[step]) return false;
  }
  const word = words[at];
  if (word === undefined || (phrase.raw !== undefined && phrase.raw !== word.raw)) return false;
  if (phrase.plain.length > 1) return true;
  // A letter alone is a symbol only beside what it stands for; one that no word is made of is always one.
  if ((word.plain.length > 1 || /^\p{Script=Greek}$/u.test(word.plain)) && phrase.raw === undefined)
    return true;
  return /^[=:<>≤≥≈~±\p{N}]/u.test(words[at + 1]?.raw ?? '');
}

function indexOf(language: Language): Index {
  const known = indexes.get(language);
  if (known !== undefined) return known;
  const built = build(LEXICONS[language]);
  indexes.set(language, built);
  return built;
}

function build(lexicon: Lexicon): Index {
  const exact = new Set(alternatives(lexicon.caseSensitive));
  const phrases = new Map<string, Phrase[]>();
  const vocabulary = new Set<string>();
  const add = (concept: string, text: string, mendable: boolean) => {
    const [head = '', tail = ''] = text.split('…');
    const plain = plainWords(head.trim());
    const behind = tail === '' ? [] : plainWords(tail.trim());
    const first = plain[0];
    const symbol = /^\p{L}{1,3}(?![\p{L}\p{M}\p{N}])/u.exec(text)?.[0];
    if (first === undefined) return;
    const phrase = {
      concept,
      plain,
      behind,
      raw: symbol !== undefined && exact.has(symbol) ? symbol : undefined,
    };
    const list = phrases.get(first);
    if (list === undefined) phrases.set(first, [phrase]);
    else list.push(phrase);
    for (const word of [...plain, ...behind]) if (mendable && word.length >= 4) vocabulary.add(word);
  };
  const groups = [
    ['field', lexicon.fields, true],
    ['verb', lexicon.verbs, true],
    ['talk', lexicon.talk, true],
  ] as const;
  for (const [kind, group, mendable] of groups) {
    for (const [name, entry] of Object.entries(group)) {
      for (const text of alternatives(entry)) add(`${kind}.${name}`, text, mendable);
    }
  }
  for (const [name, entry] of Object.entries(lexicon.slips)) {
    const kind = name in lexicon.verbs ? 'verb' : 'field';
    for (const text of alternatives(entry)) add(`${kind}.${name}`, text, false);
  }
  for (const list of phrases.values()) list.sort((a, b) => b.plain.length - a.plain.length);
  return { phrases, vocabulary, shapes: byShape(vocabulary), mended: new Map() };
}

/** As `wordsOf` would cut it; most entries are plain words, and there are thousands. */
function plainWords(text: string): string[] {
  return /^[a-z ]+$/u.test(text) ? text.split(' ') : wordsOf(text).map((word) => word.plain);
}

/** Words that begin alike and are as long; a slip seldom changes either. */
function shape(letter: string, length: number): string {
  return `${letter}${length}`;
}

function byShape(vocabulary: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of vocabulary) {
    const key = shape(word[0] ?? '', word.length);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [word]);
    else list.push(word);
  }
  return groups;
}

/** The word of the table that a word misspells; itself where there is none. */
function mend(index: Index, word: string): string {
  if (word.length < 4 || word.length > 24 || index.vocabulary.has(word) || index.phrases.has(word))
    return word;
  const known = index.mended.get(word);
  if (known !== undefined) return known;
  const near = nearest(index, word) ?? word;
  if (index.mended.size >= MENDED_LIMIT) index.mended.clear();
  index.mended.set(word, near);
  return near;
}

function nearest(index: Index, word: string): string | undefined {
  const reach = word.length >= 8 ? 2 : 1;
  for (let step = 0; step <= reach; step++) {
    for (const length of step === 0 ? [word.length] : [word.length - step, word.length + step]) {
      for (const other of index.shapes.get(shape(word[0] ?? '', length)) ?? []) {
        if (isTypoOf(word, other) || (word.length === 4 && isSwapOf(word, other))) return other;
      }
    }
  }
  return undefined;
}
