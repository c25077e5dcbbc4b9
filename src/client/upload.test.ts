import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerTo } from './request.js';
import { upload } from './upload.js';

/** What the server of an upload was asked, and how it answers a part: `cut` takes half of it and drops the connection. */
const asked: string[] = [];
let received: Buffer = Buffer.alloc(0);
let parts: ('take' | 'cut' | 'refuse')[] = [];

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  asked.push(`${request.method} ${request.url} ${request.headers['upload-offset'] ?? ''}`.trim());
  const bytes: Buffer[] = [];
  for await (const chunk of request) bytes.push(chunk);
  const body = Buffer.concat(bytes);
  if (request.method === 'POST') {
    const Location = `http://inside.example/api/fs/upload/u1?namespace=n`;
    response.writeHead(201, { Location }).end(request.headers['upload-metadata']);
    return;
  }
  if (request.method === 'PATCH') {
    const how = parts.shift() ?? 'take';
    if (how === 'refuse') {
      response.writeHead(413, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'payload_too_large', detail: 'The quota is used up.' }));
      return;
    }
    received = Buffer.concat([received, how === 'cut' ? body.subarray(0, body.length / 2) : body]);
    if (how === 'cut') return request.socket.destroy();
    response.setHeader('X-Vfs-File-Id', 'f1');
  }
  response.setHeader('Upload-Offset', String(received.length)).writeHead(204).end();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('takes a part that was cut up where it stopped, at the path that the oracle gave', async () => {
  parts = ['cut'];
  received = Buffer.alloc(0);
  const content = new Blob(['0123456789']);
  const progress: number[] = [];
  const signal = AbortSignal.timeout(10_000);
  const id = await upload(callerTo(url, undefined), content, {
    path: '/ä.txt',
    signal,
    onProgress: (sent) => progress.push(sent),
  });
  expect(id).toBe('f1');
  expect(received.toString()).toBe('0123456789');
  expect(progress).toEqual([0, 5, 10]);
  expect(asked).toEqual([
    'POST /api/fs/upload',
    'PATCH /api/fs/upload/u1?namespace=n 0',
    'HEAD /api/fs/upload/u1?namespace=n',
    'PATCH /api/fs/upload/u1?namespace=n 5',
  ]);
});

it('goes on with an upload of before, and gives up at once what is refused', async () => {
  received = Buffer.from('01234');
  const call = callerTo(url, undefined);
  const options = { path: '/b.txt', resumeAt: '/api/fs/upload/u1', signal: AbortSignal.timeout(10_000) };
  await upload(call, new Blob(['0123456789']), options);
  expect(received.toString()).toBe('0123456789');
  received = Buffer.alloc(0);
  parts = ['refuse'];
  await expect(upload(call, new Blob(['0123456789']), options)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: 'The quota is used up.',
  });
});

it('needs no signal, and says what it takes to a program without types', async () => {
  [received, parts] = [Buffer.alloc(0), []];
  expect(await upload(callerTo(url, 'k'), new Blob(['abc']), { path: '/c.txt' })).toBe('f1');
  const untyped = upload as (...args: unknown[]) => Promise<unknown>;
  for (const args of [[new Blob(['abc'])], [new Blob(['abc']), '/c.txt'], ['/c.txt', new Blob(['abc'])]])
    await expect(untyped(callerTo(url, 'k'), ...args)).rejects.toThrow("upload(file, { path: '/a.csv' })");
});
