import { addTo } from '../../kit/index.js';
import { stemOf } from '../language/tokenize.js';
import type { Mention } from '../reading/reading.js';
import { getPath } from '../schema/leaves.js';
import { choiceFeatures, NO_CHOICE, valueOfChoice } from './features/choice-features.js';
import type { Token } from './features/tokens.js';
import { put } from './fill-args.js';
import type { Leaf } from './leaf-fields.js';
import type { Model } from './model.js';
import { probabilities } from './softmax.js';

/** Below this nobody gave it: a guess at what somebody left out is none of their words. */
const CHOSEN = 0.6;

/** Fields whose value the words give without saying it, but `unsettled` ones. Returns whether some may be given that cannot be told. */
export function choose(
  args: Record<string, unknown>,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  tokens: readonly Token[],
  filled: readonly string[],
  model: Model,
  unsettled: ReadonlySet<string>,
): boolean {
  let unclear = false;
  const chosen: { leaf: Leaf; value: unknown; p: number }[] = [];
  for (const [key, labels] of Object.entries(model.operations[operation]?.choices ?? {})) {
    const leaf = leaves.get(key);
    if (leaf === undefined || args[key] !== undefined || unsettled.has(key)) continue;
    const among = labels.map((label) => model.choices.labels.indexOf(label)).filter((index) => index >= 0);
    if (among.length === 0) continue;
    const p = probabilities(model.choices, choiceFeatures(tokens, operation, key, filled), among);
    let best = 0;
    for (let at = 1; at < p.length; at++) if ((p[at] ?? 0) > (p[best] ?? 0)) best = at;
    const label = model.choices.labels[among[best] ?? -1];
    if (label === undefined || label === NO_CHOICE) continue;
    if ((p[best] ?? 0) >= CHOSEN) chosen.push({ leaf, value: valueOfChoice(label), p: p[best] ?? 0 });
    else unclear = true;
  }
  // The one comma of `a decimal comma` stands before decimals or between thousands, and not in both places.
  const times = (value: unknown) => tokens.filter(({ text }) => text === value).length;
  for (const { leaf, value, p } of chosen)
    if (times(value) !== 1 || !chosen.some((other) => other.value === value && other.p > p))
      put(args, leaf, value);
  return unclear;
}

/** Words before the name of a choice that turn it round. */
const TURNED =
  /(?:^| )(?:not|never|no|less|weniger|moins|menos|nicht|nie|pas|jamais|non|nunca|nao|bado)(?: \p{L}+)? $/u;

/**
 * A choice that the words call as the schema calls it. Returns the fields of which they call several, or none but one that
 * they do not want: of those nothing that was learnt knows better.
 */
export function chooseCalled(
  args: Record<string, unknown>,
  leaves: ReadonlyMap<string, Leaf>,
  tokens: readonly Token[],
): ReadonlySet<string> {
  const unsettled = new Set<string>();
  const said = ` ${tokens.map(({ text }) => text).join(' ')} `;
  const shared = sharedChoices(leaves);
  const parts = stretches(tokens);
  // The `mean` of `mean 0.8` names a field, and chooses nothing.
  const names = new Set([...leaves.values()].flatMap((leaf) => leaf.names.map((name) => name.toLowerCase())));
  for (const leaf of leaves.values()) {
    if (isListOfChoices(leaf) && getPath(args, leaf.path) === undefined) chooseAll(args, leaf, said);
    if (leaf.many || getPath(args, leaf.path) !== undefined) continue;
    const called = leaf.called.flatMap(({ choice, words }) => {
      if (names.has(words)) return [];
      const among = shared.get(words);
      if (among !== undefined && !parts.some((part) => isNamedIn(part, words, leaf, among))) return [];
      const at = placeOf(words, said);
      return at < 0 ? [] : [{ choice, words, turned: TURNED.test(said.slice(0, at + 1)) }];
    });
    const turned = called.find(({ words }) => called.some((one) => fromTo(one.words, words).test(said)));
    const [only, another] =
      turned === undefined ? new Set(called.map(({ choice }) => choice)) : [turned.choice];
    if (only === undefined) continue;
    if (another !== undefined || called.some(({ turned }) => turned)) unsettled.add(leaf.key);
    else put(args, leaf, leaf.kind === 'boolean' ? only === 'true' : only);
  }
  return unsettled;
}

/** Whether a field is a list of some of a few choices. */
function isListOfChoices({ kind, many, listed, path }: Leaf): boolean {
  return kind === 'enum' && many && listed === path.length - 1;
}

