import type { RunEvent, SequencedEvent } from '../plugin/index.js';

/**
 * The compact form of a stretch of events: a JSON array whose items are an event, or `["m", id, ...deltas]` and
 * `["r", id, ...deltas]` for consecutive `message` and `reasoning` deltas of one message. The sequence numbers are implied: they run
 * without gaps from the first one's.
 */
type Entry = RunEvent | [kind: 'm' | 'r', messageId: string, ...deltas: string[]];

/** @throws Error when the sequence numbers do not run without gaps. */
export function encodeEvents(events: readonly SequencedEvent[]): string {
  const entries: Entry[] = [];
  let expected = events[0]?.seq ?? 1;
  for (const { seq, event } of events) {
    if (seq !== expected) throw new Error(`Event ${seq} of a run does not follow event ${expected - 1}`);
    expected += 1;
    // What replaces words is no delta.
    if ((event.type !== 'message' && event.type !== 'reasoning') || 'replaces' in event) {
      entries.push(event);
      continue;
    }
    const kind = event.type === 'message' ? 'm' : 'r';
    const last = entries.at(-1);
    if (Array.isArray(last) && last[0] === kind && last[1] === event.messageId) last.push(event.content);
    else entries.push([kind, event.messageId, event.content]);
  }
  return JSON.stringify(entries);
}

/** The events of {@link encodeEvents} with a sequence number above `after`. */
export function decodeEvents(json: string, firstSeq: number, after: number): SequencedEvent[] {
  const events: SequencedEvent[] = [];
  let seq = firstSeq;
  const add = (event: RunEvent) => {
    if (seq > after) events.push({ seq, event });
    seq += 1;
  };
  for (const entry of JSON.parse(json) as Entry[]) {
    if (!Array.isArray(entry)) {
      add(entry);
      continue;
    }
    const [kind, messageId, ...deltas] = entry;
    const type = kind === 'm' ? 'message' : 'reasoning';
    for (const content of deltas) add({ type, messageId, content });
  }
  return events;
}

/** One stretch out of several that follow each other. Joins the texts unparsed: a log can be megabytes long. */
export function joinStretches(stretches: readonly string[]): string {
  const bodies = stretches.map((json) => json.slice(1, -1)).filter((body) => body !== '');
  return `[${bodies.join(',')}]`;
}
