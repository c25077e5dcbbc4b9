import { createParser } from 'eventsource-parser';

/** One server-sent event of a run. */
export interface TestEvent {
  readonly event: string;
  /** `<run id>:<sequence>`. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a stream of server-sent events with a foreign parser; `until` ends the reading and drops the connection. */
export async function readEvents(
  response: Response,
  until: (event: TestEvent, all: readonly TestEvent[]) => boolean = () => false,
): Promise<TestEvent[]> {
  const events: TestEvent[] = [];
  let enough = false;
  const parser = createParser({
    onEvent({ event = 'message', id = '', data }) {
      if (enough) return;
      const read = { event, id, data: JSON.parse(data) as Readonly<Record<string, unknown>> };
      events.push(read);
      enough = until(read, events);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The response has no body');
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
export function textOf(events: readonly TestEvent[]): string {
  return events.map(({ event, data }) => (event === 'message' ? String(data['content']) : '')).join('');
}
