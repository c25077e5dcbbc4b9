import type { Language } from '../../language/language.js';
import type { Mention } from '../../reading/reading.js';
import { type Args, getPath, withoutPath, withPath } from '../../schema/leaves.js';
import { switchOn } from '../choices.js';
import { type Filler, fillArgs, put } from '../fill-args.js';
import { givenByIntent } from '../intent-labels.js';
import { intentsOf } from '../intents.js';
import { type Leaf, leafFieldsOf } from '../leaf-fields.js';
import { type Items, itemsOf } from '../list-items.js';
import { type Model, partFor } from '../model.js';
import { namedFields } from '../naming/named-fields.js';
import { type ReadTurn, readTurn } from '../read-turn.js';
import type { Reader } from '../reader.js';
import { fieldsOfLabel, NO_FIELD } from '../slot-labels.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import type { FilledSlot } from '../wish.js';
import { placeTexts } from './place-texts.js';
import { type Proposed, placeValues } from './place-values.js';
import { withoutReply } from './without-reply.js';

/** A call as a person has corrected it. */
export interface Corrected {
  readonly args: Args;
  /** Keys of the fields that the correction gives. */
  readonly changed: readonly string[];
  /** All places of its values, those of the correction last. */
  readonly slots: readonly FilledSlot[];
  /** Every value was named, or said beside the one that it replaces. */
  readonly plain: boolean;
  /** Values of the correction that no field took. */
  readonly unexplained: readonly Mention[];
}

/** From here on words are taken for the other value of a field that is part of the wish: `make it private`. */
const CHOSEN = 0.6;

/**
 * Reads a message as the correction of a call that was proposed: `no, 8%`, `yes but with 90/10`, `8%, not 15`, `the city
 * is Nairobi`. What it names is replaced, a list as a whole, and all else stays. Undefined when there is nothing in it.
 * `language` is that of the talk; a correction may be in another.
 */
export function correct(
  proposed: Proposed,
  said: string,
  language: Language,
  model: Model,
  reader: Reader,
): Corrected | undefined {
  const corrected = correctIn(language, proposed, said, model, reader);
  if (corrected !== undefined && corrected.changed.length > 0 && corrected.plain) return corrected;
  const own = reader.languageOf(said);
  const other = own === language ? undefined : correctIn(own, proposed, said, model, reader);
  return other?.plain === true && other.changed.length > 0 ? other : corrected;
}

function correctIn(
  language: Language,
  proposed: Proposed,
  said: string,
  model: Model,
  reader: Reader,
): Corrected | undefined {
  const { operation, args, slots } = proposed;
  const leaves = leafFieldsOf(operation.parameters);
  const text = withoutReply(said);
  const turn = readTurn(reader.read(text, language), reader);
  const names = namedFields(turn.tokens, leaves);
  const index = Math.max(0, ...slots.map((slot) => slot.turn)) + 1;
  const lastFields = [...new Set(slots.filter((slot) => slot.turn === index - 1).map(keyOf))];
  const context = { turn: index, lastFields };
  const items = itemsOf(turn, names, leaves, reader.unit);
  const listed = new Set<Mention>(items?.items.map(({ mention }) => mention));
  const texts = placeTexts(turn, names, proposed, model, text !== said);
  const placed = placeValues(turn.tokens, names, proposed, leaves, context, model, reader.unit).filter(
    ({ mention }) =>
      !listed.has(mention) && ![...texts.values()].some((value) => value.includes(mention.raw)),
  );
  const now = placed.flatMap(({ mention, label }): Filler[] =>
    fieldsOfLabel(label).map(({ path, reading, of }) => ({
      key: path.join('.'),
      path,
      mention,
      reading,
      of: of?.join('.'),
    })),
  );
  const lists = items === undefined ? [] : [items.name.key, items.amount.key];
  const changed = new Set([...now.map(({ key }) => key), ...texts.keys(), ...lists]);
  const chosen = changed.size === 0 ? choicesOf(turn, proposed, model) : {};
  if (changed.size === 0 && Object.keys(chosen).length === 0 && placed.length === 0) return undefined;
  const { relations } = partFor(model, operation.name);
  const kept = slots.filter((slot) => !changed.has(keyOf(slot)));
  const fillers = [...kept.map((slot) => fillerOf(slot, relations)), ...now];
  const filled = fillArgs(fillers, leaves, relations, reader.unit).args;
  // A share of what changed is another value now: `no, mean 4` after `cv 0.35`.
  const relative = kept.filter(
    (slot) => slot.reading === 'relative' && changed.has(relations[keyOf(slot)] ?? ''),
  );
  for (const [key, value] of texts) {
    const leaf = leaves.get(key);
    if (leaf !== undefined) put(filled, leaf, value);
  }
  if (items !== undefined) putItems(filled, items, reader.unit);
  let whole: Args = { ...args, ...chosen };
  for (const key of [...changed, ...relative.map(keyOf)]) {
    const path = wholeOf(leaves.get(key));
    const value = path === undefined ? undefined : getPath(filled, path);
    if (path !== undefined && value !== undefined) whole = withPath(whole, path, value);
  }
  // `15% is the dropout` takes the value from where it was.
  const [only, another] = now;
  for (const slot of slots)
    if (
      only !== undefined &&
      another === undefined &&
      !changed.has(keyOf(slot)) &&
      isSaidAgain(slot.mention, only.mention)
    )
      whole = withoutPath(whole, slot.path);
  const corrected = structuredClone(whole);
  switchOn(corrected, leaves);
  return {
    args: corrected,
    changed: [...changed, ...Object.keys(chosen)],
    slots: [
      ...slots.filter((slot) => getPath(corrected, slot.path) !== undefined && !changed.has(keyOf(slot))),
      ...now.map(({ path, mention, reading }) => ({ path, mention, reading, p: 1, turn: index })),
    ],
    plain: placed.every(({ plain }) => plain),
    unexplained: placed.flatMap(({ mention, label }) => (label === NO_FIELD ? [mention] : [])),
  };
}

/** The values that the wish itself stands for, where the words mean others of them. */
function choicesOf(turn: ReadTurn, { operation, args }: Proposed, model: Model): Args {
  const known = new Map([[operation.name, operation]]);
  const [best] = intentsOf(turn, operation.name, known, model).list;
  const given = best === undefined || best.p < CHOSEN ? {} : givenByIntent(best.label);
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => args[key] !== value));
}

function isSaidAgain(before: Mention, now: Mention): boolean {
  if (before.type !== 'number' || now.type !== 'number') return false;
  return before.value === now.value && before.percent === now.percent && before.unit?.name === now.unit?.name;
}

function fillerOf(slot: FilledSlot, relations: Readonly<Record<string, string>>): Filler {
  const { path, mention, reading } = slot;
  const key = keyOf(slot);
  return { key, path, mention, reading, of: reading === 'relative' ? relations[key] : undefined };
}

/** The list anew, whatever it was. */
function putItems(args: Record<string, unknown>, { name, amount, items }: Items, unit: UnitReader): void {
  const rows = items.map((item) => ({
    [name.path.at(-1) ?? '']: item.name,
    [amount.path.at(-1) ?? '']: slotValue(item.mention, amount, 'as is', unit),
  }));
  Object.assign(args, withPath(args, name.path.slice(0, -1), rows));
}

function keyOf({ path }: FilledSlot): string {
  return path.join('.');
}

/** What is replaced with a value: itself, or the list that it stands in. */
function wholeOf(leaf: Leaf | undefined): readonly string[] | undefined {
  return leaf === undefined || leaf.listed < 0 ? leaf?.path : leaf.path.slice(0, leaf.listed + 1);
}
