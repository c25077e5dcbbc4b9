import type { Distributions } from '../distributions/load-distributions.js';
import { chiSquare, withoutReplacement } from './chi-square.js';
import { hypergeometricTails } from './hypergeometric.js';
import { kolmogorovDistance, kolmogorovP } from './kolmogorov.js';
import { countRuns, inclusionRuns, runsZ } from './runs-test.js';

/** One diagnostic before the adjustment for there being several. */
export interface Diagnostic {
  readonly test:
    | 'composition'
    | 'deciles'
    | 'kolmogorov-smirnov'
    | 'runs in draw order'
    | 'runs along the frame'
    | 'mean rank';
  /** What it asks, in plain words. */
  readonly question: string;
  readonly statistic: number;
  readonly df?: number;
  /** Two-sided: how often an honest draw is at least as far out, on either side. */
  readonly p: number;
  /** The figures behind it. */
  readonly detail: Readonly<Record<string, number | readonly number[]>>;
}

/** A sample smaller than this per decile gives no usable chi-square. */
const MIN_PER_DECILE = 5;
/** A rank test on fewer units says nothing. */
const MIN_RANKS = 10;

const bothTails = (upper: number) => Math.min(1, 2 * Math.min(upper, 1 - upper));

/**
 * Whether the classes of a variable turn up in the sample as often as in the frame. Two classes: exact, hypergeometric;
 * more: X2 corrected for drawing without replacement.
 *
 * @param classes counts in sample and frame.
 */
export function composition(
  variable: string,
  classes: readonly { readonly name: string; readonly sample: number; readonly frame: number }[],
  { chiSquareUpper }: Pick<Distributions, 'chiSquareUpper'>,
): Diagnostic | undefined {
  const present = classes.filter((each) => each.frame > 0);
  const [first, ...others] = present;
  if (first === undefined || others.length === 0) return undefined;
  const sampleSize = present.reduce((sum, each) => sum + each.sample, 0);
  const frameSize = present.reduce((sum, each) => sum + each.frame, 0);
  if (sampleSize === 0 || sampleSize === frameSize) return undefined;
  const { statistic, df } = chiSquare(
    present.map((each) => each.sample),
    present.map((each) => each.frame),
  );
  const corrected = withoutReplacement(statistic, frameSize, sampleSize);
  const figures = {
    x2: statistic,
    pX2: chiSquareUpper(statistic, df),
    x2Wor: corrected,
    pX2Wor: chiSquareUpper(corrected, df),
  };
  const question = `Are the values of "${variable}" in the sample as often as in the frame?`;
  if (present.length > 2)
    return {
      test: 'composition',
      question,
      statistic: corrected,
      df,
      p: bothTails(figures.pX2Wor),
      detail: figures,
    };
  const { atMost, atLeast } = hypergeometricTails(first.sample, first.frame, frameSize, sampleSize);
  const share = first.frame / frameSize;
  return {
    test: 'composition',
    question,
    statistic: first.sample,
    p: Math.min(1, 2 * Math.min(atMost, atLeast)),
    detail: {
      ...figures,
      pAtMost: atMost,
      pAtLeast: atLeast,
      standardizedDifference: (first.sample / sampleSize - share) / Math.sqrt(share * (1 - share)),
    },
  };
}

/**
 * Whether drawn units lie along the sorted frame as chance would place them.
 *
 * @param ranks places in the sorted frame, 1..frameSize, in the order of the draw.
 */
export function placement(
  ranks: readonly number[],
  frameSize: number,
  { chiSquareUpper, normalUpper }: Pick<Distributions, 'chiSquareUpper' | 'normalUpper'>,
): Diagnostic[] {
  const n = ranks.length;
  if (n < MIN_RANKS || n >= frameSize) return [];
  const sorted = [...ranks].sort((a, b) => a - b);
  const twoSided = (z: number) => 2 * normalUpper(Math.abs(z));
  const found: Diagnostic[] = [];

  if (n >= 10 * MIN_PER_DECILE) {
    const counts = new Array<number>(10).fill(0);
    for (const rank of sorted) {
      const decile = Math.ceil((rank * 10) / frameSize) - 1;
      counts[decile] = (counts[decile] ?? 0) + 1;
    }
    const sizes = counts.map(
      (_, d) => Math.floor(((d + 1) * frameSize) / 10) - Math.floor((d * frameSize) / 10),
    );
    const { statistic, df } = chiSquare(counts, sizes);
    const corrected = withoutReplacement(statistic, frameSize, n);
    const pX2Wor = chiSquareUpper(corrected, df);
    found.push({
      test: 'deciles',
      question: 'Does each tenth of the frame hold its share of the sample?',
      statistic: corrected,
      df,
      p: bothTails(pX2Wor),
      detail: { counts, x2: statistic, pX2: chiSquareUpper(statistic, df), x2Wor: corrected, pX2Wor },
    });
  }

  const distance = kolmogorovDistance(sorted.map((rank) => (rank - 0.5) / frameSize));
  const pKs = kolmogorovP(distance, n);
  found.push({
    test: 'kolmogorov-smirnov',
    question: 'Are the drawn places spread evenly over the frame?',
    statistic: distance,
    p: bothTails(pKs),
    detail: { d: distance, pAsymptotic: pKs },
  });

  const median = (frameSize + 1) / 2;
  const order = countRuns(ranks.map((rank) => rank > median));
  if (order.yes > 0 && order.no > 0) {
    const zOrder = runsZ(order.runs, order.yes, order.no);
    found.push({
      test: 'runs in draw order',
      question:
        'Do places above and below the middle of the frame follow each other in the draw as chance would have it?',
      statistic: zOrder,
      p: twoSided(zOrder),
      detail: { runs: order.runs, above: order.yes, notAbove: order.no },
    });
  }

  const runs = inclusionRuns(sorted, frameSize);
  const zAlong = runsZ(runs, n, frameSize - n);
  found.push({
    test: 'runs along the frame',
    question: 'Are drawn units neither bunched nor spaced out along the frame?',
    statistic: zAlong,
    p: twoSided(zAlong),
    detail: { runs, drawn: n, notDrawn: frameSize - n },
  });

  const mean = sorted.reduce((sum, rank) => sum + rank, 0) / n;
  const zMean = (mean - (frameSize + 1) / 2) / Math.sqrt(((frameSize + 1) * (frameSize - n)) / (12 * n));
  found.push({
    test: 'mean rank',
    question: 'Is the middle of the drawn places the middle of the frame?',
    statistic: zMean,
    p: twoSided(zMean),
    detail: { mean, expected: (frameSize + 1) / 2 },
  });
  return found;
}
