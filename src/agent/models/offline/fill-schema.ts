import { assignNumbers, type RefusedNumber, unitAfter } from './assign-numbers.js';
import { convertNumber } from './convert-number.js';
import { type CueTable, cueTable } from './cues.js';
import type { DateMention } from './dates.js';
import { fillArray } from './fill-arrays.js';
import { negatedAt, readBoolean, readChoices, refuses } from './fill-choices.js';
import { readGroups } from './fill-groups.js';
import { findStrings } from './fill-strings.js';
import { type Args, getPath, objectsOf, rootLeaves, withoutPath, withPath } from './leaves.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';
import { type Field, fieldsOf, type JsonSchema, record } from './schema-fields.js';
import type { Slot } from './slots.js';
import { splitName, type Word } from './tokenize.js';
import { meets } from './validate.js';

export interface FillOptions {
  readonly slots: ReadonlyMap<string, Slot>;
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
}

const cueTables = new WeakMap<readonly Field[], CueTable>();

function cuesFor(fields: readonly Field[]): CueTable {
  const known = cueTables.get(fields);
  if (known !== undefined) return known;
  const table = cueTable(rootLeaves(fields));
  cueTables.set(fields, table);
  return table;
}

/** Fills a tool's parameters from a text. Only what the text says is filled, and only if the schema allows it. */
export function fillSchema(schema: JsonSchema, model: TextModel, options: FillOptions): Filled {
  const fields = fieldsOf(schema);
  const leaves = rootLeaves(fields);
  const cues = cuesFor(fields);
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
    const groups = readGroups(model, field, cues);
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

  const free = model.numbers.filter((mention) => !taken(mention.start, mention.end));
  const numeric = leaves.filter((field) => field.kind === 'number' && open(field));
  const numbers = assignNumbers(model, numeric, cues, free);
  for (const { field, value, mention } of numbers.assigned) {
    set(field, value);
    take(mention);
  }
  for (const word of numbers.spoken) spoken.add(word);
  for (const field of numeric) {
    if (open(field) && saysNone(field, model, cues, spoken)) set(field, 0);
  }
  const bare = bareNumber(numeric.filter(open), model, numbers.left, options, cues, asked);
  if (bare !== undefined) {
    set(bare.field, bare.value);
    take(bare.mention);
  }

  for (const field of leaves) {
    if (!open(field)) continue;
    if (field.kind === 'enum') {
      const choices = readChoices(field, model, spoken);
      if (choices.length === 1) set(field, choices[0]);
    } else if (field.kind === 'boolean' && field.name !== 'enabled') {
      const value = readBoolean(field, model, spoken);
      if (value !== undefined) set(field, value);
    }
  }
  args = fillDates(leaves, model, args, take);
  let spread: Filled['spread'];
  const strings = leaves.filter((field) => field.kind === 'string' && !isDate(field));
  for (const field of [...strings].sort((a, b) => Number(b.required) - Number(a.required))) {
    if (!open(field)) continue;
    const slot = options.slots.get(field.name);
    const values = findStrings(field, {
      model,
      cues,
      slot,
      ordinary: options.ordinary,
      asked: asked(field),
      taken,
    });
    const first = values[0];
    if (first === undefined) continue;
    set(field, first.value);
    take(...values);
    if (values.length > 1 && field.required) spread = { field, values: values.map((value) => value.value) };
  }

  for (const object of objectsOf(fields)) args = fillSwitch(object, model, args);
  args = keepValid(leaves, args, schema);
  const filled = leaves.filter((field) => getPath(args, field.path) !== undefined);
  return {
    args,
    missing: missingFields(fields, args),
    refused: numbers.refused.filter((one) => getPath(args, one.field.path) === undefined),
    spread,
    spoken,
    filled,
  };
}

