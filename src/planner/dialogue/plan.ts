import { type Candidate, isMetaTool, subjectOf } from '../candidates.js';
import { type Choice, chooseTools, fillFor, SURE } from '../choose-tool.js';
import { splitClauses } from '../clauses.js';
import { rootLeaves, withPath } from '../leaves.js';
import { readText, type TextModel } from '../read-text.js';
import { prepareText } from '../reading/prepare-text.js';
import { fieldsOf } from '../schema-fields.js';
import { asksToGoAhead } from '../wording/proposal.js';
import { QUESTION_MARK } from '../wording/question.js';
import { answerConsent, type Consent, consentTo, stricter } from './consent.js';
import type { Conversation, Turn } from './conversation.js';
import {
  answerPending,
  complete,
  followUp,
  isAnswerLike,
  isShort,
  type PreviousCall,
  repliesTo,
  unusedOf,
  withText,
} from './follow-up.js';
import { isWhole, type PlannedCall, standingOf } from './planned-call.js';
import { recall } from './recall.js';
import { replyTo, withoutReply } from './reply.js';
import { type SmallTalk, smallTalkOf, withoutLead } from './small-talk.js';

export type Plan =
  | { readonly kind: 'talk'; readonly talk: SmallTalk }
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'unsure'; readonly nearest: readonly Candidate[] };

const MAX_CALLS = 6;
/** Small talk is short. */
const TALK_LIMIT = 200;
/** How many open questions in a row are looked back through. */
const MEMORY = 6;
/** How many turns an open question waits for its answer. */
const LOOK_BACK = 3;

/** What the turn at `index` asks for, seen with the turns before it. The same conversation gives the same plan. */
export function planTurn(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
  depth = 0,
): Plan {
  const turn = conversation.turns[index];
  if (turn === undefined || turn.text === '') return { kind: 'talk', talk: 'greeting' };
  const proposal = depth < MEMORY ? openProposal(conversation, index, candidates, depth) : [];
  if (proposal.length > 0) {
    const reply = replyTo(turn.text);
    if (reply.kind === 'yes')
      return { kind: 'calls', calls: proposal.map((call) => ({ ...call, agreed: true })) };
    if (reply.kind === 'no') return { kind: 'talk', talk: 'cancel' };
  }
  const previous = previousCalls(conversation, index, candidates);
  const pending = depth < MEMORY ? pendingCall(conversation, index, candidates, depth) : undefined;
  const talk = turn.text.length > TALK_LIMIT ? undefined : smallTalkOf(turn.text);
  if (talk !== undefined && !(pending?.fresh === true && isAnswerLike(talk))) return { kind: 'talk', talk };
  const prepared = prepareText(withoutLead(turn.text));
  const text = prepared.text;
  const model = readText(text, conversation.today, prepared.blocks);

  const corrected = correct(proposal, model, candidates);
  if (corrected !== undefined) return { kind: 'calls', calls: [corrected] };
  if (pending !== undefined) {
    const own = chooseTools(model, candidates)[0];
    const answer = answerPending(pending.call, model, own);
    // A later answer is one only if it gives a wanted value and is no complete wish of its own.
    const gives = answer !== undefined && answer.missing.length < pending.call.missing.length;
    const meant =
      pending.fresh ||
      own?.candidate === pending.call.candidate ||
      (gives && (own?.filled.missing.length !== 0 || !own.named));
    if (answer !== undefined && meant) return { kind: 'calls', calls: [answer] };
  }
  const last = previous.at(-1);
  if (last !== undefined && (repliesTo(text) || isShort(model))) {
    const follow = followUp(previous, model, candidates);
    if (follow.length > 0)
      return { kind: 'calls', calls: follow.map((call) => recall(call, text, conversation, index - 1)) };
  }
  const calls = planRequest(model, candidates);
  if (calls.length > 0)
    return { kind: 'calls', calls: calls.map((call) => recall(call, text, conversation, index - 1)) };
  if (last?.failed === true) {
    const follow = followUp(previous, model, candidates);
    if (follow.length > 0) return { kind: 'calls', calls: follow };
  }
  return { kind: 'unsure', nearest: nearest(model, candidates) };
}

/** The calls that the turn before proposed, when it proposed any. */
function openProposal(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
  depth: number,
): PlannedCall[] {
  if (!asksToGoAhead(conversation.turns[index - 1]?.said ?? '')) return [];
  const plan = planTurn(conversation, index - 1, candidates, depth + 1);
  return plan.kind === 'calls'
    ? plan.calls.filter((call) => isWhole(call) && standingOf(call) === 'propose')
    : [];
}

