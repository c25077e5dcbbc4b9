import { words } from '../../language/tokenize.js';
import { choiceLabel, NO_CHOICE } from '../features/choice-features.js';
import { choiceKey, isChosen } from '../intent-labels.js';
import { type Leaf, leafFieldsOf } from '../leaf-fields.js';
import type { KnownOperation } from '../operation.js';
import { NO_FIELD, slotLabel } from '../slot-labels.js';
import type { Example } from './example.js';

/** What the examples of each operation say: which labels its values may have. */
export interface Taught {
  readonly operations: readonly string[];
  leaves(operation: string): ReadonlyMap<string, Leaf> | undefined;
  slotLabels(operation: string): readonly string[];
  /** Fields whose text may be any words. */
  spanKeys(operation: string): readonly string[];
  /** Fields that words give a value without saying it. */
  choiceKeys(operation: string): readonly string[];
  choiceLabels(operation: string, key: string): readonly string[];
  usual(operation: string): Readonly<Record<string, readonly string[]>>;
  /** Words by which people ask for it, beside its values; folded. */
  words(operation: string): readonly string[];
  /** Fields that were said as a multiple of another: they share its unit. */
  readonly relations: ReadonlyMap<string, string>;
}

/** The same list for the same key, so that lists can be told apart by identity. */
class Lists {
  readonly #sets = new Map<string, Set<string>>();
  readonly #lists = new Map<string, readonly string[]>();

  add(key: string, value: string): void {
    const set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, new Set([value]));
    else set.add(value);
  }

  of(key: string): readonly string[] {
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = [...(this.#sets.get(key) ?? [])].sort();
    this.#lists.set(key, list);
    return list;
  }
}

/** Operation -> choices of a request -> how many there were, and how many of them gave which field. */
type Requests = Map<string, Map<string, { count: number; keys: Map<string, number> }>>;

/** Fewer requests say nothing about what is usual. */
const ENOUGH = 20;
const NEARLY_ALL = 0.93;

/** Kinds of texts that a reader finds by their form; all others are words like any. */
const FORMED = /[/\d]|^\S*[._:#-]\S*$/u;

export function whatIsTaught(examples: readonly Example[], operations: readonly KnownOperation[]): Taught {
  const known = new Map(operations.map((operation) => [operation.name, leafFieldsOf(operation.parameters)]));
  const slots = new Lists();
  const spans = new Lists();
  const choices = new Lists();
  const choiceKeys = new Lists();
  const spoken = new Map<string, Map<string, number>>();
  const relations = new Map<string, string>();
  const seen = new Set<string>();
  const requests: Requests = new Map();
  for (const { label, turns } of examples) {
    if (label?.kind !== 'do') continue;
    const { operation, given } = label;
    seen.add(operation);
    const leaves = known.get(operation);
    countKeys(requests, operation, leaves ?? new Map(), given, turns);
    // Of a talk the first sentences may ask for something else.
    if (turns.length === 1) countWords(spoken, operation, turns.flatMap(wordsBeside));
    for (const { text, spans: marked } of turns) {
      for (const { fields, start, end } of marked) {
        const [first] = fields;
        if (first === undefined) continue;
        slots.add(operation, slotLabel(fields));
        if (first.reading === 'relative' && first.of !== undefined)
          relations.set(first.path.join('.'), first.of.join('.'));
        const leaf = leaves?.get(first.path.join('.'));
        if (leaf?.kind === 'string' && !FORMED.test(text.slice(start, end))) spans.add(operation, leaf.key);
      }
    }
    for (const [key, value] of Object.entries(given)) {
      const leaf = leaves?.get(key);
      if (leaf === undefined || isChosen(leaf) || leaf.kind === 'number') continue;
      choiceKeys.add(operation, key);
      choices.add(`${operation} ${key}`, choiceLabel(key, value));
      choices.add(`${operation} ${key}`, NO_CHOICE);
    }
  }
  for (const operation of seen) slots.add(operation, NO_FIELD);
  return {
    operations: [...seen].sort(),
    leaves: (operation) => known.get(operation),
    slotLabels: (operation) => slots.of(operation),
    spanKeys: (operation) => spans.of(operation),
    choiceKeys: (operation) => choiceKeys.of(operation),
    choiceLabels: (operation, key) => choices.of(`${operation} ${key}`),
    usual: (operation) => usualOf(requests.get(operation)),
    words: (operation) =>
      [...(spoken.get(operation) ?? [])].flatMap(([word, times]) => (times > 0 ? [word] : [])).sort(),
    relations,
  };
}

/** What was said once may be a slip of the finger. */
function countWords(spoken: Map<string, Map<string, number>>, operation: string, said: readonly string[]) {
  const own = spoken.get(operation) ?? new Map<string, number>();
  spoken.set(operation, own);
  for (const word of said) own.set(word, (own.get(word) ?? 0) + 1);
}

/** The words of a sentence that are no part of a value. */
function wordsBeside({ text, spans }: Example['turns'][number]): string[] {
  return words(text).flatMap(({ text: raw, plain, start, end }) => {
    // What begins with a capital within a sentence is a name, or of German a noun, and no verb.
    if (start > 0 && /^\p{Lu}/u.test(raw)) return [];
    const isValue = spans.some((span) => start < span.end && span.start < end);
    return isValue || !/^\p{L}{2,20}$/u.test(plain) ? [] : [plain];
  });
}

function countKeys(
  requests: Requests,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  given: Readonly<Record<string, unknown>>,
  turns: Example['turns'],
): void {
  const said = turns.flatMap(({ spans }) =>
    spans.flatMap(({ fields }) => fields.map(({ path }) => path.join('.'))),
  );
  const byChoice = requests.get(operation) ?? new Map<string, { count: number; keys: Map<string, number> }>();
  requests.set(operation, byChoice);
  const choice = choiceKey(leaves, (leaf) => given[leaf.key]);
  const group = byChoice.get(choice) ?? { count: 0, keys: new Map<string, number>() };
  byChoice.set(choice, group);
  group.count++;
  for (const key of new Set([...said, ...Object.keys(given)]))
    group.keys.set(key, (group.keys.get(key) ?? 0) + 1);
}

function usualOf(groups: ReturnType<Requests['get']>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...(groups ?? [])]
      .filter(([, { count }]) => count >= ENOUGH)
      .map(([choice, { count, keys }]) => [
        choice,
        [...keys].flatMap(([key, times]) => (times >= count * NEARLY_ALL ? [key] : [])).sort(),
      ]),
  );
}
