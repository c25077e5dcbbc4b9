import { conceptsAt } from '../../language/concepts.js';
import { stemOf } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';

/** Words of a message that call a field by its name. */
export interface NamedField {
  /** The field; several where the name is that of several. */
  readonly keys: readonly string[];
  /** Its tokens: the first, and the one behind the last. */
  readonly from: number;
  readonly next: number;
}

const FIELD = 'field.';
/** What reads a number as a percentage names no field beside it: `asilimia 5`. */
const PERCENT = /^(?:percent|pct|prozent|pourcent|pour|cent|porciento|porcento|cento|ciento|asilimia)$/u;

interface Names {
  /** Stems of a name, joined -> keys. */
  readonly byWords: ReadonlyMap<string, readonly string[]>;
  /** Class of words -> keys: so names are known in every language. */
  readonly byConcept: ReadonlyMap<string, readonly string[]>;
  readonly longest: number;
}

const known = new WeakMap<ReadonlyMap<string, Leaf>, Names>();

/** Where a message names fields of an operation, in any language that the lexicon knows their words in. */
export function namedFields(tokens: readonly Token[], leaves: ReadonlyMap<string, Leaf>): NamedField[] {
  const names = namesOf(leaves);
  const found: NamedField[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (PERCENT.test(tokens[at]?.text ?? '') && isBesideShare(tokens, at)) continue;
    const named = wordsAt(tokens, at, names) ?? conceptAt(tokens, at, names);
    if (named === undefined) continue;
    if (named.keys.length > 0) found.push(named);
    at = named.next - 1;
  }
  return found;
}

function isBesideShare(tokens: readonly Token[], at: number): boolean {
  return [tokens[at - 1], tokens[at + 1]].some(
    (token) => token?.mention?.type === 'number' && token.mention.percent,
  );
}

function wordsAt(tokens: readonly Token[], at: number, names: Names): NamedField | undefined {
  const stems: string[] = [];
  let best: NamedField | undefined;
  for (let next = at; next < at + names.longest; next++) {
    const token = tokens[next];
    if (token === undefined || token.mention !== undefined) break;
    if (token.text === '-') continue;
    stems.push(stemOf(token.text));
    const keys = names.byWords.get(stems.join(' '));
    if (keys !== undefined) best = { keys, from: at, next: next + 1 };
  }
  return best;
}

/** The class of the longest phrase that begins here; `response rate` is none of the names of a `rate`. */
function conceptAt(tokens: readonly Token[], at: number, names: Names): NamedField | undefined {
  const phrases = (tokens[at]?.concepts ?? [])
    .filter((concept) => concept.startsWith(FIELD))
    .map((concept) => {
      let next = at + 1;
      while (tokens[next]?.concepts.includes(concept) === true) next++;
      return { keys: names.byConcept.get(concept) ?? [], from: at, next };
    });
  const longest = Math.max(0, ...phrases.map(({ next }) => next));
  const named = phrases.filter(({ next }) => next === longest);
  return named.find(({ keys }) => keys.length > 0) ?? named[0];
}

/** Names of the fields; what names a whole and the items of a list names the whole. */
function namesOf(leaves: ReadonlyMap<string, Leaf>): Names {
  const before = known.get(leaves);
  if (before !== undefined) return before;
  const byWords = new Map<string, string[]>();
  const byConcept = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, name: string, { key, listed, path }: Leaf) => {
    const keys = map.get(name) ?? [];
    const inItems = listed >= 0 && listed < path.length - 1;
    if (keys.includes(key) || (inItems && keys.length > 0)) return;
    map.set(name, [...keys, key]);
  };
  const inItems = (leaf: Leaf) => Number(leaf.listed >= 0 && leaf.listed < leaf.path.length - 1);
  for (const leaf of [...leaves.values()].sort((a, b) => inItems(a) - inItems(b))) {
    for (const name of leaf.names) {
      const words = wordsOf(name).filter(({ plain }) => plain !== '-');
      add(byWords, words.map(({ plain }) => stemOf(plain)).join(' '), leaf);
      const concepts = conceptsAt(words, 'en');
      for (const concept of concepts[0] ?? [])
        if (concept.startsWith(FIELD) && concepts.every((one) => one.includes(concept)))
          add(byConcept, concept, leaf);
    }
  }
  byWords.delete('');
  const longest = Math.max(1, ...[...byWords.keys()].map((name) => name.split(' ').length + 1));
  const names = { byWords, byConcept, longest };
  known.set(leaves, names);
  return names;
}
