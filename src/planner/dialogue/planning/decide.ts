import type { Habits, PromptMessage, ToolSchema } from '../../../plugin/index.js';
import {
  type Candidate,
  candidatesOf,
  isMetaTool,
  LIST_TOOL,
  LOAD_TOOL,
  UNDO_TOOL,
} from '../../choosing/candidates.js';
import type { KnownCapability } from '../../choosing/rank-capabilities.js';
import { LANGUAGES, type Language } from '../../language/language.js';
import { prepareText } from '../../reading/prepare-text.js';
import { readText } from '../../reading/read-text.js';
import type { Reading } from '../../reading/reading.js';
import type { Args } from '../../schema/leaves.js';
import { record } from '../../schema/schema-fields.js';
import type { Model } from '../../understanding/model.js';
import {
  wordCapabilities,
  wordResult,
  wordSmallTalk,
  wordUndone,
  wordUnsure,
  wordUnused,
} from '../../wording/answer.js';
import type { Manner } from '../../wording/call-words.js';
import { wordExplanation } from '../../wording/explanation.js';
import type { Phrases } from '../../wording/phrases/phrases.js';
import { describeCall, wordProposal } from '../../wording/proposal.js';
import { askFor, askWhich } from '../../wording/question.js';
import { wordRefusal } from '../../wording/refusal.js';
import { rewrite } from '../../wording/rewrite.js';
import { phrasesOf } from '../../wording/speak.js';
import { languageOfTalk } from '../../wording/talk-language.js';
import { wordUnsettled } from '../../wording/unsettled.js';
import { offeredBy, withChoice } from '../asked/offered-choice.js';
import { replyTo } from '../asked/reply.js';
import { proseOf } from '../prose/closed-quotes.js';
import type { NamedNext } from '../taught/named-next.js';
import { type Executed, readConversation, type Turn } from '../turns/conversation.js';
import { isMended } from '../turns/recall-asked.js';
import { isUndoWish } from '../turns/undo-wish.js';
import { stepElsewhere, stepToNamed } from './offered-elsewhere.js';
import { planTurn } from './plan.js';
import { canonical, isWhole, type PlannedCall, standingOf } from './planned-call.js';

export interface DecidedCall {
  readonly name: string;
  readonly args: Args;
}

/** The next step of a run: calls to make, or the words that end it. */
export type Decision =
  | { readonly kind: 'calls'; readonly calls: readonly DecidedCall[] }
  | { readonly kind: 'text'; readonly text: string };

/**
 * The next step, from the conversation alone: the plan of the person's last message is made anew at every step,
 * and what has been done of it since is left out. So nothing is remembered between calls and nothing is repeated.
 */
export function decide(
  messages: readonly PromptMessage[],
  bound: readonly ToolSchema[],
  capabilities: readonly KnownCapability[],
  model?: Model,
  habits: Habits = {},
  /** Whether there may be capabilities that only a list of them tells of. */
  hasMore = false,
): Decision {
  const decision = nextStep(messages, bound, capabilities, model, habits, hasMore);
  return decision.kind === 'calls' ? decision : say(rewrite(decision.text, habits));
}

