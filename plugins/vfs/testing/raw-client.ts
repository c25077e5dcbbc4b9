import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Header lines by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends GET requests to a server exactly as they are written, which no well-behaved client would, many at a time over
 * one connection. Chunked answers are not understood.
 */
export async function askRaw(
  origin: string,
  requests: readonly { readonly target: string; readonly headers?: readonly string[] }[],
): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const answers: RawAnswer[] = [];
  let received = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (let next = readAnswer(received); next !== undefined; next = readAnswer(received)) {
      answers.push(next.answer);
      received = received.subarray(next.bytes);
    }
    if (answers.length === requests.length) socket.end();
  });
  const ended = once(socket, 'close');
  socket.write(
    requests
      .map(({ target, headers = [] }) =>
        [`GET ${target} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, '', ''].join('\r\n'),
      )
      .join(''),
    'latin1',
  );
  await ended;
  return answers;
}

function readAnswer(received: Buffer): { answer: RawAnswer; bytes: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // A 304 has none.
  const length = Number(headers.get('content-length') ?? 0);
  const bytes = headEnd + 4 + length;
  if (received.length < bytes) return undefined;
  const body = received.toString('utf8', headEnd + 4, bytes);
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, body }, bytes };
}
