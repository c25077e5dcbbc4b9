import { connect, createServer, type Server, type Socket } from 'node:net';

/** More wait for no oracle. */
const MOST_WAITING = 1_000;

/**
 * A port that stays open while one oracle after the other stands behind it: connections wait at the door until the next one
 * listens. To the oracle they all come from this machine.
 */
export class DevDoor {
  #server: Server | undefined;
  #address = '';
  #behind: number | undefined;
  readonly #waiting = new Set<Socket>();

  /**
   * Holds an address from now on, in place of another.
   * @returns the port; undefined where the address cannot be had
   */
  async stand(host: string, port: number): Promise<number | undefined> {
    const address = `${host} ${port}`;
    if (this.#server === undefined || this.#address !== address) {
      this.close();
      this.#server = await listening(host, port, (socket) => this.#enter(socket));
      this.#address = address;
    }
    const held = this.#server?.address();
    return typeof held === 'object' && held !== null ? held.port : undefined;
  }

  /** Lets those who wait, and all who come, through to a port of this machine. */
  open(behind: number): void {
    this.#behind = behind;
    for (const socket of this.#waiting) lead(socket, behind);
    this.#waiting.clear();
  }

  /** Whoever comes now waits. */
  shut(): void {
    this.#behind = undefined;
  }

  close(): void {
    this.#server?.close();
    this.#server = undefined;
    for (const socket of this.#waiting) socket.destroy();
    this.#waiting.clear();
  }

  #enter(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#behind !== undefined) lead(socket, this.#behind);
    else if (this.#waiting.size >= MOST_WAITING) socket.destroy();
    else {
      this.#waiting.add(socket);
      socket.once('close', () => this.#waiting.delete(socket));
    }
  }
}

function listening(host: string, port: number, enter: (socket: Socket) => void): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, enter);
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => resolve(server));
  });
}

function lead(socket: Socket, port: number): void {
  const inner = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  inner.on('error', () => socket.destroy());
  inner.on('close', () => socket.destroy());
  socket.on('close', () => inner.destroy());
  inner.pipe(socket);
  socket.pipe(inner);
}
