import { expect } from 'vitest';
import type { SseEvent } from './sse.js';

/** What a stream tells, a word an event: its name, or the call with its status, or what was loaded. */
export function names(events: readonly SseEvent[]): string[] {
  return events.map(({ event, data }) =>
    event === 'tool_call'
      ? `${data['name']} ${data['status']}`
      : event === 'capability'
        ? `+${data['loaded']}`
        : event,
  );
}

/** Asserts that the steps appear in this order, with anything between them. */
export function expectInOrder(actual: readonly string[], expected: readonly string[]): void {
  let at = -1;
  for (const step of expected) {
    const next = actual.indexOf(step, at + 1);
    expect(
      next,
      `${step} after ${actual.slice(0, at + 1).join(', ')} in ${actual.join(', ')}`,
    ).toBeGreaterThan(at);
    at = next;
  }
}
