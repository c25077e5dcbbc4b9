const TINY = 1e-300;
const CLOSE = 1e-15;
/** More than any parameters below 1e9 need; a fraction that has not settled by then keeps what it has. */
const MAX_TERMS = 100_000;

/**
 * b0 + a1/(b1 + a2/(b2 + ...)) by Lentz's method as modified by Thompson and Barnett (1986). `term(n)` is [an, bn].
 */
export function continuedFraction(
  first: number,
  term: (n: number) => readonly [a: number, b: number],
): number {
  let value = first || TINY;
  let c = value;
  let d = 0;
  for (let n = 1; n <= MAX_TERMS; n++) {
    const [a, b] = term(n);
    d = 1 / (b + a * d || TINY);
    c = b + a / c || TINY;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < CLOSE) break;
  }
  return value;
}
