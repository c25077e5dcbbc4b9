import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import gateway from '../gateway/index.js';
import entities from './index.js';

let web: Server;
let app: TestOracle;
let host: string;

beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url === '/silent/did.json') return;
    response.writeHead(200, { 'Content-Type': 'application/did+json' }).write('{"id":');
    if (request.url !== '/trickling/did.json') return;
    const drops = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(drops));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  host = `did:web:127.0.0.1%3A${(web.address() as AddressInfo).port}`;
  app = await startTestOracle({ plugins: [gateway, entities], env: { DID_WEB_LOCAL: 'true' } });
});
afterAll(async () => {
  await app.close();
  web.closeAllConnections();
  web.close();
});

describe('the host of a did:web that hangs', () => {
  it('is 504, wherever it stops', async () => {
    const answers = ['silent', 'halting', 'trickling'].map((path) => app.anyone.get(`/dids/${host}:${path}`));
    for (const { status, headers, json } of await Promise.all(answers)) {
      expect(status).toBe(504);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(json).toMatchObject({ code: 'upstream_timeout', detail: expect.stringContaining('127.0.0.1') });
    }
  });
});
