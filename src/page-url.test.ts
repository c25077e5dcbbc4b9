import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { pageUrl } from './page-url.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listenAt(host: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

it('is the public address where there is one', async () => {
  expect(await pageUrl({ publicUrl: 'https://oracle.example', host: '127.0.0.1', port: 3000 })).toBe(
    'https://oracle.example',
  );
});

it.each(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'])('names this machine for %s', async (host) => {
  const port = await listenAt('127.0.0.1');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await pageUrl({ host, port })).toBe(`http://localhost:${port}`);
});

it('keeps an address that localhost does not mean', async () => {
  expect(await pageUrl({ host: '127.0.0.2', port: 3000 })).toBe('http://127.0.0.2:3000');
  expect(await pageUrl({ host: '192.0.2.7', port: 3000 })).toBe('http://192.0.2.7:3000');
});

it('says the address in digits where another program answers to the name', async () => {
  const port = await listenAt('127.0.0.1');
  expect(await pageUrl({ host: '::1', port })).toBe(`http://[::1]:${port}`);
  const six = await listenAt('::1');
  expect(await pageUrl({ host: '127.0.0.1', port: six })).toBe(`http://127.0.0.1:${six}`);
  expect(await pageUrl({ host: '0.0.0.0', port: six })).toBe(`http://127.0.0.1:${six}`);
});
