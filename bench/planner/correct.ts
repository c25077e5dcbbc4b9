import { conceptsAt } from '../../src/planner/language/concepts.js';
import type { Language } from '../../src/planner/language/language.js';
import { alternatives, LEXICONS } from '../../src/planner/language/lexicon.js';
import { wordsOf } from '../../src/planner/language/words.js';
import { correct } from '../../src/planner/understanding/correction/correct.js';
import { type Leaf, leafFieldsOf } from '../../src/planner/understanding/leaf-fields.js';
import type { Model } from '../../src/planner/understanding/model.js';
import type { Reader } from '../../src/planner/understanding/reader.js';
import type { Wish } from '../../src/planner/understanding/wish.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import type { Outcome } from './outcome.js';
import { isRight, wrongFields } from './score.js';

/** How the person corrects: by the field's name in English or in the language of the talk, or by the value alone. */
export type Manner = 'named' | 'in their language' | 'value for value';

export interface Correction {
  readonly manner: Manner;
  readonly said: string;
  readonly wrong: readonly string[];
  readonly mended: boolean;
}

const NO: Readonly<Record<Language, string>> = {
  en: 'no, ',
  de: 'nein, ',
  fr: 'non, ',
  es: 'no, ',
  pt: 'não, ',
  sw: 'hapana, ',
};
const NOT: Readonly<Record<Language, string>> = {
  en: 'not',
  de: 'nicht',
  fr: 'pas',
  es: 'no',
  pt: 'não',
  sw: 'si',
};

/**
 * What one correction makes of a wrong proposal, in each manner: the person, who knows the label, says the wrong values
 * again. Nothing where another operation was meant: that is a new request and no correction.
 */
export function correctionsOf(
  { entry, wish, understood }: Outcome,
  tools: ReadonlyMap<string, ToolSchema>,
  model: Model,
  reader: Reader,
): Correction[] {
  const { want, language } = entry;
  const operation = tools.get(wish?.operation ?? '');
  if (
    wish === undefined ||
    operation === undefined ||
    want.kind !== 'do' ||
    !want.operations.includes(wish.operation)
  )
    return [];
  const leaves = leafFieldsOf(operation.parameters);
  const wrong = wrongFields(want.args, wish.args);
  const say = (manner: Manner, said: string): Correction => {
    const { args, slots } = wish;
    const corrected = correct({ operation, args, slots }, said, understood.language, model, reader);
    const mended = corrected !== undefined && isRight(entry, { ...wish, args: corrected.args });
    return { manner, said, wrong, mended };
  };
  const named = (tongue: Language) =>
    NO[tongue] + wrong.map((key) => inWords(key, want.args[key], leaves, tongue)).join(', ');
  const swapped = valueForValue(wrong, want.args, wish, leaves);
  return [
    say('named', named('en')),
    ...(language === 'en' ? [] : [say('in their language', named(language))]),
    ...(swapped === undefined
      ? []
      : [say('value for value', `${NO[language]}${swapped[0]}, ${NOT[language]} ${swapped[1]}`)]),
  ];
}

function inWords(key: string, value: unknown, leaves: ReadonlyMap<string, Leaf>, tongue: Language): string {
  const leaf = leaves.get(key);
  if (typeof value === 'boolean') return wordFor(value ? key : 'private', tongue);
  if (Array.isArray(value)) return `${nameOf(leaf, key, tongue)} ${value.join(', ')}`;
  if (typeof value === 'object' && value !== null) return listInWords(value);
  return `${nameOf(leaf, key, tongue)} ${shown(value, leaf)}`;
}

/** `urban 60%, rural 40%` */
function listInWords(value: object): string {
  return Object.values(value)
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((item: Readonly<Record<string, unknown>>) =>
      typeof item['weight'] === 'number'
        ? `${item['name']} ${percent(item['weight'])}`
        : `${item['name']} ${item['population']}`,
    )
    .join(', ');
}

function shown(value: unknown, leaf: Leaf | undefined): string {
  return leaf?.share === true ? percent(Number(value)) : String(value);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

/** What people of a language call the field. */
function nameOf(leaf: Leaf | undefined, key: string, tongue: Language): string {
  const name = leaf?.names[1] ?? leaf?.names[0] ?? key;
  return tongue === 'en' ? name : wordFor(name, tongue);
}

function wordFor(name: string, tongue: Language): string {
  const words = wordsOf(name);
  const concepts = conceptsAt(words, 'en');
  const own = (concepts[0] ?? []).find((one) => concepts.every((others) => others.includes(one)));
  const entry = own === undefined ? undefined : LEXICONS[tongue].fields[own.replace('field.', '')];
  return entry === undefined ? name : (alternatives(entry).find((word) => word.length > 2) ?? name);
}

function valueForValue(
  wrong: readonly string[],
  want: Readonly<Record<string, unknown>>,
  wish: Wish,
  leaves: ReadonlyMap<string, Leaf>,
): readonly [now: string, before: string] | undefined {
  const [key, more] = wrong;
  if (key === undefined || more !== undefined) return undefined;
  const [now, before] = [want[key], wish.args[key]];
  if (typeof now === 'object' || typeof before !== typeof now || typeof now === 'boolean') return undefined;
  return [shown(now, leaves.get(key)), shown(before, leaves.get(key))];
}
