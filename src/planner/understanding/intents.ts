import { sentenceFeatures } from './features/sentence-features.js';
import { ASK, NOT, OTHER, operationOfIntent } from './intent-labels.js';
import type { Model } from './model.js';
import type { KnownOperation } from './operation.js';
import type { ReadTurn } from './read-turn.js';
import { probabilities } from './softmax.js';

export interface Intent {
  readonly label: string;
  readonly p: number;
}

export interface Intents {
  /** Intents of operations, likeliest first; their probabilities are among each other. */
  readonly list: readonly Intent[];
  readonly not: number;
  readonly ask: number;
  /** That a project's own plugins were taught such words as no wish. */
  readonly denied: number;
}

/** Probabilities of the intents; of a project's own plugins first, of all others by what those leave. */
export function intentsOf(
  { reading, tokens }: ReadTurn,
  before: string | undefined,
  known: ReadonlyMap<string, KnownOperation>,
  model: Model,
): Intents {
  const features = sentenceFeatures(reading, tokens, { operation: before });
  const shares = (part: Model) => {
    const { labels } = part.intent;
    const among = labels.flatMap((label, index) =>
      isUnwanted(label) || known.has(operationOfIntent(label)) ? [index] : [],
    );
    const p = probabilities(part.intent, features, among);
    return among.map((index, at) => ({ label: labels[index] ?? '', p: p[at] ?? 0 }));
  };
  const of = (list: readonly Intent[], label: string) => list.find((one) => one.label === label)?.p ?? 0;
  const all = model.own === undefined ? [] : shares(model.own);
  // Behind an operation of theirs a message need not name it.
  const isAfter = before !== undefined && model.own?.operations[before] !== undefined;
  const own = all.filter(
    ({ label }) =>
      isUnwanted(label) || isAfter || model.own?.speaksOf(operationOfIntent(label), reading.text) === true,
  );
  const unspoken = sum(all) - sum(own);
  const left = model.own === undefined ? 1 : of(own, OTHER) + unspoken;
  const shipped = shares(model).map(({ label, p }) => ({ label, p: p * left }));
  const denied = of(own, NOT);
  const [not, ask] = [of(shipped, NOT) + denied, of(shipped, ASK) + of(own, ASK)];
  const rest = Math.max(1e-9, 1 - not - ask);
  return {
    not,
    ask,
    denied,
    list: [...own, ...shipped]
      .filter(({ label }) => !isUnwanted(label))
      .map(({ label, p }) => ({ label, p: p / rest }))
      .sort((a, b) => b.p - a.p || (a.label < b.label ? -1 : 1)),
  };
}

function sum(list: readonly Intent[]): number {
  return list.reduce((total, { p }) => total + p, 0);
}

function isUnwanted(label: string): boolean {
  return label === NOT || label === ASK || label === OTHER;
}
