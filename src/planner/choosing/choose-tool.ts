import { type Consent, consentTo, isConsequential, saysVerb } from '../dialogue/consent/consent.js';
import { type Filled, fillSchema } from '../filling/fill-schema.js';
import { matchFrame, NO_FRAME } from '../filling/frames.js';
import type { TextModel } from '../filling/read-text.js';
import { type Candidate, isOrdinary, subjectOf } from './candidates.js';
import { asksToSee, lexicalScore, namedShare, opensWithVerb } from './lexical-score.js';
import { tense } from './tense.js';

/** A tool for a request, with what the request fills of it. */
export interface Choice {
  readonly candidate: Candidate;
  readonly filled: Filled;
  /** How surely the request speaks of the tool's subject; from `SURE` on it may be called. */
  readonly evidence: number;
  /** The text says the tool's name or follows one of its examples. */
  readonly named: boolean;
  /** Its words are those of one of the tool's examples, or nearly. */
  readonly close: boolean;
  /** What the text allows of the call. */
  readonly consent: Consent;
  readonly score: number;
}

/** Evidence from which a request is taken to mean the tool. */
export const SURE = 0.8;
/** From this similarity on a text follows an example. */
const CLOSE = 0.8;
const KEPT = 6;
const NOTHING_ASKED: ReadonlySet<string> = new Set();
const EXPLAIN = /^(?:what (?:is|are) an? |what does .+ mean|define |explain |why |how does .+ work)/iu;
/**
 * The tools that a text may mean, best first. First by words alone, then the best few by how well the text
 * fills their parameters.
 */
export function chooseTools(model: TextModel, candidates: readonly Candidate[]): Choice[] {
  const lexical = candidates
    .filter((candidate) => !isUnsaid(model, candidate))
    .map((candidate) => {
      const frame = matchFrame(model.text, candidate.frames);
      return { candidate, frame, ...lexicalScore(model, candidate, candidates, frame, []) };
    })
    .filter((one) => one.evidence > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, KEPT);
  const choices = lexical
    .map(({ candidate, frame }): Choice => {
      const filled = fillFor(candidate, model, NOTHING_ASKED);
      // Words that turned out to be values say nothing about the subject, for or against.
      const scored = lexicalScore(model, candidate, candidates, frame, filled.places);
      const { evidence, score } = scored;
      // `show the selection selection-5` asks to see something and says which.
      const shown =
        filled.missing.length === 0 &&
        filled.filled.some((field) => field.required) &&
        asksToSee(model, candidate);
      const named = scored.named || shown;
      // A tool that needs nothing must be asked for by name or as in an example, not by its subject alone; and what
      // asks for an explanation asks for no tool.
      const vague =
        filled.filled.length === 0 && !named && (filled.missing.length === 0 || EXPLAIN.test(model.text));
      const consent = consentTo(candidate, model, filled);
      // Who says the verb of a changing call means it, or means to say something against it.
      // So does who says the whole name of one that shows something, with all that it needs: `list /notes`.
      const whole = filled.missing.length === 0 && filled.filled.length > 0;
      const commands = isConsequential(candidate.tool)
        ? named && consent.kind !== 'unsaid'
        : whole && opensWithVerb(model, candidate) && namedShare(stemsOf(model), candidate) === 1;
      return {
        candidate,
        filled,
        named,
        close: scored.similar >= CLOSE,
        consent,
        evidence: vague ? Math.min(evidence, SURE / 2) : Math.max(evidence, commands ? SURE : 0),
        score:
          score +
          fillScore(filled, model) +
          tense(model.text, candidate) +
          (opensWithVerb(model, candidate) ? 0.5 : 0),
      };
    })
    .sort((a, b) => b.score - a.score);
  return wishedFirst(choices, model);
}

/** Fills a tool from a text with all that its manifest teaches. */
export function fillFor(candidate: Candidate, model: TextModel, asked: ReadonlySet<string>): Filled {
  return fillSchema(candidate.tool, model, {
    slots: candidate.slots,
    frame: matchFrame(model.text, candidate.frames) ?? NO_FRAME,
    ordinary: (plain) => isOrdinary(candidate, plain),
    asked,
    onSubject: (at) => onSubject(model, candidate, at),
  });
}

