import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delegate } from '../../auth/ucan/issue.js';
import { readToken } from '../../auth/ucan/token.js';
import type { Signer } from '../../plugin/index.js';
import { person } from '../../testing/index.js';
import { problemOf } from '../testing/problem-of.js';
import { alice, bareToken, bob, clock, give, startUcanApp, type UcanApp } from '../testing/ucan-app.js';

let oracle: UcanApp;
beforeAll(async () => {
  oracle = await startUcanApp();
});
afterAll(() => oracle.close());

describe('stored delegations', () => {
  const post = async (by: Signer, delegation: string) =>
    oracle.call('/delegation', await oracle.tokenFor({ by }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ delegation }),
    });
  const list = async (by: Signer) =>
    ((await (await oracle.ask('/delegation', { by })).json()) as { delegations: { cid: string }[] })
      .delegations;
  const find = (issuer: string, resource: string, ability: string) => {
    return oracle.context.delegations.find({ principal: { did: issuer }, resource, ability });
  };

  it('let the oracle act for their issuer, inside what they grant, until they are taken back', async () => {
    const { token, cid } = await give(oracle.self.did, 'fs/write', 'ixo:filesystem/shared');
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
    expect(oracle.logs.at(-1)).toMatchObject({
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
      oracle.call(`/delegation/${cid}`, await oracle.tokenFor({ by }), { method: 'DELETE' });
    expect((await remove(bob)).status).toBe(404);
    expect((await remove(alice)).status).toBe(204);
    expect((await remove(alice)).status).toBe(404);
    expect(await find(alice.did, 'ixo:filesystem/shared/a', 'fs/list')).toBeUndefined();
    expect((await post(alice, token)).status, 'revoked for good').toBe(400);
  });

  it('are audited, for the operator alone to read', async () => {
    const dora = person('dora');
    const { token, cid } = await give(oracle.self.did, 'fs/write', 'ixo:filesystem/x', 3600, dora);
    await post(dora, token);
    await find(dora.did, 'ixo:filesystem/x/a', 'fs/read');
    await find(dora.did, 'ixo:filesystem/elsewhere', 'fs/read');
    await oracle.call(`/delegation/${cid}`, await oracle.tokenFor({ by: dora }), { method: 'DELETE' });
    const admin = await oracle.key('admin');
    const read = async (query: string, key = admin) => oracle.get(`/audit?actor=${dora.did}${query}`, key);
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
        details: { audience: oracle.self.did },
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
    expect((await read('', await oracle.key('chat', 'fs/write'))).status).toBe(403);
    expect((await oracle.ask('/audit', { by: dora, can: '*' })).status).toBe(403);
    expect(
      (await oracle.ask('/audit', { by: oracle.self, can: 'oracle/admin', with: 'ixo:oracle' })).status,
    ).toBe(200);
    expect((await oracle.get('/audit')).status).toBe(401);
  });

  it('may be passed on', async () => {
    const first = await give(bob.did, 'fs/read', 'ixo:filesystem/team');
    const second = await delegate({
      issuer: bob,
      audience: oracle.self.did,
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
    await oracle.app.store.ucans.revoke({ cid: first.cid, by: alice.did, expiresAt: null });
    expect(await find(bob.did, 'ixo:filesystem/team/x', 'fs/read')).toBeUndefined();
    expect(await list(bob)).toEqual([]);
  });

  it('to someone else stand in for the proofs that a token only names', async () => {
    const first = await give(bob.did, 'fs/write', 'ixo:filesystem/big');
    const whole = await oracle.tokenFor({ by: bob, with: 'ixo:filesystem/big/a', proofs: [first.token] });
    const { root } = readToken(whole);
    const bare = () => bareToken(root);
    expect((await oracle.call('/f/read', bare())).status, 'nothing is stored yet').toBe(401);
    const stored = await post(alice, first.token);
    expect(await stored.json()).toMatchObject({ issuer: alice.did, audience: bob.did });
    expect(await list(alice)).toMatchObject([{ cid: first.cid, audience: bob.did }]);
    expect(await find(alice.did, 'ixo:filesystem/big', 'fs/read'), 'not for the oracle').toBeUndefined();
    const answer = await oracle.call('/f/read', bare());
    expect(await answer.json()).toMatchObject({
      id: bob.did,
      grant: { owner: alice.did, with: 'ixo:filesystem/big/a', proofs: [first.cid] },
    });
    expect((await oracle.call('/f/read', bare())).status, 'used').toBe(401);
    expect((await oracle.call('/f/read', whole)).status, 'the same token').toBe(401);
    const next = readToken(
      await oracle.tokenFor({ by: bob, with: 'ixo:filesystem/big', proofs: [first.token] }),
    ).root;
    const removed = await oracle.call(`/delegation/${first.cid}`, await oracle.tokenFor({}), {
      method: 'DELETE',
    });
    expect(removed.status).toBe(204);
    expect((await oracle.call('/f/read', bareToken(next))).status, 'taken back').toBe(401);
  });

  it('are taken back by who issued them, also when they were never stored here', async () => {
    const { token, cid } = await give(bob.did, 'fs/write', 'ixo:filesystem/never');
    const revoke = async (by: Signer, delegation?: string) =>
      oracle.call(`/delegation/${cid}`, await oracle.tokenFor({ by }), {
        method: 'DELETE',
        ...(delegation === undefined
          ? {}
          : { body: JSON.stringify({ delegation }), headers: { 'Content-Type': 'application/json' } }),
      });
    const asBob = async () =>
      oracle.call(
        '/f/read',
        await oracle.tokenFor({ by: bob, with: 'ixo:filesystem/never', proofs: [token] }),
      );
    expect((await revoke(alice)).status, 'nothing says whose it is').toBe(404);
    expect((await revoke(bob, token)).status, 'not his to take back').toBe(404);
    const other = await give(bob.did, 'fs/write', 'ixo:filesystem/other');
    expect((await revoke(alice, other.token)).status, 'another').toBe(404);
    expect((await asBob()).status).toBe(200);
    expect((await revoke(alice, token)).status).toBe(204);
    expect((await asBob()).status).toBe(401);
  });

  it('may come with a request, for it alone', async () => {
    const { token, cid } = await give(oracle.self.did, 'fs/read', 'ixo:filesystem/a');
    const send = async (by: Signer, delegation: string) =>
      oracle.call('/f/agent', await oracle.tokenFor({ by }), {
        headers: { 'X-Ucan-Delegation': delegation },
      });
    const answer = await send(alice, token);
    expect(await answer.json()).toMatchObject({
      delegation: token,
      grant: { owner: alice.did, proofs: [cid] },
    });
    expect(await (await oracle.ask('/f/agent', {})).json(), 'the next one').toEqual({});
    expect(await list(alice)).toEqual([]);
    expect(await problemOf(await send(bob, token)), 'of someone else').toMatchObject({ status: 403 });
    const refused = await problemOf(await oracle.call('/f/agent', 'AAAA'));
    const late = await give(oracle.self.did, 'fs/read', 'ixo:filesystem/a', -100);
    const toBob = await give(bob.did, 'fs/read', 'ixo:filesystem/a');
    await oracle.app.store.ucans.revoke({ cid, by: alice.did, expiresAt: null });
    for (const bad of [late.token, toBob.token, token, 'nonsense', '', `${token}, ${token}`]) {
      const problem = await problemOf(await send(alice, bad));
      expect(problem).toMatchObject({ status: 401, detail: expect.stringContaining('X-Ucan-Delegation') });
      expect(problem.detail).not.toBe(refused.detail);
    }
    const [one, two] = [
      await give(oracle.self.did, 'fs/read', 'ixo:filesystem/b'),
      await give(oracle.self.did, 'fs/read', 'ixo:filesystem/a'),
    ];
    for (const between of [',', ', ', ' '])
      expect(await (await send(alice, one.token + between + two.token)).json()).toMatchObject({
        grant: { proofs: [two.cid] },
      });
    expect((await send(alice, Array(9).fill(two.token).join(','))).status).toBe(400);
    expect((await send(alice, `${two.token},${late.token}`)).status, 'one of two').toBe(401);
    const beyond = await give(oracle.self.did, 'fs/read', `ixo:filesystem/${bob.did}`);
    expect(await problemOf(await send(alice, beyond.token))).toMatchObject({ status: 403 });
  });

  it('are refused when they are not the sender’s, or do not hold', async () => {
    const hers = await give(oracle.self.did, 'fs/read', 'ixo:filesystem');
    expect((await post(bob, hers.token)).status).toBe(403);
    const late = await give(oracle.self.did, 'fs/read', 'ixo:filesystem', -100);
    expect(await problemOf(await post(alice, late.token))).toMatchObject({
      status: 400,
      errors: [{ field: 'body.delegation' }],
    });
    expect((await post(alice, 'nonsense')).status).toBe(400);
    expect((await oracle.get('/delegation')).status).toBe(401);
    const key = await oracle.key('chat', 'fs/write');
    const asKey = (path: string, method: string, body?: unknown) =>
      oracle.get(path, key, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const own = await give(oracle.self.did, 'fs/read', 'ixo:filesystem', 3600, oracle.self);
    for (const answer of [
      await asKey('/delegation', 'GET'),
      await asKey('/delegation', 'POST', { delegation: own.token }),
      await asKey(`/delegation/${own.cid}`, 'DELETE'),
    ])
      expect((await problemOf(answer)).status).toBe(403);
    expect((await oracle.get('/delegation', await oracle.key('admin'))).status).toBe(200);
  });
});
