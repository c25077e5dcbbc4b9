import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pump } from './pump.js';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** One request answered by `answer`: what the client gets, and what `answer` comes to. */
async function exchange<T>(answer: (response: ServerResponse) => Promise<T>) {
  const server = createServer();
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request').then(([, response]) => answer(response as ServerResponse));
  // A failure is looked at later, by whoever expects it.
  asked.catch(() => undefined);
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const answered = once(request, 'response').then(([response]) => response as IncomingMessage);
  answered.catch(() => undefined);
  return { asked, answered, request };
}

const headOf = (size: number) => ({ status: 200, headers: { 'content-length': size } });

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024);
}

describe('pump', () => {
  it('sends a source of the promised size, empty ones too', async () => {
    for (const texts of [['one ', '', 'two'], [], ['']]) {
      const size = texts.join('').length;
      const { asked, answered } = await exchange((response) =>
        pump(pieces(...texts), response, size, headOf(size)),
      );
      const response = await answered;
      expect((await buffer(response)).toString()).toBe(texts.join(''));
      expect(response.headers['content-length']).toBe(String(size));
      expect(await asked).toBe(true);
    }
  });

  it.each([
    ['shorter', ['ab'], 3, 'The content ended with 2 bytes instead of 3.'],
    ['longer', ['ab', 'cd'], 3, 'The content ended with 4 bytes instead of 3.'],
  ])('tears the connection when a source is %s than promised', async (_, texts, size, message) => {
    const { asked, answered } = await exchange((response) =>
      pump(pieces(...texts), response, size, headOf(size)),
    );
    await expect(asked).rejects.toThrow(message);
    const response = await answered.catch(() => undefined);
    if (response !== undefined) await expect(buffer(response)).rejects.toThrow();
  });

  it('sends nothing of a source that fails before its first byte', async () => {
    const { asked, answered } = await exchange(async (response) => {
      const failing = (async function* () {
        yield* pieces();
        throw new Error('lost');
      })();
      await expect(pump(failing, response, 3, headOf(3))).rejects.toThrow('lost');
      expect(response.headersSent).toBe(false);
      response.writeHead(500).end();
    });
    await asked;
    expect((await answered).statusCode).toBe(500);
  });

  it('gives others their turns while a source that never leaves the thread is sent', async () => {
    let others = 0;
    const pieces = 40;
    const source = (async function* () {
      for (let piece = 0; piece < pieces; piece++) {
        const until = performance.now() + 4;
        while (performance.now() < until);
        yield Buffer.from('x');
      }
    })();
    const { asked, answered } = await exchange(async (response) => {
      let isOver = false;
      const sent = pump(source, response, pieces, headOf(pieces)).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        others += 1;
      }
      return sent;
    });
    expect((await buffer(await answered)).length).toBe(pieces);
    expect(await asked).toBe(true);
    expect(others).toBeGreaterThan(8);
  });

  it('stops reading when the client leaves', async () => {
    let closed = false;
    const source = (async function* () {
      try {
        yield* endless();
      } finally {
        closed = true;
      }
    })();
    const size = 1024 ** 4;
    const { asked, answered, request } = await exchange((response) =>
      pump(source, response, size, headOf(size)),
    );
    await answered;
    request.destroy();
    expect(await asked).toBe(false);
    expect(closed).toBe(true);
  });

  it('reads no faster than the client takes, and gives up on one that takes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let read = 0;
    const source = (async function* () {
      for await (const piece of endless()) {
        read += piece.length;
        yield piece;
      }
    })();
    const size = 1024 ** 4;
    const { asked, answered } = await exchange((response) => pump(source, response, size, headOf(size)));
    await answered;
    let before: number;
    do {
      before = read;
      await sleep(50);
    } while (read !== before || vi.getTimerCount() === 0);
    expect(read).toBeLessThan(64 * 1024 * 1024);
    // A client at 1 KiB a second has taken what waits, 256 KiB, by then.
    vi.advanceTimersByTime(500_000);
    const early = await Promise.race([asked, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
    expect(early).toBe('waiting');
    vi.advanceTimersByTime(12_000);
    expect(await asked).toBe(false);
  });
});
