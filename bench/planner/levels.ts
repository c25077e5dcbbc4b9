import type { Outcome } from './outcome.js';

const TARGETS = [0.8, 0.9, 0.95, 0.97, 0.98];

/** From which confidence on outcomes are right how often, and how many of those that are right are then above it. */
export function levelsOf(outcomes: readonly Outcome[]): string {
  const sorted = outcomes
    .filter(({ complete, wish }) => complete && wish?.doubts.length === 0)
    .map(({ wish, right }) => ({ confidence: wish?.confidence ?? 0, right }))
    .sort((a, b) => b.confidence - a.confidence);
  const all = sorted.filter((one) => one.right).length;
  return TARGETS.map((target) => {
    let right = 0;
    let best = { confidence: 1, right: 0 };
    for (const [index, one] of sorted.entries()) {
      if (one.right) right++;
      if (right / (index + 1) >= target) best = { confidence: one.confidence, right };
    }
    return `${target} from ${best.confidence.toFixed(2)} on (${best.right} of ${all})`;
  }).join('; ');
}
