import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What a test closes at its end. */
type Opened = { close(): Promise<void> }[];

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** Takes connections and never says a word. */
export async function blackHole(opened: Opened): Promise<{ url: string }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}` };
}

/** Passes bytes on to a node, until it is told to swallow them. */
export async function relay(
  to: number,
  opened: Opened,
): Promise<{ url: string; swallow(on: boolean): void }> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let swallowing = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    pairs.add([near, far]);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => into.write(bytes));
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
      if (swallowing) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    swallow(on) {
      swallowing = on;
      for (const pair of pairs) for (const socket of pair) on ? socket.pause() : socket.resume();
    },
  };
}

/** Passes bytes on to a node; the connections that are open when it is told to stick never carry one again. */
export async function stuckOnce(to: number, opened: Opened): Promise<{ url: string; stick(): void }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stick() {
      for (const socket of open) socket.unpipe().pause();
    },
  };
}

/** Speaks HTTP/1.1, as the REST and the RPC port of a node do. @param body the answer to whatever is asked */
export async function httpPort(body: string, opened: Opened): Promise<{ url: string }> {
  const server = createHttpServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}` };
}
