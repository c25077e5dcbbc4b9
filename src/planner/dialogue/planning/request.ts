import { type Candidate, subjectOf } from '../../choosing/candidates.js';
import { type Choice, chooseTools, SURE } from '../../choosing/choose-tool.js';
import { splitClauses } from '../../filling/clauses.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { withPath } from '../../schema/leaves.js';
import { type Consent, consentTo, stricter } from '../consent/consent.js';
import { unusedOf } from '../follow-up/follow-up.js';
import type { PlannedCall } from './planned-call.js';

const MAX_CALLS = 6;

/** The calls that a request with wishes of its own stands for; none when it is not sure of any. */
export function planRequest(model: TextModel, candidates: readonly Candidate[]): PlannedCall[] {
  return groups(model, candidates)
    .flatMap(({ choice, start }) => expand(choice, consentInWhole(choice, model, start)))
    .slice(0, MAX_CALLS);
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly choice: Choice;
}

/** Parts of the request that each mean one tool. Parts that mean none join their neighbour. */
function groups(model: TextModel, candidates: readonly Candidate[]): Group[] {
  const whole = chooseTools(model, candidates)[0];
  const clauses = splitClauses(model.text, model.spans);
  if (clauses.length < 2)
    return whole !== undefined && whole.evidence >= SURE
      ? [{ start: 0, end: model.text.length, choice: whole }]
      : [];
  const parts: { start: number; end: number; choice: Choice | undefined }[] = [];
  for (const clause of clauses) {
    const said = readText(clause.text, model);
    const best = chooseTools(said, candidates)[0];
    const sure = best !== undefined && best.evidence >= SURE ? best : undefined;
    const last = parts.at(-1);
    if (last === undefined) parts.push({ start: clause.start, end: clause.end, choice: sure });
    else if (last.choice === undefined || sure === undefined || !isSeparate(last.choice, sure, said)) {
      last.end = clause.end;
      last.choice = last.choice ?? sure;
    } else parts.push({ start: clause.start, end: clause.end, choice: sure });
  }
  if (parts.length < 2)
    return whole !== undefined && whole.evidence >= SURE
      ? [{ start: 0, end: model.text.length, choice: whole }]
      : [];
  return parts.flatMap((part) => {
    const choice = chooseTools(readText(model.text.slice(part.start, part.end), model), candidates)[0];
    return choice === undefined || choice.evidence < SURE
      ? []
      : [{ start: part.start, end: part.end, choice }];
  });
}

/** Two wishes, not one: another subject that the text clearly means, or a complete second call that is wished for. */
function isSeparate(a: Choice, b: Choice, { reading }: TextModel): boolean {
  const same = a.candidate === b.candidate;
  const subject = subjectOf(a.candidate);
  const together = subject !== undefined && subject === subjectOf(b.candidate);
  // `sd 1 lb.` behind `Sample size for mean 0.8 lb.` gives a value and wishes for nothing.
  const wishes = reading.clauses.some(({ mood }) => mood !== 'statement') || b.close;
  const complete = wishes && b.filled.missing.length === 0 && b.filled.filled.length > 0;
  if (same) return complete && a.filled.missing.length === 0;
  return together ? complete && b.named : complete || b.evidence >= SURE * 1.4;
}

/** A part of a message is a plain wish only where the rest of its sentence leaves it one. */
function consentInWhole({ candidate, filled, consent }: Choice, model: TextModel, start: number): Consent {
  const places = filled.places.map((place) => ({ start: place.start + start, end: place.end + start }));
  return stricter(consent, consentTo(candidate, model, { ...filled, places }));
}

/** One call, or one a value where the text lists several for a single-valued field. */
function expand(choice: Choice, consent: Consent): PlannedCall[] {
  const { candidate, filled } = choice;
  const call = {
    candidate,
    args: filled.args,
    missing: filled.missing,
    refused: filled.refused,
    unused: unusedOf(filled),
    consent,
    ...(choice.close ? { close: true as const } : {}),
  };
  if (filled.spread === undefined) return [call];
  const { field, values } = filled.spread;
  return values.map((value) => ({ ...call, args: withPath(filled.args, field.path, value) }));
}
