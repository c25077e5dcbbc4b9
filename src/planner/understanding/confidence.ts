import type { Clause } from '../reading/reading.js';
import { exponential, logarithm } from './exponential.js';
import type { Calibration } from './model.js';

/** What tells a right wish from a wrong one. */
export interface Signs {
  /** Probability of the intent among all intents of operations. */
  readonly intent: number;
  /** Probability that an operation is wanted at all. */
  readonly wanted: number;
  /** Probability of the value that is least sure of its field. */
  readonly weakest: number;
  /** Logarithm by which the filling stands before the next best. */
  readonly margin: number;
  readonly turns: number;
  readonly unexplained: number;
  readonly filled: number;
  readonly clauses: readonly Clause[];
}

/** The signs as numbers of about the same size. */
export function signValues(signs: Signs): Readonly<Record<string, number>> {
  const log = (p: number) => logarithm(Math.max(1e-3, p));
  const has = (flag: 'negated' | 'conditional' | 'modal' | 'past' | 'narrowed') =>
    signs.clauses.some((clause) => clause[flag]) ? 1 : 0;
  return {
    bias: 1,
    intent: log(signs.intent),
    wanted: log(signs.wanted),
    weakest: log(signs.weakest),
    margin: Math.min(3, signs.margin) / 3,
    later: signs.turns > 1 ? 1 : 0,
    unexplained: Math.min(3, signs.unexplained),
    empty: signs.filled === 0 ? 1 : 0,
    many: Math.min(6, signs.filled) / 6,
    negated: has('negated'),
    conditional: has('conditional'),
    modal: has('modal'),
    past: has('past'),
    narrowed: has('narrowed'),
    asks: signs.clauses.some((clause) => clause.mood === 'question') ? 1 : 0,
  };
}

/** Probability that the wish is right, fitted on authors that the model had not learnt from. */
export function confidenceOf(signs: Readonly<Record<string, number>>, { weights }: Calibration): number {
  let sum = 0;
  for (const [name, value] of Object.entries(signs)) sum += value * (weights[name] ?? 0);
  return 1 / (1 + exponential(-sum));
}
