import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delegate, invoke } from '../auth/ucan/issue.js';
import type { Signer } from '../plugin/index.js';
import { person } from '../testing/person.js';
import { probePlugin } from './testing/probe-plugin.js';
import { problemOf } from './testing/problem-of.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

describe('rate limits', () => {
  it('answers 429 with Retry-After once a route of its own limit has had enough', async () => {
    expect((await app.get('/t/limited')).status).toBe(200);
    expect((await app.get('/t/limited')).status).toBe(200);
    const response = await app.get('/t/limited');
    const { code, hint } = await problemOf(response);
    const seconds = Number(response.headers.get('retry-after'));
    expect([code, hint]).toEqual(['rate_limited', `Wait ${seconds} s, then go on.`]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await app.get('/t/public')).status).toBe(200);
  });

  it('counts principals apart from each other', async () => {
    const small = await startTestApp({ plugins: [probePlugin], env: { RATE_LIMIT_PER_MINUTE: '3' } });
    try {
      const [mine, yours] = [await small.key('chat'), await small.key('chat')];
      for (let at = 0; at < 3; at += 1) expect((await small.get('/t/any', mine)).status).toBe(200);
      expect((await small.get('/t/any', mine)).status).toBe(429);
      expect((await small.get('/t/any', yours)).status).toBe(200);
      expect((await small.get('/t/public')).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('counts strangers by their address, since each of their tokens can be of another DID', async () => {
    const small = await startTestApp({
      plugins: [probePlugin],
      env: { RATE_LIMIT_PER_MINUTE: '3', UCAN_USERS: 'any' },
    });
    try {
      const { identity } = small.app;
      if (identity === undefined) throw new Error('no identity');
      const ask = async (issuer: Signer, can: string, resource: string) => {
        const capability = { can, with: resource };
        const clock = { now: () => Date.now() };
        const { token } = await invoke({ issuer, audience: identity.did, clock, capability });
        const headers = { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' };
        return (await small.get('/t/any', undefined, { headers })).status;
      };
      const statuses = [];
      for (const name of ['a', 'b']) statuses.push(await ask(person(name), 'fs/read', 'ixo:filesystem'));
      // What grants nothing made us verify as well.
      statuses.push(await ask(person('c'), 'oracle/chat', 'ixo:oracle'));
      statuses.push(await ask(person('d'), 'fs/read', 'ixo:filesystem'));
      expect(statuses).toEqual([200, 200, 403, 429]);
      expect((await small.get('/t/any', await small.key('chat'))).status).toBe(200);
      expect((await small.get('/t/public')).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('lets those whom the oracle let in be, whatever strangers do', async () => {
    const small = await startTestApp({ plugins: [probePlugin], env: { RATE_LIMIT_PER_MINUTE: '2' } });
    try {
      const { identity } = small.app;
      if (identity === undefined) throw new Error('no identity');
      const clock = { now: () => Date.now() };
      const capability = { can: 'oracle/chat', with: 'ixo:oracle' };
      const common = { audience: identity.did, clock, capability };
      const ask = async (token: string) =>
        (
          await small.get('/t/any', undefined, {
            headers: { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' },
          })
        ).status;
      for (let at = 0; at < 2; at += 1)
        expect(await ask((await invoke({ ...common, issuer: identity })).token)).toBe(200);
      expect(await ask((await invoke({ ...common, issuer: identity })).token), 'the owner alone').toBe(429);
      const guest = person('guest');
      const { token: proof } = await delegate({
        issuer: identity,
        audience: guest.did,
        clock,
        capabilities: [capability],
        seconds: 60,
      });
      expect(await ask((await invoke({ ...common, issuer: guest, proofs: [proof] })).token)).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('still lets in what holds, of an address that keeps sending what does not', async () => {
    const small = await startTestApp({ plugins: [probePlugin] });
    try {
      const { identity } = small.app;
      if (identity === undefined) throw new Error('no identity');
      const ask = async (token: string) => {
        const headers = { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' };
        const response = await small.get('/t/any', undefined, { headers });
        return response.status === 200 ? 'in' : ((await problemOf(response)).detail ?? '');
      };
      for (let at = 0; at < 30; at += 1) expect(await ask('nonsense')).toContain('malformed');
      expect(await ask('nonsense')).toContain('refused credential');
      const capability = { can: 'oracle/chat', with: 'ixo:oracle' };
      const clock = { now: () => Date.now() };
      const { token } = await invoke({ issuer: identity, audience: identity.did, clock, capability });
      expect(await ask(token)).toBe('in');
    } finally {
      await small.close();
    }
  });

  it('believes X-Forwarded-For only from a trusted proxy, and only its last hop', async () => {
    for (const [trustProxy, last] of [
      [false, 429],
      [true, 200],
    ] as const) {
      const small = await startTestApp({
        plugins: [probePlugin],
        env: { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: String(trustProxy) },
      });
      try {
        const from = (chain: string) =>
          small.get('/t/public', undefined, { headers: { 'X-Forwarded-For': chain } });
        expect((await from('198.51.100.1')).status).toBe(200);
        expect((await from('198.51.100.2')).status).toBe(last);
        expect((await from('203.0.113.9, 198.51.100.2')).status).toBe(429);
      } finally {
        await small.close();
      }
    }
  });
});
