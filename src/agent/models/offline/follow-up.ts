import type { RefusedNumber } from './assign-numbers.js';
import type { Candidate } from './catalog.js';
import { type Choice, chooseTools, fillFor, SURE } from './choose-tool.js';
import type { Filled } from './fill-schema.js';
import { type Args, getPath, mergeArgs, objectsOf, rootLeaves, withPath } from './leaves.js';
import { readText, type TextModel } from './read-text.js';
import { type Field, fieldsOf, record } from './schema-fields.js';
import type { SmallTalk } from './small-talk.js';

/** A call that a turn stands for, with what it still lacks. */
export interface PlannedCall {
  readonly candidate: Candidate;
  readonly args: Args;
  readonly missing: readonly Field[];
  readonly refused: readonly RefusedNumber[];
}

/** A call that an earlier turn made. */
export interface PreviousCall {
  readonly candidate: Candidate;
  readonly args: Args;
  readonly failed: boolean;
  /** What the tool said, when it failed. */
  readonly error: string;
}

const LEAD =
  /^(?:and|but|or|also|now|then|plus|what about|how about|what if|what would|and what|same|again|instead|with|without|no,|not|i mean|i meant|actually|rather|make (?:it|that)|change|set|use|try|let['’]?s|do (?:it|that|the same)|the same|redo|repeat|rerun|only|just|for|in|at|on|to|if|assume|assuming|suppose|increase|decrease|reduce|raise|lower|add|drop|remove|keep|correction|sorry)(?![\p{L}])/iu;
const REFERS = /\b(?:instead|same|again|too|as well)\b[.?!]*\s*$|\bthe same\b/iu;
const OPENING =
  /^(?:(?:and|but|or|also|now|then|what about|how about|what if|what is it|how is it|i mean|i meant|no|actually|same|again|the same|it['’]?s|it is|that['’]?s|that is|let['’]?s say|say|please|sorry|correction|make it|use|try)[\s,:]+)+/iu;
const ANSWERS: ReadonlySet<SmallTalk> = new Set(['acknowledgement', 'greeting']);

/** Whether small talk of this kind may still be an answer to an open question. */
export function isAnswerLike(talk: SmallTalk): boolean {
  return ANSWERS.has(talk);
}

/** Whether a message by its opening speaks of what was done before. */
export function repliesTo(text: string): boolean {
  return LEAD.test(text) || REFERS.test(text);
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
  const filled = fillFor(
    pending.candidate,
    readText(trimOpening(model.text), undefined).text === model.text ? model : withText(model),
    asked,
  );
  const answers = filled.filled.some((field) => asked.has(field.path.join('.')));
  const elsewhere = own !== undefined && own.evidence >= SURE && own.candidate !== pending.candidate;
  if (elsewhere && !(answers && own.filled.missing.length > 0)) return undefined;
  const whole = own !== undefined && own.candidate === pending.candidate && own.filled.missing.length === 0;
  if (whole) return undefined;
  return complete(pending.candidate, pending.args, filled);
}

/**
 * Reads a message as a change of an earlier call: `and with 20%?`, `same for 10,000`, `what about Paris?`, or as
 * the wish for a sibling tool on the same subject. Undefined when it changes nothing.
 */
export function followUp(
  previous: readonly PreviousCall[],
  model: TextModel,
  candidates: readonly Candidate[],
): PlannedCall | undefined {
  const last = previous.at(-1);
  if (last === undefined) return undefined;
  const ranked = chooseTools(model, candidates);
  const own = ranked[0];
  const sure = own !== undefined && own.evidence >= SURE;
  const target = sure ? previous.find((one) => one.candidate === own.candidate) : undefined;
  if (sure && target === undefined) return sibling(own, last);
  const base = target ?? last;
  const lead = repliesTo(model.text);
  if (!lead && !base.failed && contentLength(model) > 5) return undefined;
  const fields = rootLeaves(fieldsOf(base.candidate.tool.parameters));
  const asked = new Set(
    fields
      .filter(
        (field) =>
          (lead && field.required && field.kind === 'string') ||
          (base.failed && base.error.includes(field.name)),
      )
      .map((field) => field.path.join('.')),
  );
  const filled = fillFor(base.candidate, withText(model), asked);
  const repeats = /\b(?:again|repeat|rerun|redo|once more)\b/iu.test(model.text);
  if (
    filled.filled.length === 0 &&
    filled.refused.length === 0 &&
    getPath(filled.args, []) !== undefined &&
    Object.keys(filled.args).length === 0 &&
    !repeats
  )
    return undefined;
  return complete(base.candidate, base.args, filled);
}

/** Another tool of the same talk takes over the values that it calls by the same names. */
function sibling(own: Choice, last: PreviousCall): PlannedCall {
  let args = own.filled.args;
  for (const field of own.filled.missing) {
    const value = getPath(last.args, field.path);
    if (value !== undefined && field.kind !== 'array') args = withPath(args, field.path, value);
  }
  const missing = own.filled.missing.filter((field) => getPath(args, field.path) === undefined);
  return { candidate: own.candidate, args, missing, refused: own.filled.refused };
}

function complete(candidate: Candidate, before: Args, filled: Filled): PlannedCall {
  const fields = fieldsOf(candidate.tool.parameters);
  let base = before;
  // A part that is switched off leaves nothing of itself behind.
  for (const object of objectsOf(fields)) {
    if (record(getPath(filled.args, object.path))['enabled'] === false)
      base = withPath(base, object.path, {});
  }
  const args = mergeArgs(base, filled.args);
  const missing = filled.missing.filter((field) => getPath(args, field.path) === undefined);
  return { candidate, args, missing, refused: filled.refused };
}

/** The message without `what about`, `no, I mean` and the like. */
function withText(model: TextModel): TextModel {
  const text = trimOpening(model.text);
  return text === model.text ? model : readText(text, undefined);
}

function trimOpening(text: string): string {
  const rest = text.replace(OPENING, '');
  return rest.trim() === '' ? text : rest;
}

function contentLength(model: TextModel): number {
  return model.words.filter((word) => !word.stop).length + model.numbers.length;
}
