import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readToken, writeToken } from '../../auth/ucan/token.js';
import { signUcan, type Ucan } from '../../auth/ucan/ucan.js';
import { person } from '../../testing/index.js';
import { probePlugin } from '../testing/probe-plugin.js';
import { problemOf } from '../testing/problem-of.js';
import { startTestApp } from '../testing/test-app.js';
import {
  alice,
  bareToken,
  bob,
  clock,
  FILES,
  give,
  headersOf,
  startUcanApp,
  type UcanApp,
} from '../testing/ucan-app.js';

let oracle: UcanApp;
beforeAll(async () => {
  oracle = await startUcanApp();
});
afterAll(() => oracle.close());

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

describe('a UCAN on a request', () => {
  it('speaks for its issuer and says what it grants', async () => {
    const response = await oracle.ask('/f/read', { with: 'ixo:filesystem/docs', hidden: ['*'] });
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
    const response = await oracle.ask('/f/read', {
      by: bob,
      with: 'ixo:filesystem/docs/a',
      proofs: [proof.token],
    });
    expect(await response.json()).toMatchObject({
      id: bob.did,
      grant: { owner: alice.did, with: 'ixo:filesystem/docs/a', proofs: [proof.cid] },
    });
  });

  it('may be addressed to the did:web as well', async () => {
    expect((await oracle.ask('/f/read', { audience: 'did:web:oracle.example' })).status).toBe(200);
  });

  it('may call what its ability covers, and gets 403 elsewhere', async () => {
    expect((await oracle.ask('/f/read', { can: 'fs/write' })).status).toBe(200);
    expect((await oracle.ask('/f/read', { can: 'fs/delete' })).status).toBe(200);
    expect((await oracle.ask('/f/delete', { can: '*' })).status).toBe(200);
    for (const [path, can] of [
      ['/f/write', 'fs/read'],
      ['/f/delete', 'fs/write'],
      ['/f/read', 'fs/list'],
      ['/f/sampling', 'fs/write'],
      ['/f/sampling', '*'],
      ['/sessions', '*'],
    ] as const) {
      const problem = await problemOf(await oracle.ask(path, { can }));
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
      expect(await problemOf(await oracle.ask('/f/read', what))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });

  it('holds a scope of the oracle when the oracle granted it', async () => {
    const chat = await give(bob.did, 'oracle/chat', 'ixo:oracle', null, oracle.self);
    const session = await oracle.call(
      '/sessions',
      await oracle.tokenFor({ by: bob, can: 'oracle/chat', with: 'ixo:oracle', proofs: [chat.token] }),
      { method: 'POST' },
    );
    expect(session.status).toBe(201);
    const { sessionId } = (await session.json()) as { sessionId: string };
    expect(await oracle.app.store.sessions.get(bob.did, sessionId)).toBeDefined();
    const other = { by: bob, can: 'oracle/chat', with: 'ixo:oracle', proofs: [chat.token] };
    expect((await oracle.ask('/f/sampling', other)).status).toBe(403);
    expect((await oracle.ask('/f/read', other)).status).toBe(403);
    const all = await give(bob.did, '*', 'ixo:oracle', null, oracle.self);
    const star = { by: bob, can: '*', with: 'ixo:oracle', proofs: [all.token] };
    expect((await oracle.ask('/f/sampling', star)).status).toBe(200);
    expect((await oracle.ask('/f/read', star)).status, 'files are another resource').toBe(403);
  });

  it('holds nothing of the oracle’s by what someone signs about files of their own', async () => {
    for (const [path, can] of [
      ['/f/sampling/verify', 'sampling/verify'],
      ['/f/sampling/verify', 'oracle/sampling/verify'],
      ['/f/sampling', 'oracle/sampling'],
      ['/f/query', 'gateway/query'],
      ['/f/query', '*'],
    ] as const)
      expect((await oracle.ask(path, { can })).status, `${path} ${can}`).toBe(403);
    for (const [path, can] of [
      ['/f/sampling/verify', 'oracle/sampling/verify'],
      ['/f/query', 'gateway/query'],
      ['/f/query', '*'],
    ] as const) {
      expect(
        (await oracle.ask(path, { by: oracle.self, can, with: 'ixo:oracle' })).status,
        `${path} ${can}`,
      ).toBe(200);
      expect((await oracle.ask('/f/read', { by: oracle.self, can, with: 'ixo:oracle' })).status).toBe(403);
    }
    const files = { by: oracle.self, can: 'fs/read', with: 'ixo:oracle' };
    expect((await oracle.ask('/f/read', files)).status, 'files are no part of the oracle').toBe(403);
  });

  it('is refused in the same words whatever is wrong with it', async () => {
    const used = await oracle.tokenFor({});
    expect((await oracle.call('/f/read', used)).status).toBe(200);
    const revoked = await give(bob.did, 'fs/read', 'ixo:filesystem');
    await oracle.app.store.ucans.revoke({ cid: revoked.cid, by: alice.did, expiresAt: null });
    const bad = [
      used,
      await oracle.tokenFor({ by: bob, proofs: [revoked.token] }),
      await oracle.tokenFor({ audience: bob.did }),
      await oracle.tokenFor({ seconds: -10 }),
      await oracle.tokenFor({ seconds: 1000 }),
      await oracle.tokenFor({ with: 'ixo:filesystem/%2e%2e' }),
      await oracle.tokenFor({ by: { did: alice.did, sign: bob.sign } }),
      'AAAA',
      used.slice(0, -8),
      await oracle.key('fs/read'),
    ];
    const answers = [];
    for (const token of bad) {
      const { requestId: _, ...problem } = (await (await oracle.call('/f/read', token)).json()) as Record<
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
      const audience = other.app.identity?.did ?? '';
      const send = (token: string) => other.get('/t/any', undefined, { headers: headersOf(token) });
      const proof = await give(bob.did, 'fs/read', FILES);
      const passed = readToken(await oracle.tokenFor({ audience, by: bob, proofs: [proof.token] }));
      const answers = [];
      for (const token of [
        'AAAA',
        tampered(await oracle.tokenFor({ audience })),
        bareToken(passed.root),
        await deepToken(audience, 9),
        await oracle.tokenFor({ audience, with: `${FILES}/cafe\u0301` }),
        await oracle.tokenFor({ audience, with: `${FILES}/%64ocs` }),
        await oracle.tokenFor({ audience, with: `${FILES}/a/../b` }),
        await oracle.tokenFor({ audience, hidden: ['/docs/../.secret'] }),
        await oracle.tokenFor({ audience, hidden: Array.from({ length: 65 }, (_, index) => `/${index}`) }),
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
    const token = await oracle.tokenFor({});
    const answers = await Promise.all(Array.from({ length: 8 }, () => oracle.call('/f/read', token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('is not the only way: API keys with the scope, or one that implies it', async () => {
    expect((await oracle.get('/f/read', await oracle.key('fs/read'))).status).toBe(200);
    expect((await oracle.get('/f/read', await oracle.key('fs/write'))).status).toBe(200);
    expect((await oracle.get('/f/write', await oracle.key('fs/read'))).status).toBe(403);
    expect((await oracle.get('/f/read', await oracle.key('chat'))).status).toBe(403);
  });
});
