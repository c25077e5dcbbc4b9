import type { RunEvent, SequencedEvent, ThreadMessage } from '../../plugin/index.js';
import type { Store } from '../types.js';

/** A clock that tests move by hand. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** The database that a suite runs against, open from its first test on. */
export interface Opened {
  readonly clock: TestClock;
  readonly store: Store;
  newSession(owner?: string): Promise<string>;
}

export const OWNER = 'did:key:zOwner';
export const user = (id: string, content = `text of ${id}`): ThreadMessage => ({ role: 'user', id, content });

export function sequence(first: number, events: readonly RunEvent[]): SequencedEvent[] {
  return events.map((event, index) => ({ seq: first + index, event }));
}

export const delta = (content: string): RunEvent => ({ type: 'message', messageId: 'm', content });
export const DONE: RunEvent = {
  type: 'done',
  finishReason: 'stop',
  usage: { inputTokens: 1, outputTokens: 2 },
};
