import { exponential } from '../exponential.js';
import type { Calibration } from '../model.js';

/** A wish that was made by a model which had not learnt from its author, and whether it was right. */
export interface Outcome {
  readonly signs: Readonly<Record<string, number>>;
  readonly right: boolean;
}

const STEPS = 1500;
const RATE = 0.5;
const DECAY = 0.003;

/** Logistic regression of being right on the signs, by plain gradient descent. */
export function fitWeights(outcomes: readonly Outcome[]): Calibration['weights'] {
  const names = [...new Set(outcomes.flatMap(({ signs }) => Object.keys(signs)))].sort();
  const weights = names.map(() => 0);
  const rows = outcomes.map(({ signs, right }) => ({
    values: names.map((name) => signs[name] ?? 0),
    target: right ? 1 : 0,
  }));
  for (let count = 0; count < STEPS; count++) {
    const gradient = weights.map((weight, at) => (names[at] === 'bias' ? 0 : DECAY * weight));
    for (const { values, target } of rows) {
      let sum = 0;
      for (const [at, value] of values.entries()) sum += value * (weights[at] ?? 0);
      const error = 1 / (1 + exponential(-sum)) - target;
      for (const [at, value] of values.entries())
        gradient[at] = (gradient[at] ?? 0) + (error * value) / rows.length;
    }
    for (const [at, slope] of gradient.entries()) weights[at] = (weights[at] ?? 0) - RATE * slope;
  }
  return Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 1e4) / 1e4]));
}
