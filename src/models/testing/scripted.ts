import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEvent, OracleError } from '../../plugin/index.js';

type Body = Readonly<Record<string, unknown>>;
/** Plays one answer of a provider. */
export type Play = (response: ServerResponse, body: Body) => void;

export interface Scripted {
  /** Ends in `/v1`. */
  readonly url: string;
  /** Bodies of the requests for an answer. */
  readonly requests: readonly Body[];
  close(): Promise<void>;
}

/** A provider that plays its n-th answer to the n-th request, and the last one again to all that follow. */
export async function scripted(...plays: readonly Play[]): Promise<Scripted> {
  const requests: Body[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method !== 'POST') {
      response.writeHead(404).end('{}');
      return;
    }
    const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
    (plays[requests.length] ?? plays.at(-1))?.(response, body);
    requests.push(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A `data:` with one choice. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  return data({ choices: [{ index: 0, delta, finish_reason: finish, ...more }] });
}

export function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** An event stream of these pieces. */
export function streamed(...pieces: readonly string[]): Play {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

/** The calls of one answer, each in the parts that are given. */
export function calling(...parts: readonly object[]): Play {
  return streamed(...parts.map((part) => chunk({ tool_calls: [part] })), chunk({}, 'tool_calls'), DONE);
}

export function refusing(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Play {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly unknown[];
  readonly events: readonly ModelEvent[];
  /** Why the answer ended, where it is whole. */
  readonly end?: string;
  readonly error?: OracleError;
}

/** All that came of one call, also when it failed. */
export async function hear(stream: AsyncIterable<ModelEvent>): Promise<Heard> {
  const events: ModelEvent[] = [];
  let failed: { error: OracleError } | undefined;
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    failed = { error: error as OracleError };
  }
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const end = events.find((event) => event.type === 'end');
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : [])),
    events,
    ...(end?.type === 'end' ? { end: end.reason } : {}),
    ...failed,
  };
}
