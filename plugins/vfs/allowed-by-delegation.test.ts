import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  person,
  type ScriptedToolCall,
  startTestOracle,
  type TestClient,
  type TestOracle,
} from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfs from './index.js';

const alice = person('alice who allows');
const bob = person('bob who allows nothing');

let oracle: TestOracle;
let client: TestClient;
let sessionId: string;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [vfs], script: [] });
  client = await talker(alice);
  await client.post('/delegation', {
    delegation: await oracle.delegation({ can: 'fs/write', with: 'ixo:filesystem', by: alice }),
  });
  await client.post('/delegation', {
    delegation: await oracle.delegation({ can: 'fs/delete', with: 'ixo:filesystem', by: alice }),
  });
  sessionId = String((await client.post('/sessions')).json['sessionId']);
  await say([{ name: 'load_capability', args: { names: ['vfs'] } }], 'loaded');
});
afterAll(() => oracle.close());

async function talker(by: typeof alice): Promise<TestClient> {
  const proofs = [await oracle.delegation({ can: 'oracle/chat', to: by.did })];
  return oracle.ucan({ can: 'oracle/chat', by, proofs });
}

const headerOf = (token: string | undefined) => (token === undefined ? {} : { 'X-Ucan-Delegation': token });

/** One message that makes the model call these tools, and then say something. */
async function say(toolCalls: readonly ScriptedToolCall[], then: string | undefined, delegation?: string) {
  oracle.model.push({ toolCalls }, ...(then === undefined ? [] : [{ text: then }]));
  return client.post(`/messages/${sessionId}`, { message: 'go on' }, headerOf(delegation));
}

const write = (path: string) => say([{ name: 'vfs_write', args: { path, content: 'x' } }], 'written');
const remove = (...paths: string[]) => [{ name: 'vfs_delete', args: { paths } }];

const allow = (
  args: unknown,
  {
    by = alice,
    tool = 'vfs_delete',
    seconds = 3600,
  }: { by?: typeof alice; tool?: string; seconds?: number | null } = {},
) => oracle.delegation({ can: 'calls/allow', with: `ixo:calls/${tool}`, nb: { args }, by, seconds });

const underDrafts = { paths: { under: '/drafts' } };

/** Asked, and taken back: nothing was done. */
async function expectAsked(answer: Awaited<ReturnType<typeof say>>) {
  expect(answer.json, answer.text).toMatchObject({ approvals: [{ tool: 'vfs_delete' }] });
  await client.post(`/messages/${sessionId}/abort`);
}