function nextStep(
  messages: readonly PromptMessage[],
  bound: readonly ToolSchema[],
  capabilities: readonly KnownCapability[],
  model: Model | undefined,
  habits: Habits,
  hasMore: boolean,
): Decision {
  const conversation = readConversation(messages, habits);
  const index = conversation.turns.length - 1;
  const turn = conversation.turns[index];
  const phrases = phrasesOf(
    wished(habits.language) ?? languageOfTalk(conversation.turns.map(({ text }) => proseOf(text))),
  );
  const candidates = candidatesOf(capabilities, bound);
  if (turn === undefined) return say(wordSmallTalk('greeting', candidates, phrases));
  const undone = turn.executed.findLast((one) => one.call.name === UNDO_TOOL)?.result;
  if (undone !== undefined) return say(wordUndone(undone, phrases));
  if (has(bound, UNDO_TOOL) && isUndoWish(turn.text, conversation.turns[index - 1]?.said))
    return { kind: 'calls', calls: [{ name: UNDO_TOOL, args: {} }] };
  const named = hasMore ? stepToNamed(turn, candidates, capabilities, bound) : undefined;
  if (named !== undefined) return { kind: 'calls', calls: [named] };
  const plan = planTurn(conversation, index, { candidates, model });
  if (plan.kind === 'unsure') {
    const step = hasMore ? stepElsewhere(turn, capabilities, bound) : undefined;
    if (step !== undefined) return { kind: 'calls', calls: [step] };
    const { attached } = turn;
    const here = attached.length > 0 ? phrases.gotFile(attached.join(', ')) : phrases.unsure;
    const unsure = wordUnsure(plan.nearest, phrases, plan.elsewhere === true ? phrases.bringFile : here);
    return say([unsure, ...wordShown(plan.open, phrases)].join('\n\n'));
  }
  if (plan.kind === 'talk') {
    if (plan.open !== undefined) {
      const { call, words } = plan.open;
      const what = describeCall(call.candidate, {}, { phrases, heard: [] });
      return say(plan.talk === 'cancel' ? phrases.leftUndone(what) : phrases.notDoneYet(what, words));
    }
    if (plan.talk === 'acknowledgement' && replyTo(turn.text).kind === 'yes')
      return say(phrases.nothingWaits);
    if (plan.talk !== 'capabilities') return say(wordSmallTalk(plan.talk, candidates, phrases));
    const listed = turn.executed.find((one) => one.call.name === LIST_TOOL);
    if (listed !== undefined) return say(wordCapabilities(listed, phrases));
    return has(bound, LIST_TOOL)
      ? { kind: 'calls', calls: [{ name: LIST_TOOL, args: {} }] }
      : say(wordSmallTalk('capabilities', candidates, phrases));
  }
  const { turns } = conversation;
  if (plan.kind === 'retell')
    return say(wordResult(plan.what, candidates, { phrases, heard: heardIn(turns) }));
  if (plan.kind === 'explain') {
    const manner: Manner = { phrases, heard: heardIn(turns) };
    const told = wordExplanation(plan.what, candidates, manner);
    return say([told, ...plan.calls.flatMap((call) => wordOpen(call, manner))].join('\n\n'));
  }
  const { aside = [], open } = plan;
  return carryOut(plan.calls, turn, bound, candidates, { phrases, turns, aside, open });
}

/** That what was shown before is not done yet, and how to have it done. */
function wordShown(open: NamedNext | undefined, phrases: Phrases): readonly string[] {
  if (open === undefined) return [];
  const { call, words } = open;
  return [`*${phrases.notDoneYet(describeCall(call.candidate, {}, { phrases, heard: [] }), words)}*`];
}

/** The language that a person wishes to be answered in, where the keyless chat speaks it. */
function wished(tag: string | undefined): Language | undefined {
  const [language] = tag?.split('-') ?? [];
  return LANGUAGES.find((each) => each === language);
}

/** How far back the words of a person are looked through for units, and how much of each message. */
const HEARD = 6;
const HEARD_LENGTH = 2_000;

/** What an answer is worded by. */
interface Setting {
  readonly phrases: Phrases;
  readonly turns: readonly Turn[];
  /** Proposals that something else takes the place of. */
  readonly aside: readonly PlannedCall[];
  /** What was shown right before and has not been done. */
  readonly open: NamedNext | undefined;
}

function carryOut(
  calls: readonly PlannedCall[],
  turn: Turn,
  bound: readonly ToolSchema[],
  candidates: readonly Candidate[],
  { phrases, turns, aside, open: shown }: Setting,
): Decision {
  const done = turn.executed.filter(
    (one) => !isMetaTool(one.call.name) && !isGated(one, turn) && !isMended(one, turn.executed),
  );
  const tried = new Set(
    turn.executed.filter((one) => one.call.name === LOAD_TOOL).flatMap((one) => namesOf(one.call.args)),
  );
  const gated = new Set(turn.executed.filter((one) => refusedByGate(one)).map((one) => one.call.name));
  const unloaded = calls.filter(
    (call) =>
      standingOf(call) !== 'refuse' &&
      (!has(bound, call.candidate.tool.name) || gated.has(call.candidate.tool.name)),
  );
  const toLoad = [...new Set(unloaded.flatMap((call) => call.candidate.capability?.name ?? []))].filter(
    (name) => !tried.has(name),
  );
  if (toLoad.length > 0 && has(bound, LOAD_TOOL))
    return { kind: 'calls', calls: [{ name: LOAD_TOOL, args: { names: toLoad } }] };

  const open = calls.filter((call) => isWhole(call) && standingOf(call) === 'act');
  const ready = open.filter(
    (call) => has(bound, call.candidate.tool.name) && !done.some((one) => isCall(one, call)),
  );
  if (ready.length > 0)
    return {
      kind: 'calls',
      calls: ready.map((call) => ({ name: call.candidate.tool.name, args: call.args })),
    };

  const manner: Manner = { phrases, heard: heardIn(turns) };
  const blocks = done.map((one) => wordDone(one, candidates, manner));
  for (const call of unloaded)
    if (!has(bound, call.candidate.tool.name)) blocks.push(notLoaded(call, turn, phrases));
  for (const call of calls) blocks.push(...wordOpen(call, manner));
  for (const { candidate, args } of aside)
    blocks.push(`*${phrases.setAside(describeCall(candidate, args, manner))}*`);
  blocks.push(...wordShown(shown, phrases));
  const unused = [...new Set(calls.flatMap((call) => call.unused))];
  // What was not used stands second, behind the first line of the answer.
  if (done.length > 0 && unused.length > 0) {
    const [first = '', ...rest] = (blocks.shift() ?? '').split('\n\n');
    blocks.unshift([first, wordUnused(unused, phrases), ...rest].join('\n\n'));
  }
  if (prepareText(turn.text).cut) blocks.push(`*${phrases.cut}*`);
  if (turns.length === 1 && done.length > 0) blocks.push(`*${phrases.offline}*`);
  return say([...new Set(blocks)].join('\n\n'));
}