/** The object's `enabled` switch: on when a sibling is filled, off when the text refuses the whole. */
function fillSwitch(object: Field, model: TextModel, args: Args): Args {
  const toggle = object.members.find((member) => member.name === 'enabled' && member.kind === 'boolean');
  if (toggle === undefined) return args;
  if (refuses(object, model)) return withPath(withoutPath(args, object.path), toggle.path, false);
  const value = getPath(args, object.path);
  const given = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return given && getPath(args, toggle.path) === undefined ? withPath(args, toggle.path, true) : args;
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

/** One number without words of its own and one open field that must have one: they belong together. */
function bareNumber(
  open: readonly Field[],
  model: TextModel,
  left: readonly NumberMention[],
  options: FillOptions,
  cues: CueTable,
  asked: (field: Field) => boolean,
): { field: Field; value: number; mention: NumberMention } | undefined {
  const questioned = open.filter(asked);
  const wanted = questioned.length > 0 ? questioned : open.filter((field) => field.required);
  const only = wanted[0];
  if (only === undefined || wanted.length > 1) return undefined;
  const fitting = left.flatMap((mention) => {
    if (mention.implied === true || mention.pair !== undefined) return [];
    if (questioned.length === 0 && !options.onSubject(mention.start)) return [];
    const unit = unitAfter(model, mention);
    const foreign = unit !== undefined && !unit.stop && !cues.names(unit) && !options.ordinary(unit.plain);
    if (foreign && !(only.integer && mention.value >= 2)) return [];
    const conversion = convertNumber(mention, only, unit?.stem);
    return conversion?.ok === true && conversion.fit > 0.2
      ? [{ field: only, value: conversion.value, mention }]
      : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

function isDate(field: Field): boolean {
  const { format, pattern } = field.schema;
  if (format === 'date' || format === 'date-time') return true;
  if (format !== undefined) return false;
  if (typeof pattern === 'string') return meets('2024-01-31', field.schema) && !meets('abc', field.schema);
  return splitName(field.name).some((part) => part === 'date' || part === 'day');
}

/** Days in the order of the text; a span gives its ends to the first and the second date field. */
function fillDates(
  leaves: readonly Field[],
  model: TextModel,
  args: Args,
  take: (...places: DateMention[]) => void,
): Args {
  const fields = leaves.filter(
    (field) => field.kind === 'string' && isDate(field) && getPath(args, field.path) === undefined,
  );
  if (fields.length === 0 || model.dates.length === 0) return args;
  const first = model.dates[0];
  const isStart = (field: Field) =>
    splitName(field.name).some((part) => /^(?:start|from|begin|since|after)$/u.test(part));
  const isEnd = (field: Field) =>
    splitName(field.name).some((part) => /^(?:end|to|until|till|before)$/u.test(part));
  let filled = args;
  if (first !== undefined && first.from !== first.to && model.dates.length === 1) {
    for (const field of fields) {
      if (isStart(field)) filled = withPath(filled, field.path, inFormat(first.from, field));
      else if (isEnd(field)) filled = withPath(filled, field.path, inFormat(first.to, field));
    }
    take(first);
    return filled;
  }
  const rest = [...model.dates];
  for (const field of fields) {
    const wanted = isEnd(field)
      ? rest.find((date) =>
          /\b(?:to|until|till|by|before|through|ends?(?:ing)?)\s+$|[-–]\s*$/iu.test(
            model.text.slice(0, date.start),
          ),
        )
      : undefined;
    const date =
      wanted ??
      (isEnd(field) && rest.length === 1 && model.dates.length === 1 && fields.some(isStart)
        ? undefined
        : rest[0]);
    if (date === undefined || date.from !== date.to) continue;
    rest.splice(rest.indexOf(date), 1);
    filled = withPath(filled, field.path, inFormat(date.from, field));
    take(date);
  }
  return filled;
}

function inFormat(iso: string, field: Field): string {
  return field.schema['format'] === 'date-time' ? `${iso}T00:00:00Z` : iso;
}

/** A JSON object in the text is taken at its word, key by key. */
function literalArgs(fields: readonly Field[], model: TextModel): Args {
  const from = model.text.indexOf('{');
  const to = model.text.lastIndexOf('}');
  if (from < 0 || to <= from) return {};
  try {
    const parsed = record(JSON.parse(model.text.slice(from, to + 1)));
    return Object.fromEntries(
      Object.entries(parsed).filter(([key]) => fields.some((field) => field.name === key)),
    );
  } catch {
    return {};
  }
}

/** Drops what the schema refuses, so that no call is sent that cannot pass. */
function keepValid(leaves: readonly Field[], args: Args, root: JsonSchema): Args {
  let kept = args;
  for (const field of leaves) {
    const value = getPath(kept, field.path);
    if (value === undefined) continue;
    const items = field.kind === 'array' ? partial(field.schema) : field.schema;
    if (!meets(value, items, root)) kept = withoutPath(kept, field.path);
  }
  return kept;
}

/** An array schema whose items may still lack members: those are asked for. */
function partial(schema: JsonSchema): JsonSchema {
  return { ...schema, items: { ...record(schema['items']), required: [] } };
}

/** Required fields without a value; of an object that is given in part, the members it needs. */
function missingFields(fields: readonly Field[], args: Args): Field[] {
  return fields.flatMap((field) => {
    const value = args[field.name];
    if (field.kind === 'object') {
      if (value === undefined) return field.needed ? missingFields(field.members, {}) : [];
      return missingFields(field.members, record(value));
    }
    if (value === undefined) return field.needed ? [field] : [];
    const needed =
      field.items?.kind === 'object' && Array.isArray(value)
        ? field.items.members.filter((member) => member.needed)
        : [];
    return needed.filter(
      (member) => Array.isArray(value) && value.some((item) => record(item)[member.name] === undefined),
    );
  });
}
