import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent, SequencedEvent } from '../../plugin/index.js';
import { streamRun } from './stream-run.js';
import { SseWriter } from './writer.js';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(handler: (response: ServerResponse) => Promise<void>): Promise<number> {
  const server: Server = createServer((_request, response) => {
    // What streamRun throws is the app's to answer; here the connection shows it.
    handler(response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  cleanups.push(() => {
    socket.destroy();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n');
  return socket;
}

/** What a count comes to rest at, once the kernel's buffers are full: it stands still for many turns of the loop. */
async function atRest(count: () => number | undefined): Promise<number> {
  let last = count();
  for (let still = 0; last === undefined || still < 500; ) {
    await turn();
    const now = count();
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return last;
}

const at = (seq: number, event: RunEvent): SequencedEvent => ({ seq, event });
const DONE: RunEvent = { type: 'done', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
const run = { sessionId: 's1', runId: 'r1' };

describe('streamRun', () => {
  it('opens with retry, keeps the order and ends after the terminal event', async () => {
    async function* batches() {
      yield [at(1, { type: 'run', runId: 'r1', sessionId: 's1' })];
      yield [
        at(2, { type: 'message', messageId: 'm', content: 'a' }),
        at(3, { type: 'message', messageId: 'm', content: 'b' }),
      ];
      yield [at(4, DONE)];
    }
    const port = await serve((response) =>
      streamRun(response, { ...run, batches: batches(), heartbeatMs: 15_000 }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-location')).toBe('/messages/s1/runs/r1');
    const text = await response.text();
    expect(text.startsWith('retry: 2000\n\nevent: run\nid: r1:1\n')).toBe(true);
    const ids: (string | undefined)[] = [];
    createParser({ onEvent: (message) => ids.push(message.id) }).feed(text);
    expect(ids).toEqual(['r1:1', 'r1:2', 'r1:3', 'r1:4']);
    expect(text.endsWith('\n\n')).toBe(true);
  });

  it('sends the head with the first batch, and the events of a batch in one piece', async () => {
    async function* batches() {
      yield [
        at(1, { type: 'message', messageId: 'm', content: 'a' }),
        at(2, { type: 'message', messageId: 'm', content: 'b' }),
      ];
      yield [at(3, DONE)];
    }
    const writes: string[] = [];
    const port = await serve((response) => {
      const [write, end] = [response.write.bind(response), response.end.bind(response)];
      response.write = ((text: string) => {
        writes.push(text);
        return write(text);
      }) as typeof response.write;
      response.end = ((text: string) => {
        writes.push(text);
        return end(text);
      }) as typeof response.end;
      return streamRun(response, { ...run, batches: batches(), heartbeatMs: 15_000 });
    });
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(writes.map((text) => text.match(/^event: /gm)?.length ?? 0)).toEqual([2, 1]);
  });

  it('sends the head alone when the first batch is slow', async () => {
    let headArrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      headArrived = resolve;
    });
    async function* batches() {
      await arrival;
      yield [at(1, DONE)];
    }
    const port = await serve((response) =>
      streamRun(response, { ...run, batches: batches(), heartbeatMs: 15_000 }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    headArrived();
    expect(await response.text()).toMatch(/^retry: 2000\n\nevent: done\n/);
  });

  it('breaks the silence of a quiet run with comments and stops when it ends', async () => {
    let finish = () => {};
    const quiet = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* batches() {
      yield [at(1, { type: 'run', runId: 'r1', sessionId: 's1' })];
      await quiet;
      yield [at(2, DONE)];
    }
    const port = await serve((response) =>
      streamRun(response, { ...run, batches: batches(), heartbeatMs: 20 }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split(': ping\n\n').length > 3) finish();
    }
    expect(text).toMatch(/(: ping\n\n){3,}event: done/);
    expect(text.trimEnd().endsWith('}')).toBe(true);
  });

  it('pulls nothing and pings nothing while the reader lags, then delivers all of it', async () => {
    const total = 250;
    const filler = 'x'.repeat(64 * 1024);
    let pulled = 0;
    let writable: ServerResponse | undefined;
    async function* batches() {
      while (pulled < total) {
        pulled += 1;
        yield [at(pulled, { type: 'message', messageId: 'm', content: filler })];
      }
      yield [at(total + 1, DONE)];
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanups.push(() => void vi.useRealTimers());
    const port = await serve((response) => {
      writable = response;
      return streamRun(response, { ...run, batches: batches(), heartbeatMs: 20 });
    });
    const socket = dial(port);
    socket.pause();
    const stalledAt = await atRest(() => (writable?.writableNeedDrain === true ? pulled : undefined));
    expect(pulled).toBeLessThan(total);
    expect(writable?.writableLength ?? 0).toBeLessThan(256 * 1024);
    // Heartbeats come due many times meanwhile.
    vi.advanceTimersByTime(500);
    expect(await atRest(() => pulled)).toBe(stalledAt);

    const chunks: string[] = [];
    socket.setEncoding('latin1').on('data', (chunk: string) => chunks.push(chunk));
    socket.resume();
    while (!chunks.slice(-2).join('').includes('event: done')) await once(socket, 'data');
    const text = chunks.join('');
    expect(text.match(/^event: message$/gm)).toHaveLength(total);
    // No comment was queued behind the event at which the reader stood.
    expect(text.slice(0, text.indexOf(`id: r1:${stalledAt + 1}\n`))).not.toContain(': ping');
  });

  it('closes the source when the client goes away', async () => {
    let closed = () => {};
    const sourceClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const abort = new AbortController();
    async function* batches() {
      try {
        yield [at(1, { type: 'run', runId: 'r1', sessionId: 's1' })];
        await once(abort.signal, 'abort');
      } finally {
        closed();
      }
    }
    const port = await serve((response) => {
      response.once('close', () => abort.abort());
      return streamRun(response, { ...run, batches: batches(), heartbeatMs: 10 });
    });
    const socket = dial(port);
    await once(socket, 'data');
    socket.destroy();
    await sourceClosed;
  });

  it('leaves no timer behind on a closed connection, whatever the source does', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    let counted = (_counts: number[]) => {};
    const counts = new Promise<number[]>((resolve) => {
      counted = resolve;
    });
    const port = await serve(async (response) => {
      const before = timers();
      const writer = new SseWriter(response, { heartbeatMs: 15_000 });
      const open = timers();
      await once(response, 'close');
      expect(await writer.write('late')).toBe(false);
      counted([before, open, timers()]);
    });
    const socket = dial(port);
    await once(socket, 'data');
    socket.destroy();
    const [before = 0, open, after] = await counts;
    expect(open).toBeGreaterThan(before);
    // A timer of another test in this process may end meanwhile.
    expect(after).toBeLessThanOrEqual(before);
  });

  it.each([
    [
      'ends without a terminal event',
      async function* () {
        yield [at(1, { type: 'message', messageId: 'm', content: 'half' })];
      },
    ],
    [
      'fails',
      async function* () {
        yield [at(1, { type: 'message', messageId: 'm', content: 'half' })];
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('the log is gone');
      },
    ],
  ])(
    'cuts the connection when the source %s',
    async (_name, batches: () => AsyncGenerator<SequencedEvent[]>) => {
      const port = await serve((response) =>
        streamRun(response, { ...run, batches: batches(), heartbeatMs: 15_000 }),
      );
      const response = await fetch(`http://127.0.0.1:${port}/`);
      await expect(response.text()).rejects.toThrow();
    },
  );

  it('leaves the response to another answer when the source fails before anything was sent', async () => {
    // biome-ignore lint/correctness/useYield: it fails at once
    async function* batches(): AsyncGenerator<SequencedEvent[]> {
      throw new Error('the store is away');
    }
    const port = await serve((response) =>
      streamRun(response, { ...run, batches: batches(), heartbeatMs: 15_000 }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, await response.text()]).toEqual([503, 'Error: the store is away']);
  });
});
