import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { didKey } from '../../auth/did-key.js';
import { keyPair } from '../../auth/ed25519.js';
import { delegate, invoke } from '../../auth/ucan/issue.js';
import { readToken, writeToken } from '../../auth/ucan/token.js';
import { signUcan, type Ucan } from '../../auth/ucan/ucan.js';
import { definePlugin, defineRoute, type PluginContext, type Signer } from '../../plugin/index.js';
import { probePlugin } from '../testing/probe-plugin.js';
import { problemOf } from '../testing/problem-of.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

const clock = { now: () => Date.now() };
const responses = { 200: { description: 'ok' } };
const FILES = 'ixo:filesystem';
let context: PluginContext | undefined;

/** A plugin with the file system's lattice and a route for each kind of credential. */
const files = definePlugin({
  name: 'files',
  version: '1.0.0',
  manifest: { title: 'Files', summary: 'Files.', whenToUse: ['files'] },
  scopes: {
    'fs/read': 'read files',
    'fs/write': 'write files',
    sampling: 'designs',
    'sampling/verify': 'approve designs',
    'gateway/query': 'ask the chain',
  },
  abilities: {
    'fs/write': ['fs/read'],
    'fs/read': ['fs/list'],
    'fs/list': [],
    'fs/delete': ['fs/read'],
    'gateway/query': [],
  },
  setup(ctx) {
    context = ctx;
    return {
      routes: [
        ...(['fs/read', 'fs/write', 'fs/delete'] as const).map((ability) =>
          defineRoute({
            method: 'get',
            path: `/f/${ability.slice(3)}`,
            auth: { ucan: ability },
            summary: 'Files',
            responses,
            handler: ({ principal }) => ({ id: principal.id, kind: principal.kind, grant: principal.grant }),
          }),
        ),
        ...(['sampling', 'sampling/verify'] as const).map((scope) =>
          defineRoute({
            method: 'get',
            path: `/f/${scope}`,
            auth: 'any',
            scope,
            summary: 'Designs',
            responses,
            handler: ({ principal }) => ({ id: principal.id }),
          }),
        ),
        defineRoute({
          method: 'get',
          path: '/f/agent',
          auth: 'any',
          summary: 'What the oracle may do in the principal’s name',
          responses,
          handler: async ({ principal }) => ({
            delegation: principal.delegation,
            grant: await ctx.delegations.find({ principal, resource: `${FILES}/a`, ability: 'fs/read' }),
          }),
        }),
        defineRoute({
          method: 'get',
          path: '/f/query',
          auth: { ucan: 'gateway/query' },
          summary: 'Chain',
          responses,
          handler: ({ principal }) => ({ id: principal.id }),
        }),
      ],
    };
  },
});

let app: TestApp;
let self: Signer;
beforeAll(async () => {
  app = await startTestApp({ plugins: [files], config: { publicUrl: 'https://oracle.example' } });
  if (app.identity === undefined) throw new Error('no identity');
  self = app.identity;
});
afterAll(() => app.close());

function person(name: string): Signer {
  const pair = keyPair(createHash('sha256').update(name).digest());
  return { did: didKey(pair.publicKey), sign: async (bytes) => pair.sign(bytes) };
}
const alice = person('alice');
const bob = person('bob');

/** The token with its UCAN alone: what it derives from is named and not brought. */
function bareToken(root: Ucan): string {
  return writeToken({ root, links: new Map([[root.cid, root]]) });
}

/** Other bytes under the CID that the block had. */
function tampered(token: string): string {
  const bytes = Buffer.from(token, 'base64');
  bytes.write('fs/list', bytes.indexOf('fs/read'));
  return bytes.toString('base64');
}

