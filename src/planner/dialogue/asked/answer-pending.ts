import { subjectOf } from '../../choosing/candidates.js';
import { type Choice, fillFor, SURE } from '../../choosing/choose-tool.js';
import { lacksAll } from '../../filling/complete-args.js';
import { convertNumber } from '../../filling/convert-number.js';
import type { Filled } from '../../filling/fill-schema.js';
import type { TextModel } from '../../filling/read-text.js';
import { conceptsAt } from '../../language/concepts.js';
import { contentStems } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import type { Reading } from '../../reading/reading.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import { answerConsent } from '../consent/consent.js';
import { complete, withText } from '../follow-up/follow-up.js';
import { type PlannedCall, sameCall } from '../planning/planned-call.js';
import type { SmallTalk } from '../planning/small-talk.js';
import { isCalled } from '../taught/is-called.js';

/** Words of an answer that is a number with its unit, and little else: `800 g`, `about 2 kg`. */
const MOST_AROUND = 4;
const ANSWERS: ReadonlySet<SmallTalk> = new Set(['acknowledgement', 'greeting']);

/** Whether small talk of this kind may still be an answer to an open question. */
export function isAnswerLike(talk: SmallTalk): boolean {
  return ANSWERS.has(talk);
}

/**
 * Reads a message as the answer to an open question. Undefined when it is a wish of its own; the call still open
 * when it answers nothing.
 */
export function answerPending(
  pending: PlannedCall,
  model: TextModel,
  own: Choice | undefined,
): PlannedCall | undefined {
  const asked = new Set(
    [...pending.missing, ...pending.refused.map((one) => one.field)].map((field) => field.path.join('.')),
  );
  const text = withText(model);
  const said = withoutOthers(fillFor(pending.candidate, text, asked), text);
  const filled = toAsked(ontoAsked(said, text, pending), text, pending);
  const answers = filled.filled.some((field) => asked.has(field.path.join('.')));
  const elsewhere = own !== undefined && own.evidence >= SURE && own.candidate !== pending.candidate;
  // Words that give what was asked are an answer, unless they name another tool or stand on another subject.
  const apart = own !== undefined && (own.named || subjectOf(own.candidate) !== subjectOf(pending.candidate));
  const isNamed =
    answers && saysOnlyNames(model, [...pending.missing, ...pending.refused.map(({ field }) => field)]);
  // A free text takes any word: `make the form in Swahili` gives no seed, though that wish lacks something of its own.
  const stems = new Set(model.words.map(({ stem }) => stem));
  const isMeant = filled.filled.some(
    (field) =>
      asked.has(field.path.join('.')) &&
      (field.kind !== 'string' || field.schema['pattern'] !== undefined || isCalled(field, stems)),
  );
  const lacks = own !== undefined && own.filled.missing.length > 0 && isMeant;
  if (elsewhere && !isNamed && !(answers && (lacks || !apart))) return undefined;
  // `with seed 20` gives what was asked for, and is no order of its own though its tool could do with that alone.
  const gives = (field: Field) => asked.has(field.path.join('.'));
  const whole =
    own !== undefined &&
    own.evidence >= SURE &&
    own.candidate === pending.candidate &&
    own.filled.missing.length === 0 &&
    !own.filled.filled.every(gives);
  if (whole) return undefined;
  const consent = answerConsent(pending.consent, pending.candidate, model, filled);
  const call = asTime(complete(pending.candidate, pending.args, filled, consent), pending, model);
  // What was asked for and is not answered is asked for still, also where the schema could do without it.
  const open = pending.missing.filter(
    (field) =>
      getPath(call.args, field.path) === undefined &&
      (field.orElse.length === 0 || lacksAll(field, call.args)) &&
      !call.missing.some((one) => one.path.join('.') === field.path.join('.')),
  );
  return open.length === 0 ? call : { ...call, missing: [...call.missing, ...open] };
}

/** Words of a time that answers a question: `every first Monday of the month at 9:30`. */
const MOST_OF_TIME = 9;

/** `on Friday at 9` as it stands, where a text is all that is asked for and no other field takes a number. */
function asTime(
  call: PlannedCall,
  { missing }: PlannedCall,
  { text, words, numbers, dates }: TextModel,
): PlannedCall {
  const [asked, another] = missing;
  const isOpen =
    asked?.kind === 'string' && another === undefined && getPath(call.args, asked.path) === undefined;
  if (!isOpen || asked.schema['pattern'] !== undefined || asked.schema['format'] !== undefined) return call;
  if (numbers.length + dates.length === 0 || words.length > MOST_OF_TIME || text.includes('?')) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  if (leaves.some(({ kind }) => kind === 'number')) return call;
  const args = withPath(call.args, asked.path, text.trim().replace(/[.!]+$/u, ''));
  return {
    ...call,
    args,
    unused: [],
    missing: call.missing.filter((field) => field !== asked && getPath(args, field.path) === undefined),
  };
}