/** Whether the sentence part around a place has a word of the tool's subject. */
function onSubject(model: TextModel, candidate: Candidate, at: number): boolean {
  const breaks = /[.;!?,\n]\s|\s(?:and|but)\s+(?=(?:i|we|my)\b)/giu;
  let from = 0;
  let to = model.text.length;
  for (const match of model.text.matchAll(breaks)) {
    if (match.index < at) from = match.index + 1;
    else {
      to = match.index;
      break;
    }
  }
  return model.words.some(
    (word) => word.start >= from && word.end <= to && !word.stop && isOrdinary(candidate, word.plain),
  );
}

function stemsOf({ words }: TextModel): ReadonlySet<string> {
  return new Set(words.map(({ stem }) => stem));
}

/** A tool that changes something is meant only where one of its verbs is said. */
function isUnsaid(model: TextModel, candidate: Candidate): boolean {
  return isConsequential(candidate.tool) && !saysVerb(candidate, model);
}

/**
 * A changing tool that comes first without being wished for gives way to one that is, or to one that shows something
 * where the text opens by asking to see; else it stays, so that the answer can say why nothing was done.
 */
function wishedFirst(choices: readonly Choice[], model: TextModel): Choice[] {
  const [best] = choices;
  if (best === undefined) return [];
  const fuller = choices.find((one) => isFuller(one, best) || takesWhatOther(one, best));
  if (fuller !== undefined) return [fuller, ...choices.filter((one) => one !== fuller)];
  if (isWished(best)) return [...choices];
  const other = choices.find(
    (one) =>
      one.evidence >= SURE &&
      isWished(one) &&
      (isConsequential(one.candidate.tool) || opensWithVerb(model, one.candidate)),
  );
  return other === undefined ? [...choices] : [other, ...choices.filter((one) => one !== other)];
}

/** Of two on one subject, one that the text fills in whole before one that takes nothing of it: `all claims of collection 12`. */
function takesWhatOther(one: Choice, best: Choice): boolean {
  return (
    best.filled.filled.length === 0 &&
    best.filled.missing.length > 0 &&
    one.filled.filled.length > 0 &&
    one.filled.missing.length === 0 &&
    one.evidence >= SURE &&
    [one, best].every(({ candidate }) => !isConsequential(candidate.tool)) &&
    subjectOf(one.candidate) === subjectOf(best.candidate)
  );
}

/** Of two changes that a text wishes in whole, one that takes more of it: `make the folder /a public` makes no folder. */
function isFuller(one: Choice, best: Choice): boolean {
  const needed = ({ filled }: Choice) => filled.filled.filter(({ required }) => required).length;
  return (
    isConsequential(best.candidate.tool) &&
    isConsequential(one.candidate.tool) &&
    one.evidence >= SURE &&
    one.consent.kind === 'plain' &&
    one.filled.missing.length === 0 &&
    one.filled.unused.length <= best.filled.unused.length &&
    best.filled.missing.length === 0 &&
    needed(one) > needed(best)
  );
}

function isWished({ consent: { kind } }: Choice): boolean {
  return kind === 'plain' || kind === 'partly';
}

/** How well a tool takes what the text holds: values that it needs, and values that it has no place for. */
function fillScore(filled: Filled, model: TextModel): number {
  const required = filled.filled.filter((field) => field.required).length;
  const optional = filled.filled.length - required;
  const wanted = required + filled.missing.length;
  const idle = model.spans.filter(
    (span) =>
      span.kind !== 'quote' &&
      span.kind !== 'block' &&
      !filled.places.some((one) => one.start < span.end && span.start < one.end),
  );
  const wasted = 0.15 * Math.min(4, filled.unused.length) + 0.8 * Math.min(2, idle.length);
  const whole = wanted > 0 && filled.missing.length === 0 ? 0.4 : 0;
  // Of two that the text fills, the one that needs more of it says more of what is meant: `make the folder /a public`.
  const more = filled.missing.length === 0 ? Math.min(1.2, 0.6 * Math.max(0, required - 1)) : 0;
  return (
    whole + more + (wanted === 0 ? 0.1 : 0.8 * (required / wanted)) + Math.min(0.6, 0.15 * optional) - wasted
  );
}
