import type { Clock } from '../plugin/index.js';

export interface TestClock extends Clock {
  /** Lets so many milliseconds pass for all that asks this clock; timers are real and do not notice. */
  advance(ms: number): void;
}

/** `base` (default: real time), ahead by what it was advanced. */
export function testClock(base: Clock = { now: () => Date.now() }): TestClock {
  let ahead = 0;
  return {
    now: () => base.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
}
