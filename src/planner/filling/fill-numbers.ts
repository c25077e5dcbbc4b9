import type { Field } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import { assignNumbers, type RefusedNumber, unitAfter } from './assign-numbers.js';
import { convertNumber } from './convert-number.js';
import { negatedAt } from './fill-choices.js';
import { isDate } from './fill-dates.js';
import type { Filling } from './filling.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';

/** `Startwert 9`, `la graine est 9`: a number with no more words than these is the answer to a question for it. */
const MOST_AROUND = 3;

/**
 * Fills the number fields: numbers at the places that an example has, numbers that words tie to a field, `no` and
 * `without`, and at last one number that only one field can mean. Returns the numbers that bounds refuse.
 */
export function fillNumbers(filling: Filling): readonly RefusedNumber[] {
  const { model, cues, options } = filling;
  for (const field of filling.open('string')) labelledNumber(filling, field);
  const numeric = filling.open('number');
  for (const field of numeric) {
    const at = options.frame.starts.get(field.name);
    const mention =
      at === undefined ? undefined : model.numbers.find((one) => one.start <= at && at < one.end);
    const conversion = mention === undefined ? undefined : convertNumber(mention, field, undefined);
    if (mention !== undefined && conversion?.ok === true) filling.set(field, conversion.value, mention);
  }
  pairedByName(filling);
  const free = model.numbers.filter((mention) => !filling.taken(mention.start, mention.end));
  const numbers = assignNumbers(
    model,
    numeric.filter((field) => filling.isOpen(field)),
    cues,
    free,
  );
  for (const { field, value, mention, words } of numbers.assigned) {
    filling.set(field, value, mention);
    for (const word of words) filling.spoken.add(word);
  }
  for (const field of filling.open('number')) if (saysNone(filling, field)) filling.set(field, 0);
  const required = numeric.filter((field) => field.required).length;
  const bare = bareNumber(filling, numbers.left, required === 1);
  if (bare !== undefined) filling.set(bare.field, bare.value, bare.mention);
  for (const field of numeric) {
    if (filling.isOpen(field)) continue;
    for (const word of model.words) if (field.nameStems.includes(word.stem)) filling.ownNames.add(word);
  }
  return numbers.refused;
}

/** With fewer pairs than these a name may be a word: `a 5 kg bag`. */
const MOST_ALONE = 2;

/** `a 2 b 3`: a number right behind the very name of a field is of that field, whatever stands behind the number. */
function pairedByName(filling: Filling): void {
  const { text, numbers } = filling.model;
  const pairs = filling.open('number').flatMap((field) => {
    const found = numbers.filter((mention) => {
      const before = /(?<![\p{L}\p{N}_-])([\p{L}_][\p{L}\p{N}_]*)(?:\s*[:=]\s*|\s+is\s+|\s+)$/u.exec(
        text.slice(0, mention.start),
      );
      return before?.[1] === field.name && !filling.taken(mention.start, mention.end);
    });
    const [only, another] = found;
    return only === undefined || another !== undefined ? [] : [{ field, mention: only }];
  });
  // `95% confidence 5% precision` names its numbers the other way round.
  const said = numbers.filter(({ implied }) => implied !== true);
  const isFirst = pairs.some(({ mention }) => mention === said[0]);
  if (pairs.length < MOST_ALONE || (pairs.length < said.length && !isFirst)) return;
  for (const { field, mention } of pairs) {
    const conversion = convertNumber(mention, field, undefined);
    if (conversion?.ok === true) filling.set(field, conversion.value, mention);
  }
}

/** `seed 42` for a text field `seed`: digits right behind the name that only this field has. */
function labelledNumber(filling: Filling, field: Field): void {
  if (typeof field.schema['pattern'] === 'string' || field.schema['format'] !== undefined || isDate(field))
    return;
  const { model, cues } = filling;
  for (const mention of model.numbers) {
    if (mention.percent || mention.pair !== undefined || mention.spread || !/^\d+$/u.test(mention.raw))
      continue;
    const isAnswer = isAll(model.text, mention) || (field.orInteger && isNearlyAll(model, mention));
    if (filling.isAsked(field) && isAnswer && meets(mention.raw, field.schema)) {
      filling.set(field, mention.raw, mention);
      return;
    }
    const word = model.words.findLast((one) => one.end <= mention.start);
    if (word === undefined || (field.cues.get(word.stem) ?? 0) < 0.8 || cues.weight(word, field) < 0.45)
      continue;
    if (!/^\s*(?:[:=#]|of|is|no\.?|number)?\s*$/iu.test(model.text.slice(word.end, mention.start))) continue;
    if (!meets(mention.raw, field.schema)) continue;
    filling.set(field, mention.raw, mention);
    return;
  }
}

/** Whether a message is this number and nothing else. */
function isAll(text: string, { start, end }: NumberMention): boolean {
  return /^[\s.!]*$/u.test(text.slice(0, start) + text.slice(end));
}

/** Whether a message is this number and what it is called, in whatever language. */
function isNearlyAll({ words, numbers }: TextModel, mention: NumberMention): boolean {
  return numbers.every((one) => one === mention) && words.length <= MOST_AROUND;
}

/** `no dropout`, `without losses`, `zero dropout`: the number zero, where the schema allows it. */
function saysNone({ model, cues, spoken }: Filling, field: Field): boolean {
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

interface Bare {
  readonly field: Field;
  readonly value: number;
  readonly mention: NumberMention;
}

/** One number without words of its own and one open field that must have one: they belong together. */
function bareNumber(filling: Filling, left: readonly NumberMention[], sole: boolean): Bare | undefined {
  const { model, options, cues } = filling;
  const open = filling.open('number');
  const questioned = open.filter((field) => filling.isAsked(field));
  const wanted = questioned.length > 0 ? questioned : open.filter((field) => field.required);
  // `a sample for 5,000`: of several open fields only one counts things.
  const counting = wanted.filter((field) => field.integer);
  const only = wanted.length > 1 ? counting[0] : wanted[0];
  if (only === undefined || (wanted.length > 1 && counting.length > 1)) return undefined;
  const fitting = left.flatMap((mention): Bare[] => {
    if (mention.implied === true || mention.pair !== undefined) return [];
    if (questioned.length === 0 && !options.onSubject(mention.start)) return [];
    const before = model.text.slice(0, mention.start);
    if (wanted.length > 1 && !/\b(?:for|of|from|among)\s+(?:about\s+|the\s+)?$/iu.test(before)) return [];
    if (mention.percent && !only.fraction) return [];
    const unit = unitAfter(model, mention);
    const counted = unit !== undefined && !unit.stop && cues.weight(unit, only) < 0.2;
    // `5,000 cookers` counts something; `100 dollars` can only be the one number that the tool takes. What the tool
    // itself speaks of, `20 percent dropout`, is no other field's value.
    const alien = counted && (cues.names(unit) || (!only.integer && options.ordinary(unit.plain)));
    if (alien || (counted && !(only.integer && mention.value >= 2) && !sole)) return [];
    const conversion = convertNumber(mention, only, unit?.stem);
    return conversion?.ok === true && conversion.fit > 0.2
      ? [{ field: only, value: conversion.value, mention }]
      : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
