import { exponential, logarithm } from './exponential.js';
import type { Intents } from './intents.js';
import type { Calibration } from './model.js';
import type { ReadTurn } from './read-turn.js';

/** What tells a right wish from a wrong one. */
export interface Signs {
  readonly intents: Intents;
  /** Probability of the intent among all intents of operations. */
  readonly intent: number;
  /** Probability of the value that is least sure of its field. */
  readonly weakest: number;
  /** Logarithm by which the filling stands before the next best. */
  readonly margin: number;
  readonly turns: number;
  readonly unexplained: number;
  /** Fields that values filled, and fields that words did. */
  readonly fields: number;
  readonly texts: number;
  /** Whether the operation only reads. */
  readonly reads: boolean;
  readonly last: ReadTurn | undefined;
}

/** The signs as numbers of about the same size. */
export function signValues(signs: Signs): Readonly<Record<string, number>> {
  const log = (p: number) => logarithm(Math.max(1e-3, p));
  const clauses = signs.last?.reading.clauses ?? [];
  const has = (flag: 'negated' | 'conditional' | 'modal' | 'past' | 'narrowed') =>
    clauses.some((clause) => clause[flag]) ? 1 : 0;
  const { list, not, ask } = signs.intents;
  const words = signs.last?.tokens.filter(({ mention }) => mention === undefined).length ?? 0;
  const reads = signs.reads ? 1 : 0;
  return {
    bias: 1,
    intent: log(signs.intent),
    second: log(list[1]?.p ?? 0),
    wanted: log(1 - not - ask),
    ask: log(1 - ask),
    weakest: log(signs.weakest),
    margin: Math.min(3, signs.margin) / 3,
    later: signs.turns > 1 ? 1 : 0,
    unexplained: Math.min(3, signs.unexplained),
    empty: signs.fields + signs.texts === 0 ? 1 : 0,
    many: Math.min(6, signs.fields + signs.texts) / 6,
    texts: Math.min(2, signs.texts),
    long: Math.min(40, words) / 40,
    reads,
    readsWanted: reads * log(1 - not - ask),
    readsIntent: reads * log(signs.intent),
    foreign: signs.last === undefined || signs.last.reading.language === 'en' ? 0 : 1,
    clauses: Math.min(4, clauses.length) / 4,
    negated: has('negated'),
    conditional: has('conditional'),
    modal: has('modal'),
    past: has('past'),
    narrowed: has('narrowed'),
    asks: clauses.some((clause) => clause.mood === 'question') ? 1 : 0,
    readsAsks: clauses.some((clause) => clause.mood === 'question') ? reads : 0,
  };
}

/** Probability that the wish is right, fitted on authors that the model had not learnt from. */
export function confidenceOf(signs: Readonly<Record<string, number>>, { weights }: Calibration): number {
  let sum = 0;
  for (const [name, value] of Object.entries(signs)) sum += value * (weights[name] ?? 0);
  return 1 / (1 + exponential(-sum));
}