function heardIn(turns: readonly Turn[]): Reading[] {
  return turns.slice(-HEARD).map(({ text }) => readText(text.slice(0, HEARD_LENGTH)));
}

/** What came of a call: its result, or the one question that its fault leaves. */
function wordDone(one: Executed, candidates: readonly Candidate[], manner: Manner): string {
  const offered = offeredBy(one, candidates);
  if (offered === undefined) return wordResult(one, candidates, manner);
  const { candidate, args, field, choices } = offered;
  const [only, another] = choices;
  return only !== undefined && another === undefined
    ? wordProposal(candidate, withChoice(offered, only).args, [], manner)
    : askWhich(field, choices, candidate, args, manner);
}

/** What is to be said of a call that is not made: why not, what it lacks, or whether to make it. */
function wordOpen(call: PlannedCall, manner: Manner): string[] {
  const { phrases } = manner;
  const { candidate, args, consent } = call;
  switch (standingOf(call)) {
    case 'refuse':
      return [wordRefusal(candidate, consent, phrases)];
    case 'act':
      return isWhole(call) ? [] : [question(call, phrases)];
    case 'propose':
      return [
        isWhole(call) ? wordProposal(candidate, args, passedOver(call), manner) : question(call, phrases),
        ...wordUnsettled(call, phrases),
      ];
  }
}

/** The question for what is missing; where it is asked again, with how to leave it. */
function question({ missing, refused, candidate, repeated }: PlannedCall, phrases: Phrases): string {
  const asked = askFor(missing, refused, candidate, phrases);
  return repeated === true ? `${asked} ${phrases.orLeaveIt}` : asked;
}

/** Words of the wish that the call cannot heed; what it is asked about anyway is not named twice. */
function passedOver({ consent, unused }: PlannedCall): readonly string[] {
  return consent.kind === 'partly' ? consent.words.filter((word) => !unused.includes(word)) : [];
}

/** The gate turned a call away that was made before its capability was loaded. */
function refusedByGate({ call, result }: Executed): boolean {
  return !isMetaTool(call.name) && result?.status === 'error' && result.content.includes(LOAD_TOOL);
}

/** A call that the gate turned away is no attempt, once a load has followed it. */
function isGated(one: Executed, turn: Turn): boolean {
  const at = turn.executed.indexOf(one);
  return refusedByGate(one) && turn.executed.slice(at).some((later) => later.call.name === LOAD_TOOL);
}

function isCall(one: Executed, call: PlannedCall): boolean {
  return one.call.name === call.candidate.tool.name && canonical(one.call.args) === canonical(call.args);
}

function notLoaded(call: PlannedCall, turn: Turn, phrases: Phrases): string {
  const name = call.candidate.capability?.name ?? call.candidate.tool.name;
  const reason = turn.executed.flatMap(({ call: made, result }) => {
    if (made.name !== LOAD_TOOL || result === undefined) return [];
    if (result.status === 'error') return [result.content.replace(/^Error:\s*/u, '')];
    const rows = parseRows(result.content).filter((row) => row['name'] === name && row['status'] === 'error');
    return rows.map((row) =>
      typeof row['error'] === 'string' ? row['error'] : JSON.stringify(row['error']),
    );
  })[0];
  return phrases.notLoaded(`**${name}**`, reason);
}

function parseRows(content: string): Readonly<Record<string, unknown>>[] {
  try {
    const rows = record(JSON.parse(content))['capabilities'];
    return Array.isArray(rows) ? rows.map(record) : [];
  } catch {
    return [];
  }
}

function namesOf(args: Args): string[] {
  const names = args['names'];
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

function has(bound: readonly ToolSchema[], name: string): boolean {
  return bound.some((tool) => tool.name === name);
}

function say(text: string): Decision {
  return { kind: 'text', text };
}