/** A chain of so many links, each in order. */
async function deepToken(audience: string, links: number): Promise<string> {
  const by = (index: number) => person(`link ${index}`);
  let ucan: Ucan | undefined;
  const all = new Map<string, Ucan>();
  for (let index = 1; index <= links; index += 1) {
    const issuer = by(index);
    ucan = await signUcan(
      {
        issuer: issuer.did,
        audience: index === links ? audience : by(index + 1).did,
        capabilities: [{ can: 'fs/read', with: FILES }],
        proofs: ucan === undefined ? [] : [ucan.block.cid],
        expiration: Math.floor(clock.now() / 1000) + 60,
        facts: [],
      },
      'EdDSA',
      (bytes) => issuer.sign(bytes),
    );
    all.set(ucan.cid, ucan);
  }
  if (ucan === undefined) throw new Error('a chain has a link');
  return writeToken({ root: ucan, links: all });
}

interface Ask {
  readonly by?: Signer;
  readonly can?: string;
  readonly with?: string;
  readonly hidden?: readonly string[];
  readonly proofs?: readonly string[];
  readonly audience?: string;
  readonly seconds?: number;
}

async function tokenFor(ask: Ask): Promise<string> {
  const issued = await invoke({
    issuer: ask.by ?? alice,
    audience: ask.audience ?? self.did,
    clock,
    capability: {
      can: ask.can ?? 'fs/read',
      with: ask.with ?? 'ixo:filesystem',
      ...(ask.hidden === undefined ? {} : { nb: { hidden: ask.hidden } }),
    },
    proofs: ask.proofs ?? [],
    ...(ask.seconds === undefined ? {} : { seconds: ask.seconds }),
  });
  return issued.token;
}

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' });
const call = (path: string, token: string, init: RequestInit = {}) =>
  app.get(path, undefined, { ...init, headers: { ...headersOf(token), ...init.headers } });
const ask = async (path: string, what: Ask) => call(path, await tokenFor(what));
const give = (to: string, can: string, resource: string, seconds: number | null = 3600, by = alice) =>
  delegate({ issuer: by, audience: to, clock, capabilities: [{ can, with: resource }], seconds });

