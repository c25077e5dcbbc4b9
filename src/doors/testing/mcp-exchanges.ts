import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../kit/index.js';

/** One request of an MCP client, and what the oracle answered. */
export interface Exchange {
  readonly path: string;
  /** `MCP-…` headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sent: unknown;
  readonly status: number;
  /** Each message of the answer, whether it came as JSON or as a stream. */
  readonly got: readonly unknown[];
}

/** Stands for what is sealed, and so is another one each time. */
const SEALED = '<sealed>';

/** A recorder between a client and the oracle at `target`; it passes on what it hears and keeps what is posted. */
export async function recordExchanges(target: string) {
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        ['authorization', 'accept', 'content-type'].includes(name) || name.startsWith('mcp-')
          ? [[name, String(value)]]
          : [],
      ),
    );
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    const type = answer.headers.get('Content-Type');
    response.writeHead(answer.status, type === null ? {} : { 'Content-Type': type }).end(text);
    if (request.method !== 'POST') return;
    const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
    exchanges.push({
      path: request.url ?? '',
      headers: Object.fromEntries(own),
      sent: unsealed(JSON.parse(body)),
      status: answer.status,
      got: messagesOf(text).map(unsealed),
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** Sends a recorded request again. @param sealed what the last answer had sealed */
export async function replay(
  post: (path: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>,
  { path, headers, sent }: Exchange,
  sealed: string,
): Promise<Pick<Exchange, 'status' | 'got'> & { readonly sealed: string }> {
  const answer = await post(path, {
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(sent).replaceAll(SEALED, sealed),
  });
  const got = messagesOf(await answer.text());
  return { status: answer.status, got: got.map(unsealed), sealed: sealedIn(got) ?? sealed };
}

function messagesOf(text: string): unknown[] {
  if (text === '') return [];
  if (text.startsWith('{') || text.startsWith('[')) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, line = '']) => JSON.parse(line));
}

/** The same with its sealed state, and the version of this runtime, left out. */
function unsealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unsealed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'requestState' ? SEALED : unsealed(each)]),
  );
}

function sealedIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(sealedIn).find((each) => each !== undefined);
  if (!isRecord(value)) return undefined;
  return typeof value['requestState'] === 'string' ? value['requestState'] : sealedIn(Object.values(value));
}

async function bodyOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
