import type { ToolSchema } from '../../../plugin/index.js';
import { assignNumbers, type RefusedNumber, unitAfter } from './assign-numbers.js';
import { fillSwitch, keepValid, literalArgs, missingFields } from './complete-args.js';
import { convertNumber } from './convert-number.js';
import { type CueTable, cueTable } from './cues.js';
import { fillArray } from './fill-arrays.js';
import { negatedAt, readBoolean, readChoices } from './fill-choices.js';
import { fillDates, isDate } from './fill-dates.js';
import { readGroups } from './fill-groups.js';
import { findStrings } from './fill-strings.js';
import type { FrameMatch } from './frames.js';
import { type Args, getPath, objectsOf, rootLeaves, withPath } from './leaves.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';
import { type Field, fieldsOf, type JsonSchema } from './schema-fields.js';
import type { Slot } from './slots.js';
import { splitName, stemOf, type Word } from './tokenize.js';
import { meets } from './validate.js';

export interface FillOptions {
  readonly slots: ReadonlyMap<string, Slot>;
  /** The example sentence that the text follows, if any. */
  readonly frame: FrameMatch;
  /** Words of the tool and its capability: they are no values. */
  readonly ordinary: (plain: string) => boolean;
  /** Paths that the person was asked for, joined by dots: a bare value may answer them. */
  readonly asked: ReadonlySet<string>;
  /** Whether a place of the text speaks of this tool's subject; numbers elsewhere are filled only by their words. */
  readonly onSubject: (at: number) => boolean;
}

