import { createServer } from 'node:http';

/** Stands at the oracle's address until the oracle itself can. */
export interface WaitingServer {
  close(): Promise<void>;
}

const WAITING = JSON.stringify({
  type: 'about:blank',
  title: 'Unavailable',
  status: 503,
  detail: 'The oracle waits for its database.',
  code: 'unavailable',
});

/** Answers 503 to everything. Where the address cannot be had, nothing stands there: the oracle's own start says why. */
export async function startWaitingServer(host: string, port: number): Promise<WaitingServer> {
  const server = createServer((_, response) => {
    response.writeHead(503, {
      'Content-Type': 'application/problem+json',
      'Retry-After': '5',
      Connection: 'close',
    });
    response.end(WAITING);
  });
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