/** Every choice of a list that a message names: `forget my language and my units`. */
function chooseAll(args: Record<string, unknown>, leaf: Leaf, said: string): void {
  for (const choice of leaf.choices) {
    const isNamed = leaf.called.some((one) => one.choice === choice && placeOf(one.words, said) >= 0);
    if (isNamed) put(args, leaf, choice);
  }
}

/** `from comma to point`: the second is what is wanted. */
function fromTo(from: string, to: string): RegExp {
  return new RegExp(
    ` (?:from|von|de|du|desde|kutoka) ${literal(from)} (?:to|auf|zu|a|au|en|para|hadi|kwenda) ${literal(to)} `,
    'u',
  );
}

/** Words that are a choice of several fields, with those fields: a comma stands before decimals or between thousands. */
function sharedChoices(leaves: ReadonlyMap<string, Leaf>): ReadonlyMap<string, readonly Leaf[]> {
  const found = new Map<string, Leaf[]>();
  for (const leaf of leaves.values())
    for (const words of new Set(leaf.called.map((one) => one.words))) addTo(found, words, leaf);
  return new Map([...found].filter(([, own]) => own.length > 1));
}

const STOP = /^(?:[,;.:]|and|und|et|y|e|na)$/u;

/** The words of a message between stops and joining words. */
function stretches(tokens: readonly Token[]): readonly (readonly string[])[] {
  const found: string[][] = [[]];
  for (const { text } of tokens)
    if (STOP.test(text)) found.push([]);
    else found.at(-1)?.push(text);
  return found;
}

/** Whether a stretch says the words beside the name of this field alone: `decimals to comma`, `a point for thousands`. */
function isNamedIn(part: readonly string[], words: string, leaf: Leaf, among: readonly Leaf[]): boolean {
  if (placeOf(words, ` ${part.join(' ')} `) < 0) return false;
  const stems = new Set(part.map(stemOf));
  const named = among.filter(({ names }) =>
    names.some((name) => name.split(' ').some((one) => stems.has(stemOf(one)))),
  );
  return named.length === 1 && named[0] === leaf;
}

/** A choice that is a code, such as `cdm-90-10`, is said by its own letters or by its parts, `90/10, CDM`; the latest holds. */
export function chooseCoded(
  args: Record<string, unknown>,
  leaves: ReadonlyMap<string, Leaf>,
  text: string,
): void {
  for (const leaf of leaves.values()) {
    if (leaf.many) continue;
    const codes = leaf.choices.filter((choice) => /\d/u.test(choice));
    const whole = codes.filter((choice) => holds(text, literal(choice)));
    const said = whole.length > 0 ? whole : codes.filter((choice) => holdsParts(text, choice));
    const [only, another] = said;
    if (only !== undefined && another === undefined) put(args, leaf, only);
  }
}

function holds(text: string, pattern: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}(?![\\p{L}\\p{N}-])`, 'iu').test(text);
}

/** `CDM` somewhere, and `90/10` by itself. */
function holdsParts(text: string, choice: string): boolean {
  const [name = '', ...numbers] = choice.split('-');
  if (numbers.length < 2 || !numbers.every((part) => /^\d+$/u.test(part))) return false;
  return holds(text, literal(name)) && holds(text, numbers.join('\\s?[/-]\\s?'));
}

/** Where words stand in a message whose words have a space on each side; -1 where they do not. */
function placeOf(words: string, said: string): number {
  if (!words.includes('*')) return said.indexOf(` ${words} `);
  const pattern = words.split('*').map(literal);
  return said.search(new RegExp(` ${pattern.join('\\p{L}*')} `, 'u'));
}

function literal(text: string): string {
  return text.replace(/[.*+?^\x24{}()|[\]\\]/gu, '\\$&');
}

/** Whether a chosen name says a value already, as `gs-90-10` says 90/10. */
export function saysChoice(
  { raw }: Mention,
  args: Readonly<Record<string, unknown>>,
  leaves: ReadonlyMap<string, Leaf>,
): boolean {
  const plain = `-${dashed(raw)}-`;
  return [...leaves.values()].some(({ choices, path }) => {
    const value = choices.length > 0 ? getPath(args, path) : undefined;
    return typeof value === 'string' && `-${dashed(value)}-`.includes(plain);
  });
}

function dashed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}

/** An object that was filled is wanted: its switch, a truth that it demands, is on unless the words said otherwise. */
export function switchOn(args: Record<string, unknown>, leaves: ReadonlyMap<string, Leaf>): void {
  for (const leaf of leaves.values()) {
    const inner = leaf.kind === 'boolean' && leaf.needed && !leaf.many && leaf.path.length > 1;
    if (!inner || getPath(args, leaf.path.slice(0, -1)) === undefined) continue;
    if (getPath(args, leaf.path) === undefined) put(args, leaf, true);
  }
}
