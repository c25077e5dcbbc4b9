import { invertBeta, lowerBeta } from './beta.js';
import { normalQuantile, normalUpper } from './normal.js';

/** From here on Hill's series is exact to the last digit, and the continued fraction would grow longer and longer. */
const MANY = 1e5;

/** P(T > t) for Student's T with `df` > 0 degrees of freedom, exact in the far tail. */
export function tUpper(t: number, df: number): number {
  if (t < 0) return 1 - tUpper(-t, df);
  if (df >= MANY) return normalUpper(toNormal(t, df));
  const odds = (t * t) / df;
  return lowerBeta({ x: 1 / (1 + odds), y: 1 / (1 + 1 / odds) }, df / 2, 0.5) / 2;
}

/** t with P(T <= t) = p. */
export function tQuantile(p: number, df: number): number {
  if (p > 0.5) return upperQuantile(1 - p, df);
  return p === 0.5 ? 0 : -upperQuantile(p, df);
}

function upperQuantile(tail: number, df: number): number {
  if (df >= MANY) return fromNormal(-normalQuantile(tail), df);
  const { x, y } = invertBeta(2 * tail, df / 2, 0.5);
  return Math.sqrt((df * y) / x);
}

/**
 * The z whose normal tail is that of t. G. W. Hill, Algorithm 395 (1970): a series in 1 / df², of which the third
 * term is the last that matters.
 */
function toNormal(t: number, df: number): number {
  const a = df - 0.5;
  const u = Math.sqrt(a * Math.log1p((t * t) / df));
  return u + correction(u, 48 * a * a);
}

/** The inverse of `toNormal`. */
function fromNormal(z: number, df: number): number {
  const a = df - 0.5;
  let u = z;
  for (let step = 0; step < 3; step++) u = z - correction(u, 48 * a * a);
  return Math.sqrt(df * Math.expm1((u * u) / a));
}

const correction = (u: number, b: number) =>
  (u * (u ** 2 + 3)) / b - (u * (((4 * u ** 2 + 33) * u ** 2 + 240) * u ** 2 + 855)) / (10 * b * b);
