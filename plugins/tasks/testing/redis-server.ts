import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** As a crash does: nothing is written first, and what was in it is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real Redis of Debian, on loopback and a port of its own, that keeps nothing on disk.
 * @param password asked of everybody; '' for none
 */
export async function redisServer(password = ''): Promise<RedisServer> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'redis-'));
  let server: ChildProcess | undefined;
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--dir',
        dir,
        '--save',
        '',
        '--appendonly',
        'no',
        ...(password === '' ? [] : ['--requirepass', password]),
      ];
      server = spawn('redis-server', args, { stdio: 'ignore' });
      const failed = once(server, 'error').then(([error]) => {
        throw error;
      });
      await Promise.race([answers(port), failed]);
    },
    async kill() {
      if (server === undefined || server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      server = undefined;
    },
    async close() {
      await redis.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return redis;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no Redis answers on port ${port}`);
}
