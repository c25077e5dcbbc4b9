import { continuedFraction } from './continued-fraction.js';
import { deviance, stirlingError } from './gamma.js';
import { normalQuantile } from './normal.js';

/** A point between 0 and 1 as its two distances, so that neither end loses digits. */
export interface Share {
  readonly x: number;
  /** 1 - x. */
  readonly y: number;
}

const flip = ({ x, y }: Share): Share => ({ x: y, y: x });

/** log(x^a y^b / B(a, b)), by Loader's parts; see `deviance`. */
function logDensity({ x, y }: Share, a: number, b: number): number {
  const n = a + b;
  const peak =
    Math.log((a * b) / (2 * Math.PI * n)) / 2 + stirlingError(n) - stirlingError(a) - stirlingError(b);
  return peak - deviance(a, n * x) - deviance(b, n * y);
}

/** I_x(a, b) = P(B <= x) for B ~ Beta(a, b), exact in its far tails. */
export const lowerBeta = (at: Share, a: number, b: number): number => Math.exp(logLowerBeta(at, a, b));

/** On the side of the mean where the fraction converges fast, or as what its mirror image leaves. */
function logLowerBeta(at: Share, a: number, b: number): number {
  if (at.x === 0) return Number.NEGATIVE_INFINITY;
  if (at.y === 0) return 0;
  if (at.x * (a + b + 2) > a + 1) return Math.log1p(-Math.exp(logTail(flip(at), b, a)));
  return logTail(at, a, b);
}

/** A. R. DiDonato and A. H. Morris, Algorithm 708 (1992), the fraction of equation 9. */
function logTail(at: Share, a: number, b: number): number {
  const { x, y } = at;
  const drift = a * y - b * x + 1;
  const fraction = continuedFraction((a * drift) / (a + 1), (m) => {
    const past = a + 2 * m - 1;
    return [
      (((a + m - 1) * (a + b + m - 1)) / past) * ((m * (b - m) * x * x) / past),
      m + (m * (b - m) * x) / past + ((a + m) * (drift + m * (1 + y))) / (past + 2),
    ];
  });
  return logDensity(at, a, b) - Math.log(fraction);
}

/** A step this small of a method that doubles its digits was the last that matters. */
const CLOSE = 1e-10;
const MAX_STEPS = 100;

/** Where I_x(a, b) = p, for p from 0 to 1 and a, b > 0. */
export function invertBeta(p: number, a: number, b: number): Share {
  return p > 0.5 ? flip(invertTail(1 - p, b, a)) : invertTail(p, a, b);
}

/** Newton's method for log I over the log odds of x: a concave function, so from its second step on it comes from one side. */
function invertTail(p: number, a: number, b: number): Share {
  let logOdds = Math.log(a / b) + normalQuantile(p) * Math.sqrt(1 / a + 1 / b);
  for (let step = 0; step < MAX_STEPS && Number.isFinite(logOdds); step++) {
    const at = shareAt(logOdds);
    const reached = logLowerBeta(at, a, b);
    const move = (Math.log(p) - reached) * Math.exp(reached - logDensity(at, a, b));
    logOdds += move;
    if (Math.abs(move) <= CLOSE) break;
  }
  return shareAt(logOdds);
}

const shareAt = (logOdds: number): Share => ({
  x: 1 / (1 + Math.exp(-logOdds)),
  y: 1 / (1 + Math.exp(logOdds)),
});
