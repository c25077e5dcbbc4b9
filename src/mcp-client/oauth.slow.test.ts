import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { createMcpClient } from './index.js';
import { everythingServer } from './testing/everything-server.mjs';
import { serveMcp } from './testing/serve-mcp.js';

const never = new AbortController().signal;
const lines: string[] = [];
const logger = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each.close();
});

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An authorization server that gives a new token each time; `asked` holds what it was shown. */
async function login() {
  const asked: string[] = [];
  const tokens: string[] = [];
  const issuer = await listen((request, response) => {
    const json = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      asked.push(String(request.headers.authorization));
      tokens.push(`token-${asked.length}`);
      return json({ access_token: tokens.at(-1), token_type: 'Bearer', expires_in: 60 });
    }
    json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    });
  });
  return { issuer, asked, tokens };
}

/** A server that asks for a token of the login at `issuer`. */
async function guardedServer(issuer: string, isGood: (token: string | undefined) => boolean) {
  const served = await serveMcp(everythingServer, 0, (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ resource: `${origin}/mcp`, authorization_servers: [issuer] }));
      return true;
    }
    if (isGood(request.headers.authorization?.replace('Bearer ', ''))) return false;
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
    response.end(`You said ${request.headers.authorization}`);
    return true;
  });
  closing.push(served);
  return served;
}

function clientOf(url: string, issuer: string) {
  const oauth = { clientId: 'oracle', clientSecret: 'planted-5ecret', issuer };
  const clock = { now: () => Date.now() };
  const client = createMcpClient({ name: 'guarded', address: { url, oauth }, logger, clock, signal: never });
  closing.push(client);
  return client;
}

it('signs in by client credentials, and again when its token is over', async () => {
  const { issuer, asked, tokens } = await login();
  const { url } = await guardedServer(issuer, (token) => token !== undefined && token === tokens.at(-1));
  const client = clientOf(url, issuer);
  const sum = () => client.call('get-Sum', { a: 1, b: 2 }, { signal: never });
  expect((await sum()).text).toBe('3');
  expect(asked).toEqual([`Basic ${Buffer.from('oracle:planted-5ecret').toString('base64')}`]);
  tokens.push('renewed elsewhere');
  expect((await sum()).text).toBe('3');
  expect(asked).toHaveLength(2);
});

it('shows its credentials to no other login than its own, and does not go there', async () => {
  const [own, other] = [await login(), await login()];
  let visits = 0;
  const elsewhere = await listen((_, response) => {
    visits += 1;
    response.writeHead(404).end();
  });
  for (const issuer of [other.issuer, elsewhere]) {
    const { url } = await guardedServer(issuer, () => false);
    await expect(clientOf(url, own.issuer).tools(never)).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect([other.asked, own.asked, visits]).toEqual([[], [], 0]);
  expect(lines.join('')).not.toContain('planted-5ecret');
});

it('says that its credentials are refused, and no word of the server', async () => {
  const { issuer } = await login();
  const { url } = await guardedServer(issuer, () => false);
  await expect(clientOf(url, issuer).tools(never)).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.not.stringContaining('You said'),
  });
  expect(lines.join('')).not.toContain('token-1');
});