describe('a UCAN on a request', () => {
  it('speaks for its issuer and says what it grants', async () => {
    const response = await ask('/f/read', { with: 'ixo:filesystem/docs', hidden: ['*'] });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: alice.did,
      kind: 'ucan',
      grant: {
        can: 'fs/read',
        with: 'ixo:filesystem/docs',
        nb: { hidden: ['*'] },
        owner: alice.did,
        proofs: [],
      },
    });
  });

  it('speaks for the delegate, with the owner’s files', async () => {
    const proof = await give(bob.did, 'fs/write', 'ixo:filesystem/docs');
    const response = await ask('/f/read', { by: bob, with: 'ixo:filesystem/docs/a', proofs: [proof.token] });
    expect(await response.json()).toMatchObject({
      id: bob.did,
      grant: { owner: alice.did, with: 'ixo:filesystem/docs/a', proofs: [proof.cid] },
    });
  });

  it('may be addressed to the did:web as well', async () => {
    expect((await ask('/f/read', { audience: 'did:web:oracle.example' })).status).toBe(200);
  });

  it('may call what its ability covers, and gets 403 elsewhere', async () => {
    expect((await ask('/f/read', { can: 'fs/write' })).status).toBe(200);
    expect((await ask('/f/read', { can: 'fs/delete' })).status).toBe(200);
    expect((await ask('/f/delete', { can: '*' })).status).toBe(200);
    for (const [path, can] of [
      ['/f/write', 'fs/read'],
      ['/f/delete', 'fs/write'],
      ['/f/read', 'fs/list'],
      ['/f/sampling', 'fs/write'],
      ['/f/sampling', '*'],
      ['/sessions', '*'],
    ] as const) {
      const problem = await problemOf(await ask(path, { can }));
      expect(problem, `${path} ${can}`).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });

  it('gets 403 when its chain does not grant the claim', async () => {
    const proof = await give(bob.did, 'fs/read', 'ixo:filesystem/docs');
    for (const what of [
      { by: bob, with: 'ixo:filesystem/docs2', proofs: [proof.token] },
      { by: bob, can: 'fs/write', with: 'ixo:filesystem/docs', proofs: [proof.token] },
      { with: `ixo:filesystem/${bob.did}` },
      { can: 'oracle/chat', with: 'ixo:oracle' },
    ])
      expect(await problemOf(await ask('/f/read', what))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('holds a scope of the oracle when the oracle granted it', async () => {
    const chat = await give(bob.did, 'oracle/chat', 'ixo:oracle', null, self);
    const session = await call(
      '/sessions',
      await tokenFor({ by: bob, can: 'oracle/chat', with: 'ixo:oracle', proofs: [chat.token] }),
      { method: 'POST' },
    );
    expect(session.status).toBe(201);
    const { sessionId } = (await session.json()) as { sessionId: string };
    expect(await app.store.sessions.get(bob.did, sessionId)).toBeDefined();
    const other = { by: bob, can: 'oracle/chat', with: 'ixo:oracle', proofs: [chat.token] };
    expect((await ask('/f/sampling', other)).status).toBe(403);
    expect((await ask('/f/read', other)).status).toBe(403);
    const all = await give(bob.did, '*', 'ixo:oracle', null, self);
    const star = { by: bob, can: '*', with: 'ixo:oracle', proofs: [all.token] };
    expect((await ask('/f/sampling', star)).status).toBe(200);
    expect((await ask('/f/read', star)).status, 'files are another resource').toBe(403);
  });

  it('holds nothing of the oracle’s by what someone signs about files of their own', async () => {
    for (const [path, can] of [
      ['/f/sampling/verify', 'sampling/verify'],
      ['/f/sampling/verify', 'oracle/sampling/verify'],
      ['/f/sampling', 'oracle/sampling'],
      ['/f/query', 'gateway/query'],
      ['/f/query', '*'],
    ] as const)
      expect((await ask(path, { can })).status, `${path} ${can}`).toBe(403);
    for (const [path, can] of [
      ['/f/sampling/verify', 'oracle/sampling/verify'],
      ['/f/query', 'gateway/query'],
      ['/f/query', '*'],
    ] as const) {
      expect((await ask(path, { by: self, can, with: 'ixo:oracle' })).status, `${path} ${can}`).toBe(200);
      expect((await ask('/f/read', { by: self, can, with: 'ixo:oracle' })).status).toBe(403);
    }
    const files = { by: self, can: 'fs/read', with: 'ixo:oracle' };
    expect((await ask('/f/read', files)).status, 'files are no part of the oracle').toBe(403);
  });

  it('is refused in the same words whatever is wrong with it', async () => {
    const used = await tokenFor({});
    expect((await call('/f/read', used)).status).toBe(200);
    const revoked = await give(bob.did, 'fs/read', 'ixo:filesystem');
    await app.store.ucans.revoke({ cid: revoked.cid, by: alice.did, expiresAt: null });
    const bad = [
      used,
      await tokenFor({ by: bob, proofs: [revoked.token] }),
      await tokenFor({ audience: bob.did }),
      await tokenFor({ seconds: -10 }),
      await tokenFor({ seconds: 1000 }),
      await tokenFor({ with: 'ixo:filesystem/%2e%2e' }),
      await tokenFor({ by: { did: alice.did, sign: bob.sign } }),
      'AAAA',
      used.slice(0, -8),
      await app.key('fs/read'),
    ];
    const answers = [];
    for (const token of bad) {
      const { requestId: _, ...problem } = (await (await call('/f/read', token)).json()) as Record<
        string,
        unknown
      >;
      answers.push(problem);
    }
    expect(answers[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
    for (const [index, answer] of answers.entries()) expect(answer, `token ${index}`).toEqual(answers[0]);
  });

  it('is refused in the same words when its blocks, its depth or its spelling is wrong', async () => {
    // Refusals count against the address, so they have an oracle of their own.
    const other = await startTestApp({ plugins: [probePlugin] });
    try {
      const audience = other.identity?.did ?? '';
      const send = (token: string) => other.get('/t/any', undefined, { headers: headersOf(token) });
      const proof = await give(bob.did, 'fs/read', FILES);
      const passed = readToken(await tokenFor({ audience, by: bob, proofs: [proof.token] }));
      const answers = [];
      for (const token of [
        'AAAA',
        tampered(await tokenFor({ audience })),
        bareToken(passed.root),
        await deepToken(audience, 9),
        await tokenFor({ audience, with: `${FILES}/cafe\u0301` }),
        await tokenFor({ audience, with: `${FILES}/%64ocs` }),
        await tokenFor({ audience, with: `${FILES}/a/../b` }),
        await tokenFor({ audience, hidden: ['/docs/../.secret'] }),
        await tokenFor({ audience, hidden: Array.from({ length: 65 }, (_, index) => `/${index}`) }),
      ]) {
        const { requestId: _, ...problem } = await problemOf(await send(token));
        answers.push(problem);
      }
      expect(answers[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
      for (const [index, answer] of answers.entries()) expect(answer, `token ${index}`).toEqual(answers[0]);
      expect((await send(await deepToken(audience, 8))).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('works once among many at a time', async () => {
    const token = await tokenFor({});
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('/f/read', token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('is not the only way: API keys with the scope, or one that implies it', async () => {
    expect((await app.get('/f/read', await app.key('fs/read'))).status).toBe(200);
    expect((await app.get('/f/read', await app.key('fs/write'))).status).toBe(200);
    expect((await app.get('/f/write', await app.key('fs/read'))).status).toBe(403);
    expect((await app.get('/f/read', await app.key('chat'))).status).toBe(403);
  });
});

describe('the DID document', () => {
  it('names the audience and its key', async () => {
    const response = await app.get('/.well-known/did.json');
    expect(response.headers.get('content-type')).toContain('application/did+json');
    expect(await response.json()).toMatchObject({
      id: 'did:web:oracle.example',
      alsoKnownAs: [self.did],
      verificationMethod: [{ type: 'Multikey', publicKeyMultibase: self.did.slice('did:key:'.length) }],
      authentication: ['did:web:oracle.example#key-1'],
    });
  });

  it('is of the did:key without a public origin, and absent without an identity', async () => {
    const plain = await startTestApp();
    const bare = await startTestApp({ identity: false });
    try {
      expect(await (await plain.get('/.well-known/did.json')).json()).toMatchObject({
        id: plain.identity?.did,
      });
      expect((await bare.get('/.well-known/did.json')).status).toBe(404);
      const answer = await bare.get('/delegation', undefined, { headers: headersOf('AAAA') });
      expect((await problemOf(answer)).code).toBe('identity_missing');
    } finally {
      await plain.close();
      await bare.close();
    }
  });
});

describe('stored delegations', () => {
  const post = async (by: Signer, delegation: string) =>
    call('/delegation', await tokenFor({ by }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ delegation }),
    });
  const list = async (by: Signer) =>
    ((await (await ask('/delegation', { by })).json()) as { delegations: { cid: string }[] }).delegations;
  const find = (issuer: string, resource: string, ability: string) => {
    if (context === undefined) throw new Error('the plugin was not set up');
    return context.delegations.find({ principal: { did: issuer }, resource, ability });
  };

  it('let the oracle act for their issuer, inside what they grant, until they are taken back', async () => {
    const { token, cid } = await give(self.did, 'fs/write', 'ixo:filesystem/shared');
    const stored = await post(alice, token);
    expect(stored.status).toBe(201);
    expect(await stored.json()).toMatchObject({
      cid,
      issuer: alice.did,
      grants: [{ can: 'fs/write', with: 'ixo:filesystem/shared', nb: {}, owner: alice.did }],
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await post(alice, token)).status).toBe(201);
    expect(await list(alice)).toMatchObject([{ cid }]);
    expect(await list(bob)).toEqual([]);

    expect(await find(alice.did, 'ixo:filesystem/shared/a', 'fs/list')).toEqual({
      can: 'fs/list',
      with: 'ixo:filesystem/shared/a',
      nb: {},
      owner: alice.did,
      proofs: [cid],
    });
    expect(app.logs.at(-1)).toMatchObject({
      message: 'a delegation counted',
      fields: {
        audit: 'delegation.use',
        invoker: 'oracle',
        actor: alice.did,
        ability: 'fs/list',
        delegation: cid,
      },
    });
    expect(await find(alice.did, 'ixo:filesystem', 'fs/list')).toBeUndefined();
    expect(await find(alice.did, 'ixo:filesystem/shared2', 'fs/list')).toBeUndefined();
    expect(await find(alice.did, 'ixo:filesystem/shared', 'fs/delete')).toBeUndefined();
    expect(await find(alice.did, 'nonsense', 'fs/list')).toBeUndefined();
    expect(await find(bob.did, 'ixo:filesystem/shared', 'fs/list')).toBeUndefined();

    const remove = async (by: Signer) =>
      call(`/delegation/${cid}`, await tokenFor({ by }), { method: 'DELETE' });
    expect((await remove(bob)).status).toBe(404);
    expect((await remove(alice)).status).toBe(204);
    expect((await remove(alice)).status).toBe(404);
    expect(await find(alice.did, 'ixo:filesystem/shared/a', 'fs/list')).toBeUndefined();
    expect((await post(alice, token)).status, 'revoked for good').toBe(400);
  });

  it('are audited, for the operator alone to read', async () => {
    const dora = person('dora');
    const { token, cid } = await give(self.did, 'fs/write', 'ixo:filesystem/x', 3600, dora);
    await post(dora, token);
    await find(dora.did, 'ixo:filesystem/x/a', 'fs/read');
    await find(dora.did, 'ixo:filesystem/elsewhere', 'fs/read');
    await call(`/delegation/${cid}`, await tokenFor({ by: dora }), { method: 'DELETE' });
    const admin = await app.key('admin');
    const read = async (query: string, key = admin) => app.get(`/audit?actor=${dora.did}${query}`, key);
    const { entries } = (await (await read('')).json()) as { entries: Record<string, unknown>[] };
    const common = { source: 'oracle', actor: dora.did, at: expect.stringMatching(/Z$/) };
    expect(entries).toEqual([
      { ...common, action: 'delegation.revoke', subject: cid, invoker: dora.did, details: {} },
      {
        ...common,
        action: 'delegation.use',
        subject: 'ixo:filesystem/x/a',
        invoker: 'oracle',
        details: { ability: 'fs/read', delegation: cid },
      },
      {
        ...common,
        action: 'delegation.store',
        subject: cid,
        invoker: dora.did,
        details: { audience: self.did },
      },
    ]);
    const seen: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = (await (await read(`&limit=1${cursor}`)).json()) as {
        entries: unknown[];
        cursor?: string;
      };
      seen.push(...page.entries);
      if (page.cursor === undefined) break;
      cursor = `&cursor=${page.cursor}`;
    }
    expect(seen).toEqual(entries);
    expect((await read('&cursor=AAAA')).status).toBe(400);
    expect((await read('', await app.key('chat', 'fs/write'))).status).toBe(403);
    expect((await ask('/audit', { by: dora, can: '*' })).status).toBe(403);
    expect((await ask('/audit', { by: self, can: 'oracle/admin', with: 'ixo:oracle' })).status).toBe(200);
    expect((await app.get('/audit')).status).toBe(401);
  });

  it('may be passed on', async () => {
    const first = await give(bob.did, 'fs/read', 'ixo:filesystem/team');
    const second = await delegate({
      issuer: bob,
      audience: self.did,
      clock,
      capabilities: [{ can: 'fs/read', with: 'ixo:filesystem/team/x' }],
      seconds: null,
      proofs: [first.token],
    });
    expect((await post(bob, second.token)).status).toBe(201);
    expect(await find(bob.did, 'ixo:filesystem/team/x', 'fs/read')).toMatchObject({
      owner: alice.did,
      proofs: [second.cid, first.cid],
    });
    await app.store.ucans.revoke({ cid: first.cid, by: alice.did, expiresAt: null });
    expect(await find(bob.did, 'ixo:filesystem/team/x', 'fs/read')).toBeUndefined();
    expect(await list(bob)).toEqual([]);
  });

  it('to someone else stand in for the proofs that a token only names', async () => {
    const first = await give(bob.did, 'fs/write', 'ixo:filesystem/big');
    const whole = await tokenFor({ by: bob, with: 'ixo:filesystem/big/a', proofs: [first.token] });
    const { root } = readToken(whole);
    const bare = () => bareToken(root);
    expect((await call('/f/read', bare())).status, 'nothing is stored yet').toBe(401);
    const stored = await post(alice, first.token);
    expect(await stored.json()).toMatchObject({ issuer: alice.did, audience: bob.did });
    expect(await list(alice)).toMatchObject([{ cid: first.cid, audience: bob.did }]);
    expect(await find(alice.did, 'ixo:filesystem/big', 'fs/read'), 'not for the oracle').toBeUndefined();
    const answer = await call('/f/read', bare());
    expect(await answer.json()).toMatchObject({
      id: bob.did,
      grant: { owner: alice.did, with: 'ixo:filesystem/big/a', proofs: [first.cid] },
    });
    expect((await call('/f/read', bare())).status, 'used').toBe(401);
    expect((await call('/f/read', whole)).status, 'the same token').toBe(401);
    const next = readToken(
      await tokenFor({ by: bob, with: 'ixo:filesystem/big', proofs: [first.token] }),
    ).root;
    const removed = await call(`/delegation/${first.cid}`, await tokenFor({}), { method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect((await call('/f/read', bareToken(next))).status, 'taken back').toBe(401);
  });

  it('may come with a request, for it alone', async () => {
    const { token, cid } = await give(self.did, 'fs/read', 'ixo:filesystem/a');
    const send = async (by: Signer, delegation: string) =>
      call('/f/agent', await tokenFor({ by }), { headers: { 'X-Ucan-Delegation': delegation } });
    const answer = await send(alice, token);
    expect(await answer.json()).toMatchObject({
      delegation: token,
      grant: { owner: alice.did, proofs: [cid] },
    });
    expect(await (await ask('/f/agent', {})).json(), 'the next one').toEqual({});
    expect(await list(alice)).toEqual([]);
    expect(await problemOf(await send(bob, token)), 'of someone else').toMatchObject({ status: 403 });
    const refused = await problemOf(await call('/f/agent', 'AAAA'));
    const late = await give(self.did, 'fs/read', 'ixo:filesystem/a', -100);
    const toBob = await give(bob.did, 'fs/read', 'ixo:filesystem/a');
    await app.store.ucans.revoke({ cid, by: alice.did, expiresAt: null });
    for (const bad of [late.token, toBob.token, token, 'nonsense', `${token}, ${token}`])
      expect(await problemOf(await send(alice, bad))).toMatchObject({ status: 401, detail: refused.detail });
    const beyond = await give(self.did, 'fs/read', `ixo:filesystem/${bob.did}`);
    expect(await problemOf(await send(alice, beyond.token))).toMatchObject({ status: 403 });
  });

  it('are refused when they are not the sender’s, or do not hold', async () => {
    const hers = await give(self.did, 'fs/read', 'ixo:filesystem');
    expect((await post(bob, hers.token)).status).toBe(403);
    const late = await give(self.did, 'fs/read', 'ixo:filesystem', -100);
    expect(await problemOf(await post(alice, late.token))).toMatchObject({
      status: 400,
      errors: [{ field: 'body.delegation' }],
    });
    expect((await post(alice, 'nonsense')).status).toBe(400);
    expect((await app.get('/delegation')).status).toBe(401);
    const key = await app.key('chat', 'fs/write');
    const asKey = (path: string, method: string, body?: unknown) =>
      app.get(path, key, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const own = await give(self.did, 'fs/read', 'ixo:filesystem', 3600, self);
    for (const answer of [
      await asKey('/delegation', 'GET'),
      await asKey('/delegation', 'POST', { delegation: own.token }),
      await asKey(`/delegation/${own.cid}`, 'DELETE'),
    ])
      expect((await problemOf(answer)).status).toBe(403);
    expect((await app.get('/delegation', await app.key('admin'))).status).toBe(200);
  });
});
