import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, defineRoute } from '../plugin/index.js';
import { createHostCheck, type HostSettings } from './known-hosts.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

const LOCAL: HostSettings = {
  host: '127.0.0.1',
  publicUrl: 'https://oracle.example:8443',
  allowedHosts: [],
  corsOrigins: ['https://app.example'],
  trustProxy: false,
};

function allows(headers: Readonly<Record<string, string>>, settings: Partial<HostSettings> = {}): boolean {
  try {
    createHostCheck({ ...LOCAL, ...settings }).nameAndPage({ headers });
    return true;
  } catch {
    return false;
  }
}

describe('the names of an oracle', () => {
  it.each([
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['oracle.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['192.168.1.7', true],
    ['oracle.example', true],
    ['oracle.example:443', true],
    ['evil.example.com', false],
    ['evil.example.com:3000', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['notlocalhost', false],
    ['evil.example@localhost', false],
    ['localhost/.evil.example', false],
    ['localhost evil.example', false],
    ['', false],
  ])('%j: %s', (host, allowed) => {
    expect(allows({ host })).toBe(allowed);
  });

  it.each([
    ['http://localhost:3000', true],
    ['https://oracle.example', true],
    ['https://app.example', true],
    ['http://app.example', false],
    ['https://evil.example.com', false],
    ['null', false],
    ['', false],
  ])('a page of %j: %s', (origin, allowed) => {
    expect(allows({ host: 'localhost', origin })).toBe(allowed);
  });

  it('are the operator’s to say, and are not guessed on the network or behind a proxy', () => {
    const host = 'oracle.internal';
    expect(allows({ host })).toBe(false);
    expect(allows({ host }, { allowedHosts: ['oracle.internal'] })).toBe(true);
    expect(allows({ host: 'other.internal' }, { allowedHosts: ['oracle.internal'], host: '0.0.0.0' })).toBe(
      false,
    );
    expect(allows({ host }, { allowedHosts: ['*'] })).toBe(true);
    expect(allows({ host }, { host: '0.0.0.0' })).toBe(true);
    expect(allows({ host }, { trustProxy: true })).toBe(true);
    expect(allows({ host }, { trustProxy: true, allowedHosts: ['oracle.example'] })).toBe(false);
    expect(allows({ host: 'localhost', origin: 'https://any.example' }, { corsOrigins: ['*'] })).toBe(true);
  });
});

describe('a route for known hosts', () => {
  const route = (path: string, knownHosts: boolean) =>
    defineRoute({
      method: 'get',
      path,
      auth: 'public',
      knownHosts,
      summary: 'Names',
      responses: { 200: { description: 'ok' } },
      handler: () => ({}),
    });
  const names = definePlugin({
    name: 'names',
    version: '1.0.0',
    manifest: { title: 'Names', summary: 'For tests.', whenToUse: ['Never'], loading: 'silent' },
    setup: () => ({ routes: [route('/t/known', true), route('/t/open', false)] }),
  });
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ plugins: [names] });
  });
  afterAll(() => app.close());

  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(new URL(path, app.url), { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('answers 403 under another name as every route does, and to other pages, which others serve', async () => {
    expect(await ask('/t/known', {})).toBe(200);
    expect(await ask('/t/known', { Host: 'evil.example.com' })).toBe(403);
    expect(await ask('/t/known', { Origin: 'http://evil.example.com' })).toBe(403);
    expect(await ask('/t/open', { Host: 'evil.example.com' })).toBe(403);
    expect(await ask('/sessions', { Host: 'evil.example.com' })).toBe(403);
    expect(await ask('/t/open', { Host: '192.168.1.7' })).toBe(200);
    expect(await ask('/t/open', { Origin: 'http://evil.example.com' })).toBe(200);
  });

  it('is served to clients that name no host, which are no browsers', () => {
    createHostCheck(LOCAL).name({ headers: {} });
    expect(allows({})).toBe(false);
  });
});