export interface Filled {
  readonly args: Args;
  /** Fields that must be given and that the text does not give, outer before inner. */
  readonly missing: readonly Field[];
  readonly refused: readonly RefusedNumber[];
  /** Several values for one single-valued field, as in `the weather in Berlin and Paris`. */
  readonly spread: { readonly field: Field; readonly values: readonly string[] } | undefined;
  /** Words that named fields rather than said what is wanted. */
  readonly spoken: ReadonlySet<Word>;
  /** Fields that the text fills. */
  readonly filled: readonly Field[];
  /** Numbers of the text that no field took. */
  readonly unused: readonly NumberMention[];
  /** Where the values of its text fields stand. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

const cueTables = new WeakMap<readonly Field[], CueTable>();

function cuesFor(fields: readonly Field[], toolName: string): CueTable {
  const known = cueTables.get(fields);
  if (known !== undefined) return known;
  const table = cueTable(rootLeaves(fields), new Set(splitName(toolName).map(stemOf)));
  cueTables.set(fields, table);
  return table;
}

/** Fills a tool's parameters from a text. Only what the text says is filled, and only if the schema allows it. */
export function fillSchema(tool: ToolSchema, model: TextModel, options: FillOptions): Filled {
  const schema: JsonSchema = tool.parameters;
  const fields = fieldsOf(schema);
  const leaves = rootLeaves(fields);
  const cues = cuesFor(fields, tool.name);
  const spoken = new Set<Word>();
  const used: { start: number; end: number }[] = [];
  const take = (...places: readonly { start: number; end: number }[]) => used.push(...places);
  const taken = (start: number, end: number) => used.some((one) => start < one.end && one.start < end);
  const asked = (field: Field) => options.asked.has(field.path.join('.'));
  let args = literalArgs(fields, model);
  const set = (field: Field, value: unknown) => {
    args = withPath(args, field.path, value);
  };
  const open = (field: Field) => getPath(args, field.path) === undefined;

  for (const field of leaves) {
    if (field.kind !== 'array' || !open(field) || field.items?.kind !== 'object') continue;
    const groups = readGroups(model, field, cues, parentAliases(fields, field));
    if (groups === undefined) continue;
    set(field, groups.items);
    take(...groups.mentions);
    for (const word of groups.spoken) spoken.add(word);
  }
  for (const field of leaves) {
    if (field.kind !== 'array' || !open(field) || field.items?.kind === 'object') continue;
    const slot = options.slots.get(field.name);
    const array = fillArray(field, model, cues, slot, options.ordinary, spoken, asked(field));
    if (array === undefined) continue;
    set(field, array.value);
    take(...array.spans);
  }

  const numeric = leaves.filter((field) => field.kind === 'number' && open(field));
  for (const framed of framedNumbers(numeric, model, options.frame)) {
    set(framed.field, framed.value);
    take(framed.mention);
  }
  const free = model.numbers.filter((mention) => !taken(mention.start, mention.end));
  const numbers = assignNumbers(model, numeric.filter(open), cues, free);
  for (const { field, value, mention } of numbers.assigned) {
    set(field, value);
    take(mention);
  }
  for (const word of numbers.spoken) spoken.add(word);
  for (const field of numeric) {
    if (open(field) && saysNone(field, model, cues, spoken)) set(field, 0);
  }
  const bare = bareNumber(
    numeric.filter(open),
    model,
    numbers.left,
    options,
    cues,
    asked,
    numeric.filter((field) => field.required).length,
  );
  if (bare !== undefined) {
    set(bare.field, bare.value);
    take(bare.mention);
  }

  for (const field of leaves) {
    if (!open(field)) continue;
    if (field.kind === 'enum') {
      if (!isSpokenOf(field, fields, args, model, cues)) continue;
      const [choice, other] = readChoices(field, model, spoken, options.ordinary);
      const silent = options.frame.choices.get(field.name);
      if (choice === undefined && silent !== undefined) set(field, silent);
      if (choice === undefined || other !== undefined) continue;
      set(field, choice.choice);
      take(choice);
    } else if (field.kind === 'boolean' && field.name !== 'enabled') {
      const value = readBoolean(field, model, spoken);
      if (value !== undefined) set(field, value);
    }
  }
  args = fillDates(leaves, model, args, take);
  const places: { start: number; end: number }[] = [];
  let spread: Filled['spread'];
  const strings = leaves.filter((field) => field.kind === 'string' && !isDate(field));
  const said = new Set(model.words.map((word) => word.plain));
  const led = (field: Field) =>
    [...(options.slots.get(field.name)?.before ?? [])].some((word) => said.has(word));
  const rank = (field: Field) =>
    (options.frame.starts.has(field.name) ? 4 : 0) + (led(field) ? 2 : 0) + (field.required ? 1 : 0);
  for (const field of [...strings].sort((a, b) => rank(b) - rank(a))) {
    if (!open(field)) continue;
    const slot = options.slots.get(field.name);
    const values = findStrings(field, {
      model,
      cues,
      slot,
      ordinary: options.ordinary,
      frameStart: options.frame.starts.get(field.name),
      asked: asked(field),
      taken,
    });
    const first = values[0];
    if (first === undefined) continue;
    set(field, first.value);
    take(...values);
    places.push(...values);
    if (values.length > 1 && field.required) spread = { field, values: values.map((value) => value.value) };
  }

  for (const object of objectsOf(fields)) args = fillSwitch(object, model, args);
  args = keepValid(leaves, args, schema);
  const refusedMentions = new Set(numbers.refused.map((one) => one.mention));
  const filled = leaves.filter((field) => getPath(args, field.path) !== undefined);
  return {
    args,
    missing: missingFields(fields, args),
    refused: numbers.refused.filter((one) => getPath(args, one.field.path) === undefined),
    spread,
    spoken,
    filled,
    places,
    unused: model.numbers.filter(
      (mention) => !mention.implied && !taken(mention.start, mention.end) && !refusedMentions.has(mention),
    ),
  };
}

/** `no dropout`, `without losses`, `zero dropout`: the number zero, where the schema allows it. */
function saysNone(field: Field, model: TextModel, cues: CueTable, spoken: Set<Word>): boolean {
  if (!meets(0, field.schema)) return false;
  const word = model.words.find(
    (one) =>
      !spoken.has(one) &&
      cues.weight(one, field) >= 0.4 &&
      (negatedAt(model.text, one.start) || /\bzero\s+$/iu.test(model.text.slice(0, one.start))),
  );
  if (word !== undefined) spoken.add(word);
  return word !== undefined;
}

/** A choice inside an optional object is read only where the text speaks of the object or of the choice's field. */
function isSpokenOf(
  field: Field,
  fields: readonly Field[],
  args: Args,
  model: TextModel,
  cues: CueTable,
): boolean {
  if (field.path.length < 2 || field.required) return true;
  const parent = objectsOf(fields).find((object) => object.members.includes(field));
  if (parent === undefined || getPath(args, parent.path) !== undefined) return true;
  return model.words.some(
    (word) => (parent.cues.get(word.stem) ?? 0) >= 0.8 || cues.weight(word, field) >= 0.4,
  );
}

/** What people call the object around a field. */
function parentAliases(fields: readonly Field[], field: Field): readonly string[] {
  return objectsOf(fields).find((object) => object.members.includes(field))?.aliases ?? [];
}

/** Numbers at the places where an example sentence has its numbers. */
function framedNumbers(
  numeric: readonly Field[],
  model: TextModel,
  frame: FrameMatch,
): { field: Field; value: number; mention: NumberMention }[] {
  return numeric.flatMap((field) => {
    const at = frame.starts.get(field.name);
    const mention =
      at === undefined ? undefined : model.numbers.find((one) => one.start <= at && at < one.end);
    const conversion = mention === undefined ? undefined : convertNumber(mention, field, undefined);
    return mention !== undefined && conversion?.ok === true
      ? [{ field, value: conversion.value, mention }]
      : [];
  });
}

/** One number without words of its own and one open field that must have one: they belong together. */
function bareNumber(
  open: readonly Field[],
  model: TextModel,
  left: readonly NumberMention[],
  options: FillOptions,
  cues: CueTable,
  asked: (field: Field) => boolean,
  required: number,
): { field: Field; value: number; mention: NumberMention } | undefined {
  const questioned = open.filter(asked);
  const wanted = questioned.length > 0 ? questioned : open.filter((field) => field.required);
  // `a sample for 5,000`: of several open fields only one counts things.
  const counting = wanted.filter((field) => field.integer);
  const only = wanted.length > 1 ? counting[0] : wanted[0];
  if (only === undefined || (wanted.length > 1 && counting.length > 1)) return undefined;
  const sole = required === 1;
  const fitting = left.flatMap((mention) => {
    if (mention.implied === true || mention.pair !== undefined) return [];
    if (questioned.length === 0 && !options.onSubject(mention.start)) return [];
    if (
      wanted.length > 1 &&
      !/\b(?:for|of|from|among)\s+(?:about\s+|the\s+)?$/iu.test(model.text.slice(0, mention.start))
    )
      return [];
    const unit = unitAfter(model, mention);
    const foreign = unit !== undefined && !unit.stop && !cues.names(unit) && !options.ordinary(unit.plain);
    // `5,000 cookers` counts something; `100 dollars` can only be the one number that the tool takes.
    if (foreign && !(only.integer && mention.value >= 2) && !sole) return [];
    const conversion = convertNumber(mention, only, unit?.stem);
    return conversion?.ok === true && conversion.fit > 0.2
      ? [{ field: only, value: conversion.value, mention }]
      : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
