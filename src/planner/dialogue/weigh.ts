import type { Model } from '../understanding/model.js';
import type { LearntPlan } from './learnt.js';
import type { Plan } from './plan.js';
import { isWhole, type PlannedCall, sameCall, standingOf } from './planned-call.js';

/** Below this chance that anything is wanted, words alone make no call. */
const WANTED = 0.25;

/**
 * One plan from what was learnt and what words and schemas say. Where both mean the very same call it is as sure as it
 * can be; else what was learnt goes first, and what words alone mean is only proposed. Tools that nothing was learnt of
 * are left to the words.
 */
export function weigh(ruled: Plan, learnt: LearntPlan, model: Model): Plan {
  if (ruled.kind === 'talk') return ruled;
  const words = ruled.kind === 'calls' ? ruled.calls : [];
  if (words.some((call) => standingOf(call) === 'refuse')) return ruled;
  if (words.some(({ candidate }) => model.operations[candidate.tool.name] === undefined)) return ruled;
  const [best] = learnt.calls;
  if (words.length > 1 && learnt.calls.length < 2) return learnt.act < WANTED ? doubtful(words) : ruled;
  if (learnt.calls.length > 1) return { kind: 'calls', calls: learnt.calls };
  const [said] = words;
  if (best === undefined) {
    if (said === undefined)
      return { kind: 'unsure', nearest: learnt.likely.length > 0 ? learnt.likely : nearestOf(ruled) };
    return doubtful(words);
  }
  if (said === undefined) return { kind: 'calls', calls: [best] };
  if (sameCall(said, best)) return learnt.act < WANTED ? doubtful(words) : ruled;
  // An incomplete reading of the same wish gives way to a complete one.
  if (said.candidate === best.candidate && isWhole(said) && !isWhole(best)) return doubtful(words);
  return { kind: 'calls', calls: [best] };
}

function doubtful(calls: readonly PlannedCall[]): Plan {
  return { kind: 'calls', calls: calls.map((call) => ({ ...call, band: 'likely' as const })) };
}

function nearestOf(plan: Plan) {
  return plan.kind === 'unsure' ? plan.nearest : [];
}
