import { createParser } from 'eventsource-parser';

export interface SseEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a response's events, up to `until` (inclusive) or its end. */
export async function readEvents(
  response: Response,
  until: (event: SseEvent, count: number) => boolean = () => false,
): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  let enough = false;
  const parser = createParser({
    onEvent({ id, event, data }) {
      if (enough) return;
      const parsed = {
        id: id ?? '',
        event: event ?? 'message',
        data: JSON.parse(data) as Record<string, unknown>,
      };
      events.push(parsed);
      enough = until(parsed, events.length);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The response has no body');
  while (!enough) {
    const { done, value } = await reader.read();
    if (done) return events;
    parser.feed(value);
  }
  await reader.cancel();
  return events;
}

/** The oracle's HTTP surface as a program uses it. */
export class Client {
  readonly #url: string;
  readonly key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.key = key;
  }

  request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async createSession(): Promise<string> {
    const response = await this.request('POST', '/sessions');
    return ((await response.json()) as { sessionId: string }).sessionId;
  }

  send(sessionId: string, message: string): Promise<Response> {
    return this.request('POST', `/messages/${sessionId}`, { message, stream: true });
  }

  rejoin(sessionId: string, runId: string, lastEventId?: string): Promise<Response> {
    const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    return this.request('GET', `/messages/${sessionId}/runs/${runId}`, undefined, headers);
  }
}

export function textOf(events: readonly SseEvent[]): string {
  return events
    .filter(({ event }) => event === 'message')
    .map(({ data }) => data['content'])
    .join('');
}
