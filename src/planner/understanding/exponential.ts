const { LN2 } = Math;
const TERMS = 12;

/**
 * e^x by its Taylor series around the nearest power of two: relative error below 1e-14. Only additions and
 * multiplications, whose last bit is the same on every machine; `Math.exp` promises no such thing, and a trained model
 * must not depend on where it was trained.
 */
export function exponential(x: number): number {
  if (x < -700) return 0;
  if (x > 700) return exponential(700);
  const power = Math.round(x / LN2);
  const rest = x - power * LN2;
  let sum = 1;
  for (let term = TERMS; term > 0; term--) sum = 1 + (sum * rest) / term;
  return sum * 2 ** power;
}

/** Natural logarithm of what {@link exponential} gives back, by Newton's steps; 0 and less count as 1e-12. */
export function logarithm(value: number): number {
  let y = Math.max(value, 1e-12);
  let power = 0;
  for (; y > 1.5; power++) y /= 2;
  for (; y < 0.75; power--) y *= 2;
  const ratio = (y - 1) / (y + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let odd = 21; odd > 0; odd -= 2) sum = sum * square + 1 / odd;
  return power * LN2 + 2 * ratio * sum;
}
