import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { RunEvent, SequencedEvent, TerminalEvent } from '../plugin/index.js';
import { RunLog } from './run-log.js';

const text = (content: string): RunEvent => ({ type: 'message', messageId: 'm', content });
const DONE = { type: 'done', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } } as const;
const never = () => new AbortController().signal;

function record(
  persist: (batch: readonly SequencedEvent[]) => Promise<void> = async () => undefined,
  live = 1,
) {
  const batches: SequencedEvent[][] = [];
  const faults: unknown[] = [];
  const log = new RunLog({
    live: () => live,
    persist: async (batch) => {
      await persist(batch);
      batches.push([...batch]);
    },
    onFault: (error) => {
      faults.push(error);
      return 'unstored';
    },
  });
  /** Ends the log in a store that takes everything. */
  const end = (terminal: TerminalEvent = DONE) =>
    log.close(terminal, async (rest) => {
      batches.push([...rest]);
      return terminal;
    });
  return { log, batches, faults, end };
}

/** Until what is on its way through promises and ticks has arrived. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await turn();
}

async function all(log: RunLog, after = 0): Promise<SequencedEvent[]> {
  const seen: SequencedEvent[] = [];
  for await (const batch of log.read(after, never())) seen.push(...batch);
  return seen;
}

it('stores what comes in one tick as one batch, in order, and the terminal event last', async () => {
  const { log, batches, end } = record();
  const reading = all(log);
  for (const word of ['a', 'b', 'c']) log.emit(text(word));
  await end();
  expect(batches).toHaveLength(1);
  expect((await reading).map((e) => e.seq)).toEqual([1, 2, 3, 4]);
  expect(batches.flat()).toEqual(await all(log));
});

it.each([
  [1, 12],
  [200, 30],
  [5_000, 150],
])('gathers words, but not the first, for longer the more runs go on: of %i for %i ms', async (live, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { log, batches, end } = record(undefined, live);
    log.emit(text('a'));
    await settle();
    expect(batches).toHaveLength(1);
    for (const word of ['b', 'c']) log.emit(text(word));
    vi.advanceTimersByTime(ms - 1);
    await settle();
    expect(batches).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await settle();
    expect(batches.map((batch) => batch.length)).toEqual([1, 2]);
    await end();
  } finally {
    vi.useRealTimers();
  }
});

it('delivers a batch when that batch is stored, and not what came meanwhile', async () => {
  let store: () => void = () => undefined;
  const persisting: string[] = [];
  const { log } = record(async (batch) => {
    persisting.push(batch.map(({ seq }) => seq).join());
    await new Promise<void>((resolve) => {
      store = resolve;
    });
  });
  const reading = log.read(0, never());
  const first = reading.next();
  let delivered = false;
  void first.then(() => {
    delivered = true;
  });
  log.emit(text('a'));
  await expect.poll(() => persisting).toEqual(['1']);
  log.emit(text('b'));
  await settle();
  expect(delivered).toBe(false);
  store();
  expect((await first).value?.map(({ seq }: SequencedEvent) => seq)).toEqual([1]);
  await expect.poll(() => persisting).toEqual(['1', '2']);
  store();
  expect((await reading.next()).value?.map(({ seq }: SequencedEvent) => seq)).toEqual([2]);
});

it('delivers nothing before it is stored, and the end not before it is settled', async () => {
  const stored = new Set<number>();
  const { log } = record(async (batch) => {
    await settle();
    for (const { seq } of batch) stored.add(seq);
  });
  let settled = false;
  const reading = (async () => {
    for await (const batch of log.read(0, never())) {
      for (const { seq, event } of batch) {
        expect(stored.has(seq)).toBe(true);
        if (event.type === 'done') expect(settled).toBe(true);
      }
    }
  })();
  for (let i = 0; i < 20; i += 1) {
    log.emit(text(`${i}`));
    await turn();
  }
  await log.close(DONE, async (rest) => {
    await settle();
    for (const { seq } of rest) stored.add(seq);
    settled = true;
    return DONE;
  });
  await reading;
});

it('brings the first word of an answer at once and gathers those that stream after it', async () => {
  const { log, batches, end } = record();
  log.emit({ type: 'run', runId: 'r', sessionId: 's' });
  log.emit(text('first'));
  await turn();
  await turn();
  expect(batches).toHaveLength(1);
  for (let i = 0; i < 40; i += 1) {
    log.emit(text(`${i}`));
    await turn();
  }
  log.emit({ type: 'usage', inputTokens: 1, outputTokens: 1 });
  await end();
  expect(batches.length).toBeLessThan(20);
  expect(batches.flat()).toHaveLength(44);
});

it('ignores what comes after its end, and ends once', async () => {
  const { log, batches, end } = record();
  await Promise.all([end(), end({ type: 'cancelled' })]);
  log.emit(text('late'));
  await settle();
  expect(batches.flat().map((e) => e.event)).toEqual([DONE]);
});

it('lets a reader leave while it waits', async () => {
  const { log, end } = record();
  const leave = new AbortController();
  const reading = (async () => {
    for await (const _ of log.read(0, leave.signal));
  })();
  leave.abort();
  await reading;
  await end();
});

it('tells of a fault of the store once, and of nothing that is not stored but the end', async () => {
  let full = false;
  const { log, batches, faults, end } = record(async () => {
    if (full) throw new Error('full');
  });
  const reading = all(log);
  log.emit(text('a'));
  await expect.poll(() => batches.length).toBe(1);
  full = true;
  log.emit(text('b'));
  await expect.poll(() => faults.length).toBe(1);
  log.emit({ type: 'usage', inputTokens: 1, outputTokens: 1 });
  await end({ type: 'cancelled' });
  expect(faults).toHaveLength(1);
  expect(await reading).toEqual([
    { seq: 1, event: text('a') },
    { seq: 2, event: { type: 'cancelled' } },
  ]);
});

it('tells readers what the store made of the end', async () => {
  const { log } = record();
  const reading = all(log);
  log.emit(text('a'));
  await settle();
  log.emit(text('not stored'));
  await log.close(DONE, async () => ({ type: 'error', code: 'unavailable', message: 'full' }));
  expect((await reading).map(({ seq, event }) => `${seq} ${event.type}`)).toEqual(['1 message', '2 error']);
});

it('gives a long log in pieces', async () => {
  const { log, end } = record();
  for (let i = 0; i < 2_000; i += 1) log.emit(text('x'));
  await end();
  let largest = 0;
  let count = 0;
  for await (const batch of log.read(0, never())) {
    largest = Math.max(largest, batch.length);
    count += batch.length;
  }
  expect(count).toBe(2_001);
  expect(largest).toBeLessThanOrEqual(512);
});

it('keeps no long log for who is slow: the store gives it, piece by piece, and nothing is missing or doubled', async () => {
  const stored: SequencedEvent[] = [];
  const asked: number[] = [];
  const log = new RunLog({
    persist: async (batch) => void stored.push(...batch),
    stored: async (after, chars) => {
      asked.push(after);
      return stored.slice(after, after + Math.ceil(chars / 2_000));
    },
    onFault: () => 'unstored',
  });
  const slow = log.read(0, never());
  log.emit(text('first'));
  const seen = [...((await slow.next()).value ?? [])];
  for (let at = 0; at < 1_000; at += 1) {
    log.emit(text(`${at} ${'x'.repeat(2_000)}`));
    if (at % 10 === 0) await settle();
  }
  await log.close(DONE, async (rest) => {
    stored.push(...rest);
    return DONE;
  });
  let most = 0;
  for await (const batch of slow) {
    seen.push(...batch);
    most = Math.max(most, JSON.stringify(batch).length);
  }
  expect(seen).toEqual(stored);
  expect(seen).toHaveLength(1_002);
  expect(most).toBeLessThan(100_000);
  expect(asked.length).toBeGreaterThan(10);
  // Who keeps up, and who comes late, reads the end from memory.
  const before = asked.length;
  expect((await all(log, 990)).map(({ seq }) => seq)).toEqual([
    991, 992, 993, 994, 995, 996, 997, 998, 999, 1000, 1001, 1002,
  ]);
  expect(asked).toHaveLength(before);
});
