import { exponential } from './exponential.js';

/** A linear model over hashed features: a weight for every feature and label. */
export interface Softmax {
  readonly labels: readonly string[];
  /** Features are kept apart by so many bits of their hash. */
  readonly bits: number;
  /** Weights of a feature stand together: `weights[feature * labels.length + label]`, times `scale`. */
  readonly weights: Float32Array | Int8Array;
  readonly scale: number;
}

/** Sums of the weights for the labels at `among`, over the root of how many features there are. */
function scoresOf(model: Softmax, features: Uint32Array, among: ArrayLike<number>): Float64Array {
  const { weights, scale } = model;
  const width = model.labels.length;
  const count = among.length;
  const mask = 2 ** model.bits - 1;
  const scores = new Float64Array(count);
  for (const feature of features) {
    const row = (feature & mask) * width;
    for (let at = 0; at < count; at++)
      scores[at] = (scores[at] ?? 0) + (weights[row + (among[at] ?? 0)] ?? 0);
  }
  const norm = scale / Math.sqrt(features.length || 1);
  for (let at = 0; at < count; at++) scores[at] = (scores[at] ?? 0) * norm;
  return scores;
}

/** Probabilities from scores, in their place. */
function normalise(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    const share = exponential((scores[at] ?? 0) - most);
    scores[at] = share;
    sum += share;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) / sum;
  return scores;
}

/** Probabilities of the labels at `among`. */
export function probabilities(model: Softmax, features: Uint32Array, among: ArrayLike<number>): Float64Array {
  return normalise(scoresOf(model, features, among));
}
