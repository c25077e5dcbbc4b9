/** A generator of numbers that look random, the same for the same seed (mulberry32, public domain). */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  /** One of some; undefined of none. */
  one<T>(of: readonly T[]): T | undefined;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, one: (of) => of[Math.floor(next() * of.length)] };
}
