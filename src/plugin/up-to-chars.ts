import type { RunEvent, SequencedEvent } from './events.js';

/** Characters of words that an event brings: what it takes, by and large. */
export function charsOf(event: RunEvent | undefined): number {
  return event?.type === 'message' || event?.type === 'reasoning' ? event.content.length : 0;
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