/** `sample size 23`: a value and nothing else but what the question called it, whatever else goes by that name. */
function saysOnlyNames({ words: said }: TextModel, asked: readonly Field[]): boolean {
  const stems = new Set(asked.flatMap(({ label, aliases }) => [label, ...aliases].flatMap(contentStems)));
  const content = said.filter(({ stop, plain }) => !stop && !/^\d/u.test(plain));
  return content.length > 0 && content.every(({ stem }) => stems.has(stem));
}

/**
 * A fill whose number goes to the one field that was asked for, where it would take the place of a value that was given
 * before and that the message does not name: `2 kg` answers the question for a deviation, and leaves a mean of 6 kg alone.
 */
function ontoAsked(
  filled: Filled,
  { words: said, numbers, reading }: TextModel,
  { missing, args: given }: PlannedCall,
): Filled {
  const stems = new Set(said.map(({ stem }) => stem));
  const [asked, another] = missing.filter(({ kind }) => kind === 'number');
  const [number, further] = numbers;
  const [field, more] = filled.filled;
  const isOnly =
    asked !== undefined && another === undefined && number !== undefined && further === undefined;
  if (!isOnly || more !== undefined || isOfAnother(asked, reading)) return filled;
  // `800 g` and nothing else, which no field seems made for.
  const isAlone = field === undefined && said.length <= MOST_AROUND && !number.percent;
  const isBent =
    field?.kind === 'number' &&
    !missing.includes(field) &&
    getPath(given, field.path) !== undefined &&
    !isCalled(field, stems);
  const conversion = isAlone || isBent ? convertNumber(number, asked, undefined) : undefined;
  if (conversion?.ok !== true) return filled;
  const rest = field === undefined ? filled.args : withoutPath(filled.args, field.path);
  return {
    ...filled,
    args: withPath(rest, asked.path, conversion.value),
    filled: [asked],
    missing: filled.missing.filter((one) => one !== asked),
    unused: filled.unused.filter(({ raw }) => raw !== number.raw),
  };
}

/** A fill whose one number does not go to a field, where the message calls it by the name of another: `perdón, media 2,5` is no dropout. */
function withoutOthers(filled: Filled, { numbers, reading }: TextModel): Filled {
  const [number, another] = numbers;
  if (number === undefined || another !== undefined) return filled;
  const strange = filled.filled.filter((field) => field.kind === 'number' && isOfAnother(field, reading));
  if (strange.length === 0) return filled;
  return {
    ...filled,
    args: strange.reduce((args, { path }) => withoutPath(args, path), filled.args),
    filled: filled.filled.filter((field) => !strange.includes(field)),
  };
}

/** Whether a message calls a measure by its name that is not the one asked for, or gives an amount where a share is asked for. */
function isOfAnother(asked: Field, { words, mentions, language }: Reading): boolean {
  const amount = mentions.some((one) => one.type === 'number' && one.unit !== undefined && !one.percent);
  if (asked.fraction && amount) return true;
  const named = conceptsAt(words, language)
    .flat()
    .filter((concept) => concept.startsWith('field.'));
  const own = new Set(
    [asked.label, ...asked.aliases].flatMap((name) => conceptsAt(wordsOf(name), 'en').flat()),
  );
  return named.length > 0 && named.every((concept) => !own.has(concept));
}

/**
 * A fill whose refused numbers go to the fields that were asked for, where each has but one that can hold it: `they use the
 * stove 0.8 of the time` answers the question for a mean, though a stove is counted elsewhere.
 */
function toAsked(filled: Filled, { numbers }: TextModel, { missing }: PlannedCall): Filled {
  let { args } = filled;
  const taken: Field[] = [];
  const left = filled.refused.filter((refused) => {
    const mention = numbers.find(({ raw }) => raw === refused.mention.raw);
    const able = missing.flatMap((field) => {
      const isOpen = field.kind === 'number' && getPath(args, field.path) === undefined;
      const conversion =
        isOpen && mention !== undefined ? convertNumber(mention, field, undefined) : undefined;
      return conversion?.ok === true ? [{ field, value: conversion.value }] : [];
    });
    const [only, another] = able;
    if (only === undefined || another !== undefined) return true;
    args = withPath(args, only.field.path, only.value);
    taken.push(only.field);
    return false;
  });
  return {
    ...filled,
    args,
    refused: left,
    missing: filled.missing.filter((field) => !taken.includes(field)),
    filled: [...filled.filled, ...taken],
  };
}

/** Whether a question is asked as it was: nothing of it was answered. */
export function isSameQuestion(call: PlannedCall, before: PlannedCall): boolean {
  return sameCall(call, before) && call.missing.length === before.missing.length;
}

/** A value or two with the words that name them: `0.2`, `mean is 0.8`, `in new york`. */
export function isBareAnswer({ words, numbers }: TextModel): boolean {
  return words.length <= (numbers.length === 0 ? 3 : 6 * numbers.length);
}
