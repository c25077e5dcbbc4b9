import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address before several oracles, as a load balancer is: each request goes to the next one that takes it. */
export interface RoundRobin {
  readonly url: string;
  /** The oracles from now on. What was sent before goes on where it is. */
  use(urls: readonly string[]): void;
  close(): void;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  let urls: readonly string[] = [];
  let next = 0;

  function forward(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const url = urls[next % urls.length];
    next += 1;
    if (url === undefined || tries > urls.length) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, headers } = incoming;
    const sent = request(new URL(incoming.url ?? '/', url), { method, headers, agent: false });
    let answered = false;
    sent.on('response', (response) => {
      const draining = response.statusCode === 503 && tries < urls.length;
      if (draining) {
        response.resume();
        forward(body, incoming, outgoing, tries + 1);
        return;
      }
      answered = true;
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.on('close', () => response.complete || outgoing.destroy());
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return;
      // A request that nobody has read may go to another; of any other nobody knows what came of it.
      if (error.code === 'ECONNREFUSED') forward(body, incoming, outgoing, tries + 1);
      else outgoing.destroy();
    });
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    forward(Buffer.concat(chunks), incoming, outgoing, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(now) {
      urls = now;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
