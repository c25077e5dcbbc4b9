import { escapePattern } from '../../kit/index.js';
import { isTypoOf } from '../language/edit-distance.js';
import { contentStems, splitName, stemOf, type Word } from '../language/tokenize.js';
import { rootLeaves } from '../schema/leaves.js';
import type { Field } from '../schema/schema-fields.js';
import type { TextModel } from './read-text.js';

const NEGATION =
  /(?:\bno|\bnot|\bwithout|n['’]?t|\bnever|\bdisable|\bexclud\w*|\bskip\w*|\bomit\w*|\bminus|\bturn off|\bswitch off|\bignor\w*|\bremov\w*|\bdrop|\bstop|\bcease)\s+(?:(?:any|the|a|be|to|use|using|do|include|yet)\s+)*$/iu;
const SWITCH_WORDS = new Set(
  ['include', 'use', 'with', 'is', 'has', 'enable', 'enabled', 'should', 'allow', 'do', 'want', 'only'].map(
    stemOf,
  ),
);

/** A choice of an enum, where the text names it. */
export interface NamedChoice {
  readonly choice: string;
  readonly start: number;
  readonly end: number;
}

/** Whether `no`, `without`, `don't` and the like stand right before a place of the text. */
export function negatedAt(text: string, at: number): boolean {
  return NEGATION.test(text.slice(Math.max(0, at - 40), at));
}

/** `true`, `false`, or undefined where the text does not speak of the switch. All words of its name must stand. */
export function readBoolean(field: Field, model: TextModel, spoken: ReadonlySet<Word>): boolean | undefined {
  const opposites = new Set(field.opposites.flatMap(contentStems));
  const opposite = model.words.find((word) => opposites.has(word.stem) && !spoken.has(word));
  if (opposite !== undefined) return negatedAt(model.text, opposite.start);
  const names = [
    field.nameStems.filter((stem) => !SWITCH_WORDS.has(stem)),
    ...field.aliases.map((alias) => contentStems(alias)),
  ];
  for (const stems of names) {
    if (stems.length === 0) continue;
    const found = stems.map((stem) => model.words.find((word) => word.stem === stem && !spoken.has(word)));
    const first = found[0];
    if (first === undefined || found.includes(undefined)) continue;
    const tail = model.text.slice(Math.max(...found.map((word) => word?.end ?? 0)));
    if (/^\s*(?:[:=]\s*)?(?:off|false|disabled)\b/iu.test(tail)) return false;
    return !negatedAt(model.text, first.start);
  }
  return undefined;
}

/**
 * The choices of an enum that the text names, by the value's own words or by those that the description puts
 * beside it. `spoken` words are the names of other fields and choose nothing.
 */
export function readChoices(
  field: Field,
  model: TextModel,
  spoken: ReadonlySet<Word>,
  ordinary: (plain: string) => boolean,
): NamedChoice[] {
  const found: (NamedChoice & { own: boolean })[] = [];
  for (const choice of field.choices) {
    const usable = (word: Word) => !spoken.has(word);
    const own = codeAt(choice, model.text) ?? phraseAt(splitName(choice).map(stemOf), model, usable);
    const at =
      own ??
      synonymsOf(field, choice)
        .map((stem) => phraseAt([stem], model, (word) => !spoken.has(word) && !ordinary(word.plain)))
        .find((one) => one !== undefined);
    if (at !== undefined && !negatedAt(model.text, at.start)) {
      found.push({ choice, ...at, own: own !== undefined });
    }
  }
  const own = found.filter((one) => one.own);
  return (own.length > 0 ? own : found).sort((a, b) => a.start - b.start);
}

/**
 * Of the choices found for a field those that are its own: where other fields could take the same words, as in `decimals to
 * comma`, only the one behind the name of the field.
 */
export function ownChoices(
  field: Field,
  found: readonly NamedChoice[],
  all: readonly { readonly field: Field; readonly found: readonly NamedChoice[] }[],
  { words }: TextModel,
): readonly NamedChoice[] {
  const rivals = all.filter(
    (one) => one.field !== field && one.found.some((other) => found.some((own) => own.start === other.start)),
  );
  if (rivals.length === 0) return found;
  const placesOf = ({ nameStems }: Field) =>
    words.filter(({ stem }) => nameStems.includes(stem)).map(({ start }) => start);
  const [own] = placesOf(field);
  if (own === undefined) return [];
  const next = Math.min(
    ...rivals.flatMap((one) => placesOf(one.field)).filter((start) => start > own),
    Number.POSITIVE_INFINITY,
  );
  return found.filter(({ start }) => start > own && start < next);
}

/** A choice with figures in it, such as `cdm-95-10`, is named by its own letters: its figures are no words. */
function codeAt(choice: string, text: string): { start: number; end: number } | undefined {
  if (!/\d/u.test(choice)) return undefined;
  const found = new RegExp(
    String.raw`(?<![\p{L}\p{N}_-])${escapePattern(choice)}(?![\p{L}\p{N}_-])`,
    'iu',
  ).exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

function phraseAt(
  stems: readonly string[],
  model: TextModel,
  usable: (word: Word) => boolean,
): { start: number; end: number } | undefined {
  const first = stems[0];
  if (first === undefined) return undefined;
  for (const [index, word] of model.words.entries()) {
    const rest = stems.every((stem, offset) => {
      const here = model.words[index + offset];
      return (
        here !== undefined &&
        usable(here) &&
        (here.stem === stem || (stem.length > 5 && isTypoOf(here.stem, stem)))
      );
    });
    if (rest && (stems.length > 1 || !word.stop)) {
      return { start: word.start, end: model.words[index + stems.length - 1]?.end ?? word.end };
    }
  }
  return undefined;
}

/** `"mean (average) or proportion (share, rate)"` gives `share` and `rate` for `proportion`, if no other choice has them. */
function synonymsOf(field: Field, choice: string): string[] {
  const tables = new Map<string, Set<string>>();
  for (const one of field.choices) {
    const pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}_-])["'\x60]?${escapePattern(one)}["'\x60]?\s*(?:\(([^)]*)\)|[:=]\s*([^;.]*?)(?=[;.]|$))`,
      'iu',
    );
    const match = pattern.exec(field.description);
    const named = (field.values.get(one) ?? []).filter((word) => !/[ *]/u.test(word));
    tables.set(one, new Set(contentStems([match?.[1] ?? match?.[2] ?? '', ...named].join(' '))));
  }
  const own = tables.get(choice) ?? new Set<string>();
  return [...own].filter((stem) =>
    [...tables].every(([other, stems]) => other === choice || !stems.has(stem)),
  );
}

/** An object that has an `enabled` switch and that the text refuses: `don't stratify`, `no strata`. */
export function refuses(field: Field, model: TextModel): boolean {
  const stems = new Set([
    ...field.nameStems,
    ...field.aliases.flatMap((alias) => contentStems(alias)),
    ...field.members.flatMap((member) => (member.kind === 'array' ? member.nameStems : [])),
  ]);
  return (
    model.words.some((word) => stems.has(word.stem) && negatedAt(model.text, word.start)) &&
    rootLeaves(field.members).length > 0
  );
}
