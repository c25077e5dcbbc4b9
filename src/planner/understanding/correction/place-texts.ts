import { fold } from '../../language/fold.js';
import { unitNamed } from '../../reading/units.js';
import { getPath } from '../../schema/leaves.js';
import { type Leaf, leafFieldsOf } from '../leaf-fields.js';
import { type Model, partFor } from '../model.js';
import type { NamedField } from '../naming/named-fields.js';
import type { ReadTurn } from '../read-turn.js';
import { splitInstead, withoutStop } from './instead.js';
import type { Proposed } from './place-values.js';

/** Texts that a correction gives, by the key of their field. */
export type Texts = ReadonlyMap<string, string>;

const LONGEST = 80;
/** More words are a sentence of their own, not the text of a field. */
const MOST_WORDS = 8;
const IS =
  /^(?:is|are|to|as|be|should|must|=|:|ist|sind|auf|soll|als|est|es|sera|a|en|para|sea|e|para|ni|iwe|kwa)$/u;
/**
 * The words that a correction gives for fields of text: behind the name of one; in the place of the text that they replace,
 * `Nairobi, not Mombasa`; or, where the call has but one and the message no value, all of it. A choice is given by its name.
 */
export function placeTexts(
  turn: ReadTurn,
  names: readonly NamedField[],
  { operation, args }: Proposed,
  model: Model,
  led: boolean,
): Texts {
  const leaves = leafFieldsOf(operation.parameters);
  const texts = new Map<string, string>();
  for (const name of names) {
    const leaf = name.keys
      .map((key) => leaves.get(key))
      .find((one) => (one?.kind === 'string' || one?.kind === 'enum') && !one.many);
    const text = leaf === undefined ? undefined : textBehind(turn, name, names, leaf);
    if (leaf !== undefined && text !== undefined) texts.set(leaf.key, text);
  }
  if (texts.size > 0) return texts;
  const hasValues = turn.tokens.some(({ mention }) => mention !== undefined && mention.type !== 'quote');
  const { now, before } = splitInstead(turn.reading.text);
  for (const leaf of leaves.values()) {
    if (leaf.many) continue;
    const value = getPath(args, leaf.path);
    const isOld = typeof value === 'string' && before !== '' && fold(value) === fold(before);
    const text = leaf.kind === 'enum' ? choiceIn(turn, names, leaf) : isOld ? bareText(now) : undefined;
    if (text !== undefined && (leaf.kind === 'enum' || leaf.kind === 'string')) texts.set(leaf.key, text);
  }
  if (texts.size > 0 || hasValues || names.length > 0 || !led) return texts;
  const spans = partFor(model, operation.name).operations[operation.name]?.spans ?? [];
  const [only, another] = spans.flatMap((key) => {
    const leaf = leaves.get(key);
    return leaf === undefined || leaf.many || getPath(args, leaf.path) === undefined ? [] : [leaf];
  });
  const text = bareText(now);
  // `in Fahrenheit` names a unit, and no place.
  const isUnit =
    unitNamed(
      fold(text ?? '')
        .split(' ')
        .at(-1) ?? '',
    ) !== undefined;
  return only !== undefined && another === undefined && text !== undefined && !isUnit
    ? new Map([[only.key, text]])
    : texts;
}

function textBehind(
  { tokens, reading }: ReadTurn,
  { next }: NamedField,
  names: readonly NamedField[],
  leaf: Leaf,
): string | undefined {
  let at = next;
  while (IS.test(tokens[at]?.text ?? '')) at++;
  const first = tokens[at];
  if (leaf.kind === 'enum') {
    const said = reading.text.slice(first?.start ?? reading.text.length).toLowerCase();
    return leaf.choices.find((choice) => said.startsWith(choice.toLowerCase()));
  }
  if (first === undefined || first.mention !== undefined) return undefined;
  const quote = reading.mentions.find(({ type, start }) => type === 'quote' && start >= first.start - 1);
  if (quote?.type === 'quote') return quote.value;
  const other = names.find(({ from }) => from > at);
  const end = other === undefined ? reading.text.length : (tokens[other.from]?.start ?? 0);
  const behind = reading.text.slice(first.start, end);
  return bareText(splitInstead(behind).now);
}

function bareText(text: string): string | undefined {
  const bare = withoutStop(text);
  return bare === '' || bare.length > LONGEST || bare.split(/\s+/u).length > MOST_WORDS ? undefined : bare;
}

/** The choice whose own words stand in the message, where they name no other field and are not what no longer holds. */
function choiceIn(
  { tokens, reading }: ReadTurn,
  names: readonly NamedField[],
  { key, choices, called }: Leaf,
): string | undefined {
  const end = splitInstead(reading.text).now.length;
  const free = tokens.filter(
    (token, at) =>
      token.end <= end &&
      !names.some((name) => name.from <= at && at < name.next && !name.keys.includes(key)),
  );
  const said = ` ${free.map(({ text }) => text).join(' ')} `;
  const named = choices.filter(
    (choice) => choice.length > 2 && said.includes(` ${choice.toLowerCase().replace(/[-_]+/gu, ' ')} `),
  );
  // `gold standard`, where the schema says that people call a code so.
  const found =
    named.length > 0
      ? named
      : called.flatMap(({ choice, words }) => (said.includes(` ${words} `) ? [choice] : []));
  const [only, another] = new Set(found);
  return another === undefined ? only : undefined;
}