describe('a delegation in the place of an approval', () => {
  it('lets through what its issuer asks for, signed and audited as allowed by it, and nothing else', async () => {
    await write('/drafts/a.txt');
    await write('/kept.txt');
    const delegation = await allow(underDrafts);
    await expectAsked(await say(remove('/drafts/a.txt'), undefined));
    await expectAsked(await say(remove('/kept.txt'), undefined, delegation));
    await expectAsked(await say(remove('/drafts/a.txt', '/kept.txt'), undefined, delegation));

    const done = await say(remove('/drafts/a.txt'), 'gone', delegation);
    expect(done.json, done.text).toMatchObject({ content: 'gone' });

    const decision = (await client.get('/approvals/decisions')).at('decisions.0') as {
      readonly record: string;
      readonly signature: string;
    };
    const record = JSON.parse(decision.record) as Readonly<Record<string, string>>;
    const cid = record['delegation'];
    expect(record).toMatchObject({
      decision: 'approved',
      tool: 'vfs_delete',
      did: alice.did,
      session: sessionId,
    });
    expect(record['standing']).toBeUndefined();
    expect(record['argsSha256']).toBe(
      createHash('sha256').update('{"paths":["/drafts/a.txt"]}').digest('hex'),
    );
    const key = oracle.app.identity?.publicKey ?? new Uint8Array();
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
      format: 'jwk',
    });
    expect(
      verify(null, Buffer.from(decision.record), publicKey, Buffer.from(decision.signature, 'base64url')),
    ).toBe(true);

    const { entries } = (await oracle.as(['admin']).get('/audit?limit=50')).json as unknown as {
      entries: { action: string; actor: string; invoker: string; details: Record<string, string> }[];
    };
    expect(
      entries.find(({ details }) => details['delegation'] === cid && details['call'] !== undefined),
    ).toMatchObject({
      action: 'call.allow',
      actor: alice.did,
    });
    expect(entries.find(({ details }) => details['ability'] === 'calls/allow')).toMatchObject({
      action: 'delegation.use',
      invoker: 'oracle',
      details: { delegation: cid },
    });
  });

  it('counts once it is stored, until it is taken back', async () => {
    await write('/drafts/b.txt');
    await write('/drafts/c.txt');
    const stored = await client.post('/delegation', { delegation: await allow(underDrafts) });
    expect(stored.json, stored.text).toMatchObject({
      grants: [{ can: 'calls/allow', with: 'ixo:calls/vfs_delete' }],
    });
    expect((await say(remove('/drafts/b.txt'), 'gone')).json).toMatchObject({ content: 'gone' });
    expect((await client.delete(`/delegation/${stored.at('cid')}`)).status).toBe(204);
    await expectAsked(await say(remove('/drafts/c.txt'), undefined));
  });

  it.each([
    ['for another tool', () => allow(underDrafts, { tool: 'vfs_move' })],
    ['for longer than 90 days', () => allow(underDrafts, { seconds: 91 * 86_400 })],
    ['for ever', () => allow(underDrafts, { seconds: null })],
    [
      'to touch files, which is no leave to do so unasked',
      () => oracle.delegation({ can: 'fs/delete', with: 'ixo:filesystem', by: alice }),
    ],
  ])('asks with one %s', async (_what, made) => {
    await write('/drafts/d.txt');
    await expectAsked(await say(remove('/drafts/d.txt'), undefined, await made()));
  });

  it.each([
    ['another’s', () => allow(underDrafts, { by: bob }), 403],
    ['one that lets everything be anything', () => allow({ paths: { anything: true } }), 403],
    [
      'one that names no arguments',
      () => oracle.delegation({ can: 'calls/allow', with: 'ixo:calls/vfs_delete', by: alice }),
      403,
    ],
    [
      'one for all tools',
      () => oracle.delegation({ can: 'calls/allow', with: 'ixo:calls', nb: { args: {} }, by: alice }),
      403,
    ],
    ['one that has expired', () => allow(underDrafts, { seconds: -60 }), 401],
  ])('refuses %s', async (_what, made, status) => {
    const answer = await client.post(`/messages/${sessionId}`, { message: 'go' }, headerOf(await made()));
    expect(answer.status, answer.text).toBe(status);
  });

  it('lets through over MCP what could not be asked there', async () => {
    await write('/drafts/m.txt');
    const params = { name: 'vfs_delete', arguments: { paths: ['/drafts/m.txt'] } };
    const call = (headers: object) =>
      client.post(
        '/mcp/vfs',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { Accept: 'application/json, text/event-stream', ...headers },
      );
    expect((await call({})).text).toContain('Nothing was done');
    const done = await call(headerOf(await allow(underDrafts)));
    expect(done.text).toContain('Put into the trash: /drafts/m.txt');
    const [latest] = (await client.get('/approvals/decisions')).at('decisions') as { record: string }[];
    expect(JSON.parse(latest?.record ?? '')).toHaveProperty('delegation');
  });

  it('is worth nothing to who goes by a key, though it acts under the same DID', async () => {
    const key = oracle.as(['chat', 'fs/write', 'fs/delete'], { did: alice.did });
    const stored = await client.post('/delegation', { delegation: await allow(underDrafts) });
    const args = { path: '/drafts/e.txt', content: 'x' };
    oracle.model.push({ toolCalls: [{ name: 'vfs_write', args }] }, { toolCalls: remove(args.path) });
    const answer = await key.post(`/messages/${sessionId}`, { message: 'go on' });
    await client.delete(`/delegation/${stored.at('cid')}`);
    await expectAsked(answer);
  });
});