/** A message that changes the one call that was proposed: `no, 8%`, `yes but to /archive`. */
function correct(
  proposal: readonly PlannedCall[],
  model: TextModel,
  candidates: readonly Candidate[],
): PlannedCall | undefined {
  const [call, other] = proposal;
  if (call === undefined || other !== undefined) return undefined;
  const said = withReply(model);
  const asked = new Set(
    rootLeaves(fieldsOf(call.candidate.tool.parameters))
      .filter((field) => field.required)
      .map((field) => field.path.join('.')),
  );
  const own = chooseTools(said, candidates)[0];
  if (own !== undefined && own.evidence >= SURE && own.candidate !== call.candidate) return undefined;
  const named = fillFor(call.candidate, said, new Set());
  const filled =
    named.filled.length > 0 || named.refused.length > 0 ? named : fillFor(call.candidate, said, asked);
  if (filled.filled.length === 0 && filled.refused.length === 0) return undefined;
  const consent = answerConsent({ kind: 'partly', words: [] }, call.candidate, said, filled);
  return complete(call.candidate, call.args, filled, consent);
}

/** The message behind its `no,` or `yes but`. */
function withReply(model: TextModel): TextModel {
  const rest = withoutReply(model.text);
  return rest === model.text ? withText(model) : withText(readText(rest, model.today, model.blocks));
}

/** The domain calls of the latest earlier turn that made any. */
function previousCalls(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
): PreviousCall[] {
  for (let at = index - 1; at >= 0; at--) {
    const found = (conversation.turns[at]?.executed ?? []).flatMap(({ call, result }): PreviousCall[] => {
      const candidate = isMetaTool(call.name)
        ? undefined
        : candidates.find((one) => one.tool.name === call.name);
      if (candidate === undefined) return [];
      return [
        {
          candidate,
          args: call.args,
          failed: result?.status === 'error',
          error: result?.status === 'error' ? result.content : '',
        },
      ];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** The latest call that a question was asked about and that has not been made since. */
function pendingCall(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
  depth: number,
): { readonly call: PlannedCall; readonly fresh: boolean } | undefined {
  for (let at = index - 1; at >= Math.max(0, index - LOOK_BACK); at--) {
    const before: Turn | undefined = conversation.turns[at];
    if (before === undefined || !before.said.includes(QUESTION_MARK)) continue;
    const plan = planTurn(conversation, at, candidates, depth + 1);
    const call =
      plan.kind === 'calls'
        ? plan.calls.find((one) => one.missing.length > 0 || one.refused.length > 0)
        : undefined;
    if (call === undefined) return undefined;
    const since = conversation.turns.slice(at + 1, index);
    if (since.some((turn) => smallTalkOf(turn.text) === 'cancel')) return undefined;
    const made = since.some((turn) =>
      turn.executed.some((one) => one.call.name === call.candidate.tool.name),
    );
    return made ? undefined : { call, fresh: at === index - 1 };
  }
  return undefined;
}

/** The calls that a request with wishes of its own stands for; none when it is not sure of any. */
function planRequest(model: TextModel, candidates: readonly Candidate[]): PlannedCall[] {
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
    const best = chooseTools(readText(clause.text, model.today, model.blocks), candidates)[0];
    const sure = best !== undefined && best.evidence >= SURE ? best : undefined;
    const last = parts.at(-1);
    if (last === undefined) parts.push({ start: clause.start, end: clause.end, choice: sure });
    else if (last.choice === undefined || sure === undefined || !isSeparate(last.choice, sure)) {
      last.end = clause.end;
      last.choice = last.choice ?? sure;
    } else parts.push({ start: clause.start, end: clause.end, choice: sure });
  }
  if (parts.length < 2)
    return whole !== undefined && whole.evidence >= SURE
      ? [{ start: 0, end: model.text.length, choice: whole }]
      : [];
  return parts.flatMap((part) => {
    const choice = chooseTools(
      readText(model.text.slice(part.start, part.end), model.today, model.blocks),
      candidates,
    )[0];
    return choice === undefined || choice.evidence < SURE
      ? []
      : [{ start: part.start, end: part.end, choice }];
  });
}

/** Two wishes, not one: another subject that the text clearly means, or a complete second call. */
function isSeparate(a: Choice, b: Choice): boolean {
  const same = a.candidate === b.candidate;
  const subject = subjectOf(a.candidate);
  const together = subject !== undefined && subject === subjectOf(b.candidate);
  const complete = b.filled.missing.length === 0 && b.filled.filled.length > 0;
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
  };
  if (filled.spread === undefined) return [call];
  const { field, values } = filled.spread;
  return values.map((value) => ({ ...call, args: withPath(filled.args, field.path, value) }));
}

function nearest(model: TextModel, candidates: readonly Candidate[]): Candidate[] {
  const ranked = chooseTools(model, candidates).map((choice) => choice.candidate);
  const seen = new Set<string>();
  return [...ranked, ...candidates].filter((candidate) => {
    const name = candidate.capability?.name ?? candidate.tool.name;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
