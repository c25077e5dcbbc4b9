import { createParser } from 'eventsource-parser';

export interface ReadEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a stream of server-sent events with a foreign parser; `until` ends the reading and drops the connection. */
export async function readEvents(
  response: Response,
  until: (event: ReadEvent, all: readonly ReadEvent[]) => boolean = () => false,
): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  let enough = false;
  const parser = createParser({
    onEvent({ event, id, data }) {
      if (enough) return;
      const read = { event, id, data: JSON.parse(data) as Readonly<Record<string, unknown>> };
      events.push(read);
      enough = until(read, events);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('the response has no body');
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parser.feed(next.value);
    if (enough) {
      await reader.cancel();
      break;
    }
  }
  return events;
}

/** The text that the message events carry. */
export function textOf(events: readonly ReadEvent[]): string {
  return events.map(({ event, data }) => (event === 'message' ? String(data['content']) : '')).join('');
}

export const runIdOf = (events: readonly ReadEvent[]): string => String(events[0]?.data['runId']);

export const sequenceOf = (events: readonly ReadEvent[]): number[] =>
  events.map(({ id }) => Number(id?.split(':')[1]));

const TERMINAL = new Set(['done', 'error', 'cancelled', 'interrupted']);

/** How many terminal events there are; one, if all is well. */
export const terminalsOf = (events: readonly ReadEvent[]): number =>
  events.filter(({ event }) => TERMINAL.has(event ?? '')).length;

/** 1, 2, … n: the sequence of a run of n events. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);
