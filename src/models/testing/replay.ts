import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as the replayed provider got it. */
export interface ReplayedRequest {
  /** `POST /v1/chat/completions`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; an empty object for GET. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Replay {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly requests: readonly ReplayedRequest[];
  close(): Promise<void>;
}

/**
 * Answers the n-th request with the n-th file of `wire/`, byte for byte, and closes the connection: a provider as it is
 * on the wire. The files are whole HTTP answers, written after what each provider publishes.
 * @param names without `.http`
 */
export async function replay(names: readonly string[]): Promise<Replay> {
  const requests: ReplayedRequest[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      const request = readRequest(text);
      if (request === undefined) return;
      const name = names[requests.push(request) - 1];
      socket.end(name === undefined ? unexpected() : wire(name));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function wire(name: string): Buffer {
  return readFileSync(new URL(`./wire/${name}.http`, import.meta.url));
}

function unexpected(): string {
  return 'HTTP/1.1 418 No answer is left\r\nconnection: close\r\n\r\n';
}

/** Undefined until the request is whole. */
function readRequest(text: string): ReplayedRequest | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const [line = '', ...fields] = text.slice(0, head).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(head + 4);
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return {
    target: line.replace(/ HTTP\/1\.1$/, ''),
    headers,
    body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  };
}
