import type { Candidate } from '../../choosing/candidates.js';
import { chooseTools } from '../../choosing/choose-tool.js';
import type { TextModel } from '../../filling/read-text.js';
import { followUp, type PreviousCall } from '../follow-up/follow-up.js';
import type { Plan } from './plan-of-turn.js';
import { planRequest } from './request.js';

/** What words and schemas make of a message. */
export function byRules(
  model: TextModel,
  previous: readonly PreviousCall[],
  candidates: readonly Candidate[],
  leans: boolean,
  all: readonly Candidate[],
): Plan {
  if (leans) {
    const follow = followUp(previous, model, candidates);
    if (follow.length > 0) return { kind: 'calls', calls: follow };
  }
  const calls = planRequest(model, candidates);
  if (calls.length > 0) return { kind: 'calls', calls };
  if (previous.at(-1)?.failed === true) {
    const follow = followUp(previous, model, candidates);
    if (follow.length > 0) return { kind: 'calls', calls: follow };
  }
  return { kind: 'unsure', nearest: nearest(model, candidates, all) };
}

/** Capabilities by how near a message comes to one of their tools, each by its nearest tool. */
export function nearest(
  model: TextModel,
  worded: readonly Candidate[],
  candidates: readonly Candidate[],
): Candidate[] {
  const ranked = chooseTools(model, worded).map((choice) => choice.candidate);
  const seen = new Set<string>();
  return [...ranked, ...candidates].filter((candidate) => {
    const name = candidate.capability?.name ?? candidate.tool.name;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
