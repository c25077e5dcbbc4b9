import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { QueryFault } from '../upstream/status.js';
import { Unread } from './unread.js';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0).reverse()) each.close();
});

/** More than the buffers of two sockets take. */
const BODY = 'x'.repeat(16_000_000);

/** A server of large answers; gives who asks it and reads no more than the first of it. */
async function serverWith(unread: Unread) {
  const server = createServer((request, response) => {
    try {
      unread.hold(response, String(request.headers['x-client']), BODY.length);
      response.end(BODY);
    } catch (error) {
      response.writeHead(error instanceof QueryFault ? error.status : 500).end();
    }
  }).listen(0, '127.0.0.1');
  opened.push({ close: () => void server.close() });
  await once(server, 'listening');
  return async (client: string): Promise<{ status: string; socket: Socket }> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    opened.push({ close: () => void socket.destroy() });
    socket.on('error', () => {});
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Client: ${client}\r\nConnection: close\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return { status: first.toString('latin1').slice(9, 12), socket };
  };
}

describe('large answers that are not read', () => {
  it('fill no more than the room, with a share for each client, until they are', async () => {
    const ask = await serverWith(new Unread(80_000_000));
    const mine = [await ask('a'), await ask('a'), await ask('a'), await ask('a')];
    expect(mine.map(({ status }) => status)).toEqual(['200', '200', '200', '503']);
    expect((await ask('b')).status).toBe('200');
    expect((await ask('b')).status).toBe('503');
    mine[0]?.socket.resume();
    await once(mine[0]?.socket as Socket, 'close');
    mine[1]?.socket.destroy();
    await expect.poll(async () => (await ask('b')).status).toBe('200');
  });

  it('of a reader that takes nothing for long are dropped, and leave their room', async () => {
    const ask = await serverWith(new Unread(20_000_000, 100));
    const { socket } = await ask('a');
    expect((await ask('b')).status).toBe('503');
    await expect.poll(async () => (await ask('b')).status).toBe('200');
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(BODY.length);
  });

  it('of which one alone is larger than the room goes out', async () => {
    const ask = await serverWith(new Unread(1_000_000));
    expect((await ask('a')).status).toBe('200');
    expect((await ask('b')).status).toBe('503');
  });
});
