import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintLoginCode, sessionCookieName } from '../../auth/index.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const clock = { now: () => Date.now() };

async function code(): Promise<string> {
  if (app.app.identity === undefined) throw new Error('no identity');
  return mintLoginCode(app.app.identity, { clock });
}

/** Each from its own address, so that failures of one test stay out of the way of another. */
let address = 0;
function login(body: unknown, headers: Record<string, string> = {}) {
  address += 1;
  return app.post('/auth/session', undefined, body, {
    headers: { 'X-Forwarded-For': `198.51.100.${address}`, ...headers },
  });
}

describe('the login session', () => {
  it('comes for a one-time code, as a cookie and as a token', async () => {
    const response = await login({ code: await code() });
    expect(response.status).toBe(200);
    const session = (await response.json()) as { token: string; expiresAt: string; did: string };
    expect(session.did).toBe(app.app.identity?.did);
    expect(Date.parse(session.expiresAt)).toBeGreaterThan(Date.now());
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^oracle_session_[\da-f]{8}=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=[1-9]\d*$/,
    );
    expect(cookie).toContain(session.token);

    const who = { kind: 'owner', did: session.did, scopes: ['*'] };
    const byToken = await app.get('/auth/session', session.token);
    expect(await byToken.json()).toMatchObject(who);
    const byCookie = await app.get('/auth/session', undefined, {
      headers: { Cookie: cookie.split(';')[0] ?? '' },
    });
    expect(await byCookie.json()).toMatchObject(who);
    expect((await app.get('/sessions', session.token)).status).toBe(200);
  });

  it('marks the cookie Secure behind TLS', async () => {
    const response = await login({ code: await code() }, { 'X-Forwarded-Proto': 'https' });
    expect(response.headers.get('set-cookie')).toContain('; Secure');
  });

  it('comes once for a code, and never for a wrong one', async () => {
    const once = await code();
    expect((await login({ code: once })).status).toBe(200);
    for (const bad of [once, 'nonsense', `${await code()}x`]) {
      const response = await login({ code: bad });
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    expect((await login({})).status).toBe(400);
  });

  it('ends on logout, by cookie and by token, and needs none for it', async () => {
    for (const credential of ['cookie', 'token']) {
      const { token } = (await (await login({ code: await code() })).json()) as { token: string };
      const headers: Record<string, string> =
        credential === 'cookie'
          ? { Cookie: `other=1; ${sessionCookieName(app.app.identity?.did)}=${token}` }
          : { Authorization: `Bearer ${token}` };
      const out = await app.get('/auth/session', undefined, { method: 'DELETE', headers });
      expect(out.status).toBe(204);
      expect(out.headers.get('set-cookie')).toMatch(/^oracle_session_[\da-f]{8}=; .*Max-Age=0/);
      expect((await app.get('/auth/session', token)).status).toBe(401);
    }
    expect((await app.get('/auth/session', undefined, { method: 'DELETE' })).status).toBe(204);
  });

  it('ends on all devices at once, and a key or another person has no say in it', async () => {
    const tokenOf = async (one: string) =>
      ((await (await login({ code: one })).json()) as { token: string }).token;
    const { identity } = app.app;
    if (identity === undefined) throw new Error('no identity');
    const made = await app.post('/people', await tokenOf(await code()), { name: 'Ada', scopes: ['chat'] });
    const { link } = (await made.json()) as { link: string };
    const ada = await tokenOf(link.replace(/^.*#login=/, ''));
    const mine = [await tokenOf(await code()), await tokenOf(await code())];
    const refused = await app.get('/auth/sessions', await app.key('chat'), { method: 'DELETE' });
    expect(refused.status).toBe(403);
    const out = await app.get('/auth/sessions', mine[0], { method: 'DELETE' });
    expect(((await out.json()) as { ended: number }).ended).toBeGreaterThanOrEqual(2);
    expect(out.headers.get('set-cookie')).toMatch(/^oracle_session_[\da-f]{8}=; .*Max-Age=0/);
    for (const token of mine) expect((await app.get('/auth/session', token)).status).toBe(401);
    expect((await app.get('/auth/session', ada)).status).toBe(200);
    expect((await app.get('/auth/sessions', ada, { method: 'DELETE' })).status).toBe(200);
    expect((await app.get('/auth/session', ada)).status).toBe(401);
  });

  it('does not work from another site', async () => {
    const { token } = (await (await login({ code: await code() })).json()) as { token: string };
    const response = await app.post(
      '/sessions',
      undefined,
      {},
      {
        headers: {
          Cookie: `${sessionCookieName(app.app.identity?.did)}=${token}`,
          Origin: 'https://evil.example',
          'Sec-Fetch-Site': 'cross-site',
        },
      },
    );
    expect(response.status).toBe(401);
  });

  it('refuses an address after twenty codes that do not hold, and never one that does', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const attempt = async (body: unknown) =>
      (await app.post('/auth/session', undefined, body, { headers })).status;
    for (let at = 0; at < 25; at += 1) expect(await attempt({ code: await code() })).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 25; at += 1) statuses.push(await attempt({ code: 'guess' }));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    const once = await code();
    expect([await attempt({ code: once }), await attempt({ code: once })]).toEqual([200, 429]);
  });
});
