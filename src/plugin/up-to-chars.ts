import type { RunEvent, SequencedEvent } from './events.js';

/** An event takes as much as so many characters beside what it brings. */
const EVENT_CHARS = 64;
const measured = new WeakMap<RunEvent, number>();

/** Characters that an event takes, by and large: of words, or of what a tool gave. */
export function charsOf(event: RunEvent | undefined): number {
  if (event === undefined) return 0;
  if (event.type === 'message' || event.type === 'reasoning') return EVENT_CHARS + event.content.length;
  if (event.type !== 'tool_call' || event.output === undefined) return EVENT_CHARS;
  const known = measured.get(event) ?? JSON.stringify(event.output).length;
  measured.set(event, known);
  return EVENT_CHARS + known;
}

/** The first of some events, at least one, up to so many characters of words. */
export function upToChars(events: readonly SequencedEvent[], most: number): readonly SequencedEvent[] {
  let chars = 0;
  const over = events.findIndex(({ event }) => {
    chars += charsOf(event);
    return chars > most;
  });
  return over === -1 ? events : events.slice(0, Math.max(1, over));
}
