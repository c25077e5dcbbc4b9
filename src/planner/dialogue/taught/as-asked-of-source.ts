import type { Candidate } from '../../choosing/candidates.js';
import { rankCapabilities } from '../../choosing/rank-capabilities.js';
import { missingFields } from '../../filling/complete-args.js';
import { foldInPlace } from '../../language/fold.js';
import { languageOf } from '../../language/language-of.js';
import { words } from '../../language/tokenize.js';
import { type AskedSource, askedSource, plainQuestion } from '../../reading/asked-source.js';
import { type Args, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import { PLAIN } from '../planning/nearest-by-words.js';
import type { Plan } from '../planning/plan-of-turn.js';
import { isWhole, type PlannedCall } from '../planning/planned-call.js';

/** The fields of what looks into documents: what is asked, and where alone. */
interface Fields {
  readonly topic: Field;
  readonly source: Field;
}

/**
 * A plan whose question to a source is that of the message, whole: what a document says is asked of that document, and of
 * what it is about no word is dropped, so that neither another document answers nor half of the question gets a no. A source
 * that is surely a document is meant whatever else the words may mean.
 */
export function asAskedOfSource(plan: Plan, text: string, candidates: readonly Candidate[]): Plan {
  const asked = plan.kind === 'calls' || plan.kind === 'unsure' ? askedSource(text) : undefined;
  if (asked === undefined) {
    const all = askedOfAll(plan, text, candidates);
    if (all !== undefined) return all;
  }
  if (asked === undefined || (plan.kind === 'calls' && plan.calls.some(({ agreed }) => agreed === true)))
    return plan;
  const able = lookingUp(candidates);
  const own = plan.kind === 'calls' ? plan.calls.map(({ candidate }) => candidate) : [];
  const meant = able.find(({ candidate }) => own.includes(candidate));
  const [only, another] = able;
  const isForced = asked.isOfDocuments || plan.kind === 'unsure';
  const chosen = meant ?? (isForced && another === undefined ? only : undefined);
  if (chosen === undefined) return plan;
  const calls = callsFor(asked, chosen.candidate, chosen.fields);
  return {
    kind: 'calls',
    calls:
      plan.kind === 'calls' || asked.isOfDocuments
        ? calls
        : calls.map((call) => ({ ...call, band: 'likely' })),
  };
}

/**
 * What nothing else answers may be looked for in the documents, which is proposed: a question of what is so, which names no
 * source. Whether something is true is none for what would only be proposed.
 */
function askedOfAll(plan: Plan, text: string, candidates: readonly Candidate[]): Plan | undefined {
  const isOpen = plan.kind === 'unsure' && plan.elsewhere !== true;
  const isDoubted =
    plan.kind === 'calls' &&
    plan.calls.every(
      (call) => call.candidate.tool.effect === 'read' && (!isWhole(call) || call.band === 'likely'),
    );
  if (!isOpen && !isDoubted) return undefined;
  const [only, another] = lookingUp(candidates);
  const question = only === undefined || another !== undefined ? undefined : plainQuestion(text);
  if (only === undefined || question === undefined || (!isOpen && !question.isOfTruth)) return undefined;
  if (isOfAnother(question.text, only.candidate, candidates)) return undefined;
  if (!question.isOfTruth && namesSomebody(question.text)) return undefined;
  const call = callOf(only.candidate, withPath({}, only.fields.topic.path, question.text));
  // It may be of anything: whether something is true alone is surely looked up.
  return { kind: 'calls', calls: [question.isOfTruth ? call : { ...call, band: 'likely', unsettled: true }] };
}

/** Days and months of English, which alone of what begins with a capital are no names. */
const DAYS =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)$/u;

/** Whether a question is of a place or a person by name, of which documents of a survey say nothing: the capital of France. */
function namesSomebody(question: string): boolean {
  if (languageOf(question) === 'de') return false;
  return words(question)
    .slice(1)
    .some(({ text }) => /^\p{Lu}\p{Ll}/u.test(text) && !DAYS.test(text));
}

/** Whether a question speaks plainly of what another capability is about: its choice is offered, and no document asked. */
function isOfAnother(question: string, { capability }: Candidate, candidates: readonly Candidate[]): boolean {
  const capabilities = new Set(candidates.flatMap((one) => one.capability ?? []));
  const [first] = rankCapabilities(question, [...capabilities]);
  return first !== undefined && first.name !== capability?.name && first.score >= PLAIN;
}

/** What opens a question that goes on with the one before: `and the turtles?`, `what about turtles?`. */
const GOES_ON =
  /^\s*(?:[¿]\s*)?(?:and|und|et|y|e|na|what about|how about|and what about|was ist mit|und was ist mit|und wie steht es mit|qu'en est-il de|et pour|que hay de|e quanto a|vipi kuhusu|na vipi kuhusu)\s+(?:(?:about|on|uber|zu|sur|sobre|de|kuhusu)\s+)?(?<topic>\p{L}[\p{L}\p{M}'’ -]{1,60}?)\s*[?.!]*\s*$/diu;
/** Longer is a sentence of its own. */
const FEW = 4;

/**
 * `And the turtles?` behind a question to documents asks the same documents of something else. `last` is the call of the turn
 * before.
 */
export function goingOnAsking(
  plan: Plan,
  text: string,
  last: { readonly candidate: Candidate; readonly args: Args } | undefined,
): Plan {
  const fields = last === undefined ? undefined : fieldsFor(last.candidate);
  if (last === undefined || fields === undefined) return plan;
  const isOther =
    plan.kind !== 'unsure' &&
    (plan.kind !== 'calls' ||
      plan.calls.some(({ candidate, agreed }) => candidate !== last.candidate || agreed === true));
  const [from, to] = GOES_ON.exec(foldInPlace(text))?.indices?.groups?.['topic'] ?? [0, 0];
  const topic = text.slice(from, to);
  if (isOther || topic === '' || topic.split(' ').length > FEW) return plan;
  return { kind: 'calls', calls: [callOf(last.candidate, withPath(last.args, fields.topic.path, topic))] };
}

function lookingUp(candidates: readonly Candidate[]) {
  return candidates.flatMap((candidate) => {
    const fields = fieldsFor(candidate);
    return fields === undefined ? [] : [{ candidate, fields }];
  });
}

function callOf(candidate: Candidate, args: Args): PlannedCall {
  const missing = missingFields(fieldsOf(candidate.tool.parameters), args);
  return { candidate, args, missing, refused: [], unused: [], consent: { kind: 'plain' }, whole: true };
}

function fieldsFor({ tool }: Candidate): Fields | undefined {
  if (tool.effect !== 'read') return undefined;
  const leaves = rootLeaves(fieldsOf(tool.parameters));
  const called = (name: string) =>
    leaves.find(
      ({ kind, aliases, schema }) =>
        kind === 'string' && schema['pattern'] === undefined && aliases.includes(name),
    );
  const [topic, source] = [called('about'), called('document')];
  return topic === undefined || source === undefined || topic === source ? undefined : { topic, source };
}

/** One call for each of the sources that are named. */
function callsFor(
  { topic, sources, narrowed }: AskedSource,
  candidate: Candidate,
  fields: Fields,
): PlannedCall[] {
  const about = withPath({}, fields.topic.path, topic.text);
  const all =
    sources.length === 0 ? [about] : sources.map(({ text }) => withPath(about, fields.source.path, text));
  return all.map((args) => ({
    ...callOf(candidate, args),
    unused: narrowed,
    ...(narrowed.length > 0 ? { band: 'likely' as const, unsettled: true as const } : {}),
  }));
}
