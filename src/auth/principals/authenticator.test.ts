import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../logger.js';
import { openStore } from '../../store/index.js';
import { type TestClock, testClock } from '../../store/repository-suites/fixtures.js';
import type { Store } from '../../store/types.js';
import {
  createAuthenticator,
  createUcans,
  loadIdentity,
  localOwner,
  mintLoginCode,
  redeemLoginCode,
  sessionCookieName,
} from '../index.js';
import type { Identity } from '../types.js';

describe('authentication', () => {
  let dataDir = '';
  let store: Store;
  let identity: Identity;
  let clock: TestClock;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'oracle-auth-'));
    clock = testClock();
    store = await openStore({ dataDir, clock });
    const made = await loadIdentity({ dataDir, create: true });
    if (made === undefined) throw new Error('no identity was made');
    identity = made;
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ucansOf = (owner: Identity | undefined) =>
    createUcans({
      store,
      identity: owner,
      clock,
      logger: createLogger({ level: 'silent', format: 'json', write: () => {} }),
      skewSeconds: 0,
      localDidWeb: false,
      users: [],
      booted: () => ({ abilities: {}, scopes: {}, resources: [], didDocuments: [] }),
    });
  const authenticate = (headers: IncomingHttpHeaders, method = 'GET') =>
    createAuthenticator({ store, identity, clock, ucans: ucansOf(identity) }).authenticate({
      headers,
      method,
    });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const login = async () =>
    redeemLoginCode({ identity, store, clock }, await mintLoginCode(identity, { clock }));

  it('tells no credential from a bad one', async () => {
    expect(await authenticate({})).toBeUndefined();
    expect(await authenticate({ cookie: 'theme=dark' })).toBeUndefined();
    expect(await authenticate({ cookie: `theme=dark; ${sessionCookieName(identity.did)}=` })).toBeUndefined();
  });

  it('has a cookie of its own beside those of other oracles of the same host', async () => {
    const { token } = await login();
    const other = `${sessionCookieName('did:key:zOther')}=${token}`;
    expect(await authenticate({ cookie: other })).toBeUndefined();
    const mine = `${sessionCookieName(identity.did)}=${token}`;
    expect(await authenticate({ cookie: `${other}; ${mine}` })).toEqual(localOwner(identity));
  });

  it('knows an API key, owner of what it makes', async () => {
    const { row, secret } = await store.apiKeys.create({ name: 'ci', scopes: ['chat'] });
    expect(await authenticate(bearer(secret))).toEqual({
      id: `key:${row.id}`,
      kind: 'api-key',
      did: identity.did,
      scopes: new Set(['chat']),
      name: 'ci',
      credential: { id: row.id },
    });
    expect(await authenticate({ authorization: `bearer   ${secret}` }, 'POST')).toMatchObject({ name: 'ci' });
  });

  it('lets a key act for the one it was made for', async () => {
    const did = 'did:ixo:validator/9';
    const { secret } = await store.apiKeys.create({ name: 'verifier', scopes: ['chat'], did });
    expect(await authenticate(bearer(secret))).toMatchObject({ kind: 'api-key', did });
  });

  it('refuses every bad credential in the same words', async () => {
    const revoked = await store.apiKeys.create({ name: 'revoked', scopes: ['chat'] });
    await store.apiKeys.revoke('revoked');
    const expired = await store.apiKeys.create({ name: 'expired', scopes: [], expiresAt: clock.now() });
    const good = await store.apiKeys.create({ name: 'good', scopes: ['chat'] });
    const { token } = await login();
    await store.logins.deleteSession(token);
    const bad: IncomingHttpHeaders[] = [
      bearer(revoked.secret),
      bearer(expired.secret),
      bearer(token),
      bearer('orc_000000000000_unknown'),
      bearer('nonsense'),
      bearer(`${good.secret}A`),
      { authorization: 'Bearer' },
      { authorization: 'Bearer two words' },
      { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` },
      { authorization: '' },
      { ...bearer('OqJlcm9vdHOB'), 'x-auth-type': 'ucan' },
      { ...bearer(good.secret), 'x-auth-type': 'ucan' },
      { cookie: `${sessionCookieName(identity.did)}=${token}` },
      // A cookie is never asked when a header is there.
      { ...bearer('nonsense'), cookie: `${sessionCookieName(identity.did)}=${(await login()).token}` },
    ];
    const failures = await Promise.all(
      bad.map((headers) => authenticate(headers).catch((error: unknown) => error)),
    );
    const [first] = failures;
    expect(first).toMatchObject({ code: 'unauthenticated', status: 401 });
    for (const [index, failure] of failures.entries()) {
      expect(failure, JSON.stringify(bad[index])).toMatchObject({ ...(first as object) });
    }
  });

  it('says to every credential that there is no identity, and nothing to none', async () => {
    const { secret } = await store.apiKeys.create({ name: 'ci', scopes: ['chat'] });
    const without = createAuthenticator({
      store,
      identity: undefined,
      clock,
      ucans: ucansOf(undefined),
    });
    for (const headers of [bearer(secret), bearer('x'), { cookie: 'oracle_session=x' }]) {
      await expect(without.authenticate({ headers, method: 'GET' })).rejects.toMatchObject({
        code: 'identity_missing',
        status: 401,
        hint: expect.stringContaining('SIGNING_MNEMONIC'),
      });
    }
    expect(await without.authenticate({ headers: {}, method: 'GET' })).toBeUndefined();
    await expect(
      redeemLoginCode({ identity: undefined, store, clock }, await mintLoginCode(identity, { clock })),
    ).rejects.toMatchObject({ code: 'identity_missing' });
  });

  describe('login', () => {
    it('turns a code into a session, for header and cookie, once', async () => {
      const code = await mintLoginCode(identity, { clock });
      const session = await redeemLoginCode({ identity, store, clock }, code);
      expect(session.did).toBe(identity.did);
      expect(await authenticate(bearer(session.token))).toMatchObject({
        id: identity.did,
        kind: 'owner',
        scopes: new Set(['*']),
      });
      expect(await authenticate(bearer(session.token))).toEqual(localOwner(identity));
      expect(
        await authenticate({ cookie: `a=b; ${sessionCookieName(identity.did)}=${session.token}; c=d` }),
      ).toEqual(localOwner(identity));
      await expect(redeemLoginCode({ identity, store, clock }, code)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      clock.advance(session.expiresAt - clock.now());
      await expect(authenticate(bearer(session.token))).rejects.toMatchObject({ code: 'unauthenticated' });
    });

    it('refuses a code that is late, forged, changed or of another identity', async () => {
      const other = await loadIdentity({
        dataDir,
        mnemonic: `${'abandon '.repeat(11)}about`,
        create: false,
      });
      if (other === undefined) throw new Error('no identity');
      const code = await mintLoginCode(identity, { ttlMs: 1_000, clock });
      const [body = '', signature = ''] = code.split('.');
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number };
      const longer = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1e9 })).toString(
        'base64url',
      );
      const bare = Buffer.from(await identity.sign(Buffer.from(body))).toString('base64url');
      const bad = [
        `${longer}.${signature}`,
        // The identity's signature on the same bytes, made for another purpose.
        `${body}.${bare}`,
        `${body}.${signature.slice(1)}`,
        body,
        '',
        '.',
        await mintLoginCode(other, { clock }),
      ];
      for (const attempt of bad) {
        await expect(redeemLoginCode({ identity, store, clock }, attempt), attempt).rejects.toMatchObject({
          code: 'unauthenticated',
        });
      }
      clock.advance(1_000);
      await expect(redeemLoginCode({ identity, store, clock }, code)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    });

    it('lets one of two simultaneous attempts with a code through', async () => {
      const code = await mintLoginCode(identity, { clock });
      const results = await Promise.allSettled([
        redeemLoginCode({ identity, store, clock }, code),
        redeemLoginCode({ identity, store, clock }, code),
      ]);
      expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('ends with the identity that it was made by', async () => {
      const { token } = await store.logins.createSession('did:key:zFormer', 60_000);
      await expect(authenticate(bearer(token))).rejects.toMatchObject({ code: 'unauthenticated' });
    });
  });

  describe('the cookie on a method that changes something', () => {
    const host = 'oracle.example:3000';
    it.each<[string, IncomingHttpHeaders, boolean]>([
      ['no evidence', {}, false],
      ['fetch from the page', { 'sec-fetch-site': 'same-origin' }, true],
      ['typed by the person', { 'sec-fetch-site': 'none' }, true],
      ['a sibling site', { 'sec-fetch-site': 'same-site' }, false],
      ['another site', { 'sec-fetch-site': 'cross-site', origin: `http://${host}` }, false],
      ['its own origin', { origin: `http://${host}` }, true],
      ['its own origin behind TLS', { origin: `https://${host}` }, true],
      ['another origin', { origin: 'https://evil.example' }, false],
      ['another port', { origin: 'http://oracle.example:4000' }, false],
      ['an opaque origin', { origin: 'null' }, false],
      ['a host that only begins alike', { origin: `http://${host}.evil.example` }, false],
    ])('%s', async (_, evidence, accepted) => {
      const { token } = await login();
      const headers = { host, cookie: `${sessionCookieName(identity.did)}=${token}`, ...evidence };
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post']) {
        expect((await authenticate(headers, method)) !== undefined, method).toBe(accepted);
      }
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect(await authenticate(headers, method)).toBeDefined();
    });

    it('counts a spelled-out default port as the same origin', async () => {
      const cookie = `${sessionCookieName(identity.did)}=${(await login()).token}`;
      expect(
        await authenticate({ host: 'oracle.example:443', origin: 'https://oracle.example', cookie }, 'POST'),
      ).toBeDefined();
      expect(
        await authenticate({ host: 'oracle.example:80', origin: 'https://oracle.example', cookie }, 'POST'),
      ).toBeUndefined();
    });
  });
});
