export { readEvents, type TestEvent as SseEvent, textOf } from '../../src/testing/index.js';

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
