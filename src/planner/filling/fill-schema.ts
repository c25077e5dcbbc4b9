import type { ToolSchema } from '../../plugin/index.js';
import { type Args, getPath, objectsOf } from '../schema/leaves.js';
import { type Field, fieldsOf } from '../schema/schema-fields.js';
import type { RefusedNumber } from './assign-numbers.js';
import { fillSwitch, keepValid, literalArgs, missingFields } from './complete-args.js';
import { fillArray } from './fill-arrays.js';
import { ownChoices, readBoolean, readChoices } from './fill-choices.js';
import { fillDates, isDate } from './fill-dates.js';
import { readGroups } from './fill-groups.js';
import { fillNumbers } from './fill-numbers.js';
import { findStrings } from './fill-strings.js';
import { Filling, type FillOptions, type Place } from './filling.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';
import { isShareInUse } from './share-in-use.js';

export interface Filled {
  readonly args: Args;
  /** Fields that must be given and that the text does not give, outer before inner. */
  readonly missing: readonly Field[];
  readonly refused: readonly RefusedNumber[];
  /** Several values for one single-valued field, as in `the weather in Berlin and Paris`. */
  readonly spread: { readonly field: Field; readonly values: readonly string[] } | undefined;
  /** Fields that the text fills. */
  readonly filled: readonly Field[];
  /** Numbers of the text that no field took. */
  readonly unused: readonly NumberMention[];
  /** Where the values of its text fields stand. */
  readonly places: readonly Place[];
  /** Where the names of its choices stand. */
  readonly chosen?: readonly Place[];
}

/** Fills a tool's parameters from a text. Only what the text says is filled, and only if the schema allows it. */
export function fillSchema(tool: ToolSchema, model: TextModel, options: FillOptions): Filled {
  const fields = fieldsOf(tool.parameters);
  const filling = new Filling(tool.name, fields, model, options);
  filling.args = literalArgs(fields, model);
  fillArrays(filling);
  const refusals = fillNumbers(filling);
  const chosen = fillChoices(filling);
  filling.args = fillDates(filling.leaves, model, filling.args, (...places) => filling.take(...places));
  const { places, spread } = fillStrings(filling);
  for (const object of objectsOf(fields)) filling.args = fillSwitch(object, model, filling.args);
  const args = keepValid(filling.leaves, filling.args, tool.parameters);
  const refused = refusals.filter((one) => getPath(args, one.field.path) === undefined);
  const refusedMentions = new Set(refused.map((one) => one.mention));
  return {
    args,
    missing: missingFields(fields, args),
    refused,
    spread,
    filled: filling.leaves.filter((field) => getPath(args, field.path) !== undefined),
    places,
    chosen,
    unused: model.numbers.filter(
      (one) => one.implied !== true && !filling.taken(one.start, one.end) && !refusedMentions.has(one),
    ),
  };
}

/** Lists first: their numbers and names are no values of single fields. */
function fillArrays(filling: Filling): void {
  const { model, cues, options, spoken } = filling;
  for (const field of filling.open('array')) {
    if (field.items?.kind !== 'object') continue;
    const aliases = parentOf(filling, field)?.aliases ?? [];
    const groups = readGroups(model, field, cues, aliases);
    if (groups === undefined) continue;
    filling.set(field, groups.items, ...groups.mentions);
    for (const word of groups.spoken) spoken.add(word);
  }
  for (const field of filling.open('array')) {
    if (field.items?.kind === 'object') continue;
    const slot = options.slots.get(field.name);
    const array = fillArray(field, model, cues, slot, options.ordinary, spoken, filling.isAsked(field));
    if (array !== undefined) filling.set(field, array.value, ...array.spans);
  }
}

/** Returns where the names of the choices stand. */
function fillChoices(filling: Filling): Place[] {
  const places: Place[] = [];
  const { model, options } = filling;
  const open = filling.open('enum').filter((field) => isSpokenOf(filling, field));
  const read = open.map((field) => ({
    field,
    found: readChoices(field, model, filling.ownNames, options.ordinary),
  }));
  for (const { field, found } of read) {
    const [choice, other] = ownChoices(field, found, read, model);
    const silent = options.frame.choices.get(field.name);
    if (choice !== undefined && other === undefined) {
      filling.set(field, choice.choice, choice);
      places.push({ start: choice.start, end: choice.end });
    } else if (choice === undefined && silent !== undefined) filling.set(field, silent);
    else if (choice === undefined && field.choices.includes('proportion') && usesShare(filling))
      filling.set(field, 'proportion');
  }
  for (const field of filling.open('boolean')) {
    const value = field.name === 'enabled' ? undefined : readBoolean(field, model, filling.spoken);
    if (value !== undefined) filling.set(field, value);
  }
  return places;
}

/** `80% are in use` was taken for a value: it is a share of units, not a measure of each. */
function usesShare(filling: Filling): boolean {
  return filling.model.numbers.some(
    (one) => isShareInUse(filling.model, one) && filling.taken(one.start, one.end),
  );
}

/** A choice inside an optional object is read only where the text speaks of the object or of the choice's field. */
function isSpokenOf(filling: Filling, field: Field): boolean {
  if (field.path.length < 2 || field.required) return true;
  const parent = parentOf(filling, field);
  if (parent === undefined || !filling.isOpen(parent)) return true;
  return filling.model.words.some(
    (word) => (parent.cues.get(word.stem) ?? 0) >= 0.8 || filling.cues.weight(word, field) >= 0.4,
  );
}

function parentOf(filling: Filling, field: Field): Field | undefined {
  return objectsOf(filling.fields).find((object) => object.members.includes(field));
}

/** Fields that the text surely speaks of come first, so that no other takes their value. */
function fillStrings(filling: Filling): { places: Place[]; spread: Filled['spread'] } {
  const { model, cues, options } = filling;
  const places: Place[] = [];
  let spread: Filled['spread'];
  const said = new Set(model.words.map((word) => word.plain));
  const led = (field: Field) =>
    [...(options.slots.get(field.name)?.before ?? [])].some((word) => said.has(word));
  const rank = (field: Field) =>
    (options.frame.starts.has(field.name) ? 4 : 0) + (led(field) ? 2 : 0) + (field.required ? 1 : 0);
  const strings = filling.open('string').filter((field) => !isDate(field));
  for (const field of strings.sort((a, b) => rank(b) - rank(a))) {
    const values = findStrings(field, {
      model,
      cues,
      slot: options.slots.get(field.name),
      ordinary: options.ordinary,
      frameStart: options.frame.starts.get(field.name),
      asked: filling.isAsked(field),
      taken: (start, end) => filling.taken(start, end),
    });
    const first = values[0];
    if (first === undefined) continue;
    filling.set(field, first.value, ...values);
    places.push(...values);
    if (values.length > 1 && field.required) spread = { field, values: values.map((value) => value.value) };
  }
  return { places, spread };
}
