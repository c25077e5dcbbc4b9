import type { Candidate } from '../../choosing/candidates.js';
import type { Word } from '../../language/tokenize.js';
import { asksToGoAhead } from '../../wording/speak.js';
import { callsOf, type Plan } from '../planning/plan-of-turn.js';
import { isWhole, type PlannedCall, standingOf } from '../planning/planned-call.js';
import type { Conversation } from '../turns/conversation.js';
import { openChoice, withChoice } from './offered-choice.js';

/** Small words that turn an agreement round. */
const NARROWING: ReadonlySet<string> = new Set(['but', 'not', 'no', 'only', 'without', 'except', 'if', 'or']);

/** The calls that the turn before proposed, when it proposed any. */
export function openProposal(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
  planOf: (index: number) => Plan,
): PlannedCall[] {
  const before = conversation.turns[index - 1];
  if (!asksToGoAhead(before?.said ?? '')) return [];
  const plan = planOf(index - 1);
  const proposed = callsOf(plan).filter((call) => isWhole(call) && standingOf(call) === 'propose');
  const offered = openChoice(before, candidates);
  const only = offered?.choices.length === 1 ? offered.choices[0] : undefined;
  return offered === undefined || only === undefined ? proposed : [...proposed, withChoice(offered, only)];
}

/** Proposals that something else takes the place of: a question, another proposal, or what is done at once. */
export function setAside(
  calls: readonly PlannedCall[],
  proposal: readonly PlannedCall[],
): readonly PlannedCall[] {
  return proposal.filter((one) => !calls.some(({ candidate }) => candidate === one.candidate));
}

/** A word that the proposed tools know, or that says nothing by itself. */
export function isOfProposal(word: Word, proposal: readonly PlannedCall[]): boolean {
  return (
    (word.stop && !NARROWING.has(word.plain)) ||
    proposal.some(({ candidate }) => candidate.verbs.has(word.stem) || candidate.exampleWords.has(word.plain))
  );
}
