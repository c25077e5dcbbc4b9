import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * What `work` gives while no timer that is set in it runs out: it must end by what happens, and not because time passes.
 * That holds however slow the machine is. Work that waits for a timer runs into the time limit of its test.
 */
export async function withoutTimers<T>(work: () => Promise<T>): Promise<T> {
  const sleep = timers.setTimeout;
  const release = () => {
    vi.useRealTimers();
    timers.setTimeout = sleep;
    syncBuiltinESMExports();
  };
  onTestFinished(release);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  timers.setTimeout = endless;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    release();
  }
}

/** A pause that only its signal ends. */
const endless: typeof timers.setTimeout = (_ms, _value, { signal } = {}) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
