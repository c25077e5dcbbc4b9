import { probabilities, type Softmax } from '../softmax.js';
import { Random } from './random.js';

/** One decision to learn from. */
export interface Row {
  readonly features: Uint32Array;
  readonly label: string;
  /** Labels that it was chosen among; all by default. */
  readonly among?: readonly string[];
  readonly weight: number;
}

export interface FitOptions {
  readonly bits: number;
  readonly epochs: number;
  readonly seed: number;
  readonly rate?: number;
}

const RATE = 0.12;
const DECAY = 1e-6;
/** A gradient below this changes nothing that anyone could tell. */
const LEAST = 1e-4;

/** Fits a softmax regression with AdaGrad, one row at a time. Equal rows in equal order give equal weights. */
export function fitSoftmax(rows: readonly Row[], options: FitOptions): Softmax {
  const { bits, epochs, seed, rate = RATE } = options;
  const labels = [...new Set(rows.flatMap((row) => [row.label, ...(row.among ?? [])]))].sort();
  const at = new Map(labels.map((label, index) => [label, index]));
  const indexOf = (label: string) => at.get(label) ?? 0;
  const width = labels.length;
  const weights = new Float32Array(width * 2 ** bits);
  const squares = new Float32Array(weights.length).fill(1e-4);
  const model: Softmax = { labels, bits, weights, scale: 1 };
  const all = Uint32Array.from(labels.keys());
  const sets = new Map<readonly string[], Uint32Array>();
  const amongOf = (row: Row): Uint32Array => {
    if (row.among === undefined) return all;
    const known = sets.get(row.among);
    if (known !== undefined) return known;
    const made = Uint32Array.from(new Set([...row.among, row.label]), indexOf);
    sets.set(row.among, made);
    return made;
  };
  const order = rows.map((row) => ({ row, among: amongOf(row), label: indexOf(row.label) }));
  const random = new Random(seed);
  const mask = 2 ** bits - 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { row, among, label } of random.shuffle(order)) {
      const { features } = row;
      const p = probabilities(model, features, among);
      const norm = row.weight / Math.sqrt(features.length || 1);
      const moved: number[] = [];
      for (let k = 0; k < among.length; k++) {
        const gradient = ((p[k] ?? 0) - (among[k] === label ? 1 : 0)) * norm;
        p[k] = gradient;
        if (gradient > LEAST || gradient < -LEAST) moved.push(k);
      }
      for (const feature of features) {
        const start = (feature & mask) * width;
        for (const k of moved) {
          const place = start + (among[k] ?? 0);
          const weight = weights[place] ?? 0;
          const gradient = (p[k] ?? 0) + DECAY * weight;
          const square = (squares[place] ?? 0) + gradient * gradient;
          squares[place] = square;
          weights[place] = weight - (rate * gradient) / Math.sqrt(square);
        }
      }
    }
  }
  return model;
}
