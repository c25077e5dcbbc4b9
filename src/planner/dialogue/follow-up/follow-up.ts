import { type Candidate, subjectOf } from '../../choosing/candidates.js';
import { type Choice, chooseTools, fillFor, SURE } from '../../choosing/choose-tool.js';
import { namedShare } from '../../choosing/lexical-score.js';
import { tense } from '../../choosing/tense.js';
import type { Filled } from '../../filling/fill-schema.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { conceptsAt } from '../../language/concepts.js';
import { fold } from '../../language/fold.js';
import { words } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import { unitNamed } from '../../reading/units.js';
import { type Args, getPath, mergeArgs, objectsOf, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf, record } from '../../schema/schema-fields.js';
import { faultyFields } from '../../wording/answer.js';
import { type Consent, changeConsent } from '../consent/consent.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { putOut } from './put-out.js';

/** A call that an earlier turn made. */
export interface PreviousCall {
  readonly candidate: Candidate;
  readonly args: Args;
  readonly failed: boolean;
  /** What the tool said, when it failed. */
  readonly error: string;
}

const LEAD =
  /^(?:and|but|or|also|now|then|plus|what about|how about|what if|what would|and what|same|again|instead|with|without|no,|not|i mean|i meant|actually|rather|make (?:it|that|the)|put the|change|set|use|try|let['’]?s|do (?:it|that|the same)|the same|redo|repeat|rerun|only|just|for|in|at|on|to|if|assume|assuming|suppose|increase|decrease|reduce|raise|lower|add|drop|remove|keep|correction|sorry)(?![\p{L}])/iu;
/** These change what was done; `in Berlin` or `for 500` may as well begin a new request. */
const STRONG_LEAD =
  /^(?:and|but|plus|what about|how about|what if|what would|same|again|instead|with|without|no,|not|i mean|i meant|actually|rather|make (?:it|that)|change|(?:do )?the same|redo|repeat|rerun|sorry|correction)(?![\p{L}])|\b(?:instead|same|again)\b[.?!]*\s*$/iu;
/** `and with 20%`, `what about` in other languages, without accents. */
const LEAD_ELSEWHERE =
  /^\W*(?:und|aber|was ist mit|wie (?:ist|ware) es mit|stattdessen|mit|ohne|et|mais|avec|sans|plutot|y|pero|con|sin|en cambio|e|mas|com|sem|na|lakini|kwa|je kwa|bila|setze?|nimm|mets|mettez|prends|prenez|refais|refaites|pon|ponga|cambia|cambie|usa|use|muda|mude|ponha|coloca|weka|badilisha|tumia)(?![\p{L}])/u;
const REPEATS = /\b(?:again|repeat|rerun|redo|once more)\b/iu;
const REFERS = /\b(?:instead|same|again|too|as well)\b[.?!]*\s*$|\bthe same\b/iu;
const OPENING =
  /^(?:(?:and|but|or|also|now|then|what about|how about|what if|what is it|how is it|i mean|i meant|no|actually|same|again|the same|it['’]?s|it is|that['’]?s|that is|let['’]?s say|say|please|sorry|correction|make it|use|try)[\s,:]+)+/iu;
/** A message of no more content words than these may lean on what was said before. */
const SHORT = 5;

/** Whether a message by its opening speaks of what was done before. */
export function repliesTo(text: string): boolean {
  return LEAD.test(text) || REFERS.test(text) || LEAD_ELSEWHERE.test(fold(text.slice(0, 40)));
}

/**
 * Reads a message as a change of an earlier call: `and with 20%?`, `same for 10,000`, `what about Paris?`, or as
 * the wish for another tool on the same subject. Empty when it changes nothing.
 */
export function followUp(
  previous: readonly PreviousCall[],
  model: TextModel,
  candidates: readonly Candidate[],
): PlannedCall[] {
  const last = previous.at(-1);
  if (last === undefined) return [];
  const lead = repliesTo(model.text);
  if (!lead && !last.failed && contentLength(model) > SHORT) return [];
  const own = chooseTools(model, candidates)[0];
  const sure = own !== undefined && own.evidence >= SURE;
  const base = (sure ? previous.findLast((one) => one.candidate === own.candidate) : undefined) ?? last;
  if (sure && own.candidate === base.candidate && !STRONG_LEAD.test(model.text) && !mends(own, base)) {
    const stems = new Set(model.words.map((word) => word.stem));
    if (own.filled.missing.length === 0 || namedShare(stems, own.candidate) === 1) return [];
  }
  const said = fillFor(base.candidate, withText(model), new Set());
  const changes = said.filled.length > 0 || said.refused.length > 0 || Object.keys(said.args).length > 0;
  if (sure && own.candidate !== base.candidate) {
    const related = subjectOf(own.candidate) === subjectOf(base.candidate);
    const complete = own.filled.missing.length === 0 && (own.named || !related);
    if (complete || !changes || !related) return siblings(own, previous);
  }
  const consent = changeConsent(base.candidate, model, said);
  if (changes || (sure && own.candidate === base.candidate))
    return [
      {
        ...complete(base.candidate, base.args, said, consent),
        ...(isNumberChange(said) ? { close: true } : {}),
      },
    ];
  if (REPEATS.test(model.text))
    return previous.map((one) => ({
      candidate: one.candidate,
      args: one.args,
      missing: [],
      refused: [],
      unused: [],
      consent: changeConsent(one.candidate, model, said),
    }));
  const other = byTense(model.text, base, candidates);
  if (other !== undefined)
    return siblings(
      {
        ...other,
        filled: fillFor(other.candidate, model, new Set()),
        consent: { kind: 'plain' },
        close: false,
      },
      previous,
    );
  const asked = askable(base, lead);
  const filled = fillFor(base.candidate, withText(model), asked);
  if (filled.filled.length === 0 || filled.filled.some((field) => isNoName(filled.args, field, base, model)))
    return [];
  // What the fault asked for and nothing else is plainly its answer.
  const isAnswer = mends({ filled }, base) && filled.unused.length === 0 && filled.refused.length === 0;
  const call = complete(base.candidate, base.args, filled, consent);
  return [isAnswer ? { ...call, close: true } : call];
}

/** `and with 20% dropout?` changes numbers of a call that was made, and leaves none of its own unused. */
function isNumberChange({ filled, unused, refused }: Filled): boolean {
  return (
    filled.length > 0 &&
    filled.every(({ kind }) => kind === 'number') &&
    unused.length === 0 &&
    refused.length === 0
  );
}

/** Whether a message gives nothing but what the error of a call asked for. */
function mends({ filled }: Pick<Choice, 'filled'>, base: PreviousCall): boolean {
  if (!base.failed || filled.filled.length === 0) return false;
  const faulty = faultyFields(base.error, rootLeaves(fieldsOf(base.candidate.tool.parameters)));
  return filled.filled.every((field) => faulty.some((one) => one.name === field.name));
}

/** `tomorrow?` after the present wants the sibling that tells the future, and the other way round. */
function byTense(
  text: string,
  base: PreviousCall,
  candidates: readonly Candidate[],
): { candidate: Candidate } | undefined {
  const here = tense(text, base.candidate);
  const others = candidates.filter(
    (one) =>
      one.capability !== undefined && subjectOf(one) === subjectOf(base.candidate) && one !== base.candidate,
  );
  const candidate = others.find((one) => tense(text, one) > Math.max(0, here));
  return candidate === undefined ? undefined : { candidate };
}

/** Whether words were taken for the text of a field that name a unit, what the tool is about, or something to do. */
function isNoName(
  args: Args,
  { kind, path }: Field,
  { candidate }: PreviousCall,
  { reading }: TextModel,
): boolean {
  const value = kind === 'string' ? getPath(args, path) : undefined;
  if (typeof value !== 'string' || /["“«\d/]/u.test(value)) return false;
  const said = words(value);
  const [only, another] = said;
  const concepts = conceptsAt(wordsOf(value), reading.language).flat();
  if (said.length > 1 && concepts.some((one) => one.startsWith('verb.'))) return true;
  if (only === undefined || another !== undefined) return false;
  return unitNamed(only.plain) !== undefined || candidate.terms.has(only.stem);
}

/** Fields that a bare value may mean: those that a call must have, and those that its error names. */
function askable(base: PreviousCall, lead: boolean): Set<string> {
  const fields = rootLeaves(fieldsOf(base.candidate.tool.parameters));
  const faulty = base.failed ? faultyFields(base.error, fields) : [];
  const wanted = fields.filter(
    (field) =>
      (lead && field.required && (field.kind === 'string' || field.kind === 'number')) ||
      faulty.includes(field),
  );
  return new Set(wanted.map((field) => field.path.join('.')));
}

function siblings(
  own: Pick<Choice, 'candidate' | 'filled' | 'consent' | 'close'>,
  previous: readonly PreviousCall[],
): PlannedCall[] {
  const calls = previous.map((one) => sibling(own, one));
  return calls.filter(
    (call, index) =>
      calls.findIndex((other) => JSON.stringify(other.args) === JSON.stringify(call.args)) === index,
  );
}

/** Another tool of the same talk takes over the values that it calls by the same names. */
function sibling(
  own: Pick<Choice, 'candidate' | 'filled' | 'consent' | 'close'>,
  last: PreviousCall,
): PlannedCall {
  let args = own.filled.args;
  for (const field of own.filled.missing) {
    const value = getPath(last.args, field.path);
    if (value !== undefined && field.kind !== 'array') args = withPath(args, field.path, value);
  }
  const missing = own.filled.missing.filter((field) => getPath(args, field.path) === undefined);
  return {
    candidate: own.candidate,
    args,
    missing,
    refused: own.filled.refused,
    unused: unusedOf(own.filled),
    consent: own.consent,
    ...(own.close ? { close: true as const } : {}),
  };
}

export function complete(candidate: Candidate, before: Args, filled: Filled, consent: Consent): PlannedCall {
  const fields = fieldsOf(candidate.tool.parameters);
  let base = before;
  // A part that is switched off leaves nothing of itself behind.
  for (const object of objectsOf(fields)) {
    if (record(getPath(filled.args, object.path))['enabled'] === false)
      base = withPath(base, object.path, {});
  }
  const args = putOut(
    mergeArgs(base, filled.args),
    rootLeaves(fields),
    ({ path }) => getPath(filled.args, path) !== undefined,
  );
  const missing = filled.missing.filter((field) => getPath(args, field.path) === undefined);
  return { candidate, args, missing, refused: filled.refused, unused: unusedOf(filled), consent };
}

/** What a fill left of the text's numbers, in the text's own words. */
export function unusedOf(filled: Filled): string[] {
  return filled.unused.map((mention) => mention.raw);
}

/** A pronoun that stands for what was spoken of. */
const PRONOUN =
  /\b(?:it|its|them|those|these|ones?|same)\b|\b(?:this|that)\b(?=\s*(?:$|[.,;!?]|to\b|with\b|for\b))/iu;
/** What was found out last, by its noun: `the last period`. */
const LAST = /\bthe (?:last|latest)\s+\p{L}/iu;

/**
 * Whether a message is an order of its own, with its own values: `adjust 357 households for 15% dropout`. Nothing of an
 * earlier step holds for it that it does not name.
 */
export function beginsAnew({ text, reading, numbers }: TextModel): boolean {
  const [first] = reading.clauses;
  if (first?.mood !== 'imperative' || repliesTo(text) || PRONOUN.test(text)) return false;
  return numbers.length > 0 || LAST.test(text);
}

/** The message without `what about`, `no, I mean` and the like. */
export function withText(model: TextModel): TextModel {
  const text = trimOpening(model.text);
  return text === model.text ? model : readText(text, model);
}

function trimOpening(text: string): string {
  const rest = text.replace(OPENING, '');
  return rest.trim() === '' ? text : rest;
}

/** Whether a message is so short that it may lean on what was said before. */
export function isShort(model: TextModel): boolean {
  return contentLength(model) <= SHORT;
}

function contentLength(model: TextModel): number {
  return model.words.filter((word) => !word.stop).length + model.numbers.length;
}
