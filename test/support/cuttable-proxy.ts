import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, as a network or the server itself fails. */
export interface CuttableProxy {
  /** The URL of the server, by this way. */
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** @param target such as `postgres://user@127.0.0.1:5432/database` */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  url.port = String(own);
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => listen(own),
  };
}
