import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probePlugin } from './testing/probe-plugin.js';
import { problemOf } from './testing/problem-of.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

describe('authentication and authorization', () => {
  it('lets anyone use a public route, also with a credential that is refused elsewhere', async () => {
    for (const key of [undefined, 'nonsense']) {
      const response = await app.get('/t/public', key);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ principal: 'anonymous' });
    }
  });

  it('asks for a credential everywhere else', async () => {
    for (const path of ['/t/any', '/t/keys', '/t/ucan', '/t/scoped', '/sessions']) {
      const response = await app.get(path);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect((await problemOf(response)).code).toBe('unauthenticated');
    }
  });

  it('knows the principal of a key', async () => {
    const response = await app.get('/t/any', await app.key('chat'));
    expect(await response.json()).toMatchObject({ kind: 'api-key' });
    expect((await app.get('/t/keys', await app.key('chat'))).status).toBe(200);
  });

  it('refuses a key where a UCAN is due, and one without the scope', async () => {
    const key = await app.key('chat');
    expect((await problemOf(await app.get('/t/ucan', key))).code).toBe('forbidden');
    const problem = await problemOf(await app.get('/t/scoped', key));
    expect(problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect(problem.detail).toContain('special');
    expect((await app.get('/t/scoped', await app.key('special'))).status).toBe(200);
    expect((await problemOf(await app.get('/sessions', await app.key('special')))).code).toBe('forbidden');
  });

  it('says that the identity is missing, with or without a credential', async () => {
    const bare = await startTestApp({ plugins: [probePlugin], identity: false });
    try {
      for (const key of [undefined, 'something']) {
        const problem = await problemOf(await bare.get('/t/any', key));
        expect(problem).toMatchObject({ status: 401, code: 'identity_missing' });
        expect(problem.hint).toContain('SIGNING_MNEMONIC');
      }
      expect((await bare.get('/t/public')).status).toBe(200);
    } finally {
      await bare.close();
    }
  });

  it('stops listening to an address that keeps presenting refused credentials', async () => {
    const strict = await startTestApp();
    try {
      for (let at = 0; at < 30; at += 1)
        expect((await strict.get('/sessions', `wrong-${at}`)).status).toBe(401);
      const response = await strict.get('/sessions', 'wrong-again');
      expect(response.status).toBe(429);
      expect((await problemOf(response.clone())).hint).toContain('A valid credential is let in at once');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await strict.get('/health')).status).toBe(200);
      const good = await strict.key('chat');
      expect((await strict.get('/sessions', good)).status, 'a good one of the same address').toBe(200);
    } finally {
      await strict.close();
    }
  });
});
