import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Json = Record<string, unknown>;

const isLetIn = async (secret: string) => (await app.get('/sessions', secret)).status === 200;

/** A key made by another key; its secret and its row. */
async function make(by: string, body: Json): Promise<{ status: number; json: Json; secret: string }> {
  const response = await app.post('/keys', by, body);
  const json = (await response.json()) as Json;
  return { status: response.status, json, secret: String(json['secret']) };
}

const listed = async (id: unknown) =>
  ((await app.owner.get('/keys')).at('keys') as Json[]).find((key) => key['id'] === id);

describe('keys over HTTP', () => {
  it('are made by the owner, and their secret is shown once', async () => {
    const made = await app.owner.post('/keys', { name: 'report', scopes: ['chat'] });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const secret = String(made.json['secret']);
    expect(made.json).toMatchObject({
      name: 'report',
      scopes: ['chat'],
      did: null,
      state: 'active',
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: null,
    });
    expect(await isLetIn(secret)).toBe(true);
    const list = await app.owner.get('/keys');
    expect(JSON.stringify(list.json)).not.toContain(secret.slice(17));
    expect(await listed(made.json['id'])).toMatchObject({
      lastUsedFrom: '127.0.0.1',
      lastUsedAt: expect.stringMatching(/^\d{4}-/),
    });
    expect((await app.owner.post('/keys', { name: 'report', scopes: ['chat'] })).status).toBe(409);
  });

  it('are renewed in place: the same id, and the old secret at once or later refused', async () => {
    const made = await app.owner.post('/keys', { name: 'renewed', scopes: ['chat'] });
    const { id } = made.json;
    const first = String(made.json['secret']);
    await app.post('/sessions', first, { title: 'kept' });
    const graceful = await app.owner.post(`/keys/${id}/rotate`, { graceSeconds: 60 });
    expect(graceful.json).toMatchObject({ id, name: 'renewed', graceUntil: expect.any(String) });
    const second = String(graceful.json['secret']);
    expect([await isLetIn(first), await isLetIn(second)]).toEqual([true, true]);
    const third = await app.owner.post('/keys/renewed/rotate', undefined);
    expect(third.json).toMatchObject({ id, graceUntil: null });
    expect([await isLetIn(first), await isLetIn(second)]).toEqual([false, false]);
    expect(await (await app.get('/sessions', String(third.json['secret']))).json()).toMatchObject({
      sessions: [{ title: 'kept' }],
    });
    for (const graceSeconds of [-1, 1.5, 31 * 86_400])
      expect((await app.owner.post(`/keys/${id}/rotate`, { graceSeconds })).status).toBe(400);
  });

  it('end at once, and once', async () => {
    const made = await app.owner.post('/keys', { name: 'ended', scopes: ['chat'] });
    const path = `/keys/${made.json['id']}`;
    expect((await app.owner.request('DELETE', path)).status).toBe(204);
    expect(await isLetIn(String(made.json['secret']))).toBe(false);
    expect((await app.owner.request('DELETE', path)).status).toBe(404);
    expect((await app.owner.post(`${path}/rotate`, {})).status).toBe(404);
    expect(await listed(made.json['id'])).toMatchObject({ state: 'revoked' });
  });

  it('are nothing to a key without the scope, or to an invited person with it', async () => {
    const admin = await app.key('admin', 'chat');
    expect((await app.get('/keys', admin)).status).toBe(403);
    expect((await make(admin, { name: 'x', scopes: ['chat'] })).status).toBe(403);
    const invited = await app.owner.post('/people', { name: 'Vera', scopes: ['keys', 'chat'] });
    const code = String(invited.json['link']).split('#login=')[1];
    const session = (await (await app.post('/auth/session', undefined, { code })).json()) as Json;
    const person = String(session['token']);
    expect((await app.get('/keys', person)).status).toBe(403);
    expect((await make(person, { name: 'x', scopes: ['chat'] })).status).toBe(403);
  });

  it('give nothing that who makes, renews or ends them does not hold', async () => {
    const keeper = await app.key('keys', 'chat');
    const ownerDid = String(app.app.identity?.did);
    const { status, json } = await make(keeper, { name: 'lesser', scopes: ['chat'] });
    expect(status).toBe(201);
    for (const more of [{ scopes: ['chat', 'admin'] }, { scopes: ['chat'], did: ownerDid }]) {
      const refused = await make(keeper, { name: 'greater', ...more });
      expect(refused.status).toBe(403);
      expect(refused.json['detail']).toContain('You cannot give what you do not hold');
    }
    expect((await make(keeper, { name: 'star', scopes: ['*'] })).status).toBe(400);
    const admin = await app.owner.post('/keys', { name: 'greater', scopes: ['admin'] });
    const owning = await app.owner.post('/keys', { name: 'me', scopes: ['keys'], did: ownerDid });
    for (const id of [admin.json['id'], owning.json['id']]) {
      expect((await app.post(`/keys/${id}/rotate`, keeper, {})).status).toBe(403);
      expect((await app.get(`/keys/${id}`, keeper, { method: 'DELETE' })).status).toBe(403);
    }
    expect((await app.post(`/keys/${json['id']}/rotate`, keeper, {})).status).toBe(200);
    expect((await app.get(`/keys/${json['id']}`, keeper, { method: 'DELETE' })).status).toBe(204);
    // A key that is the owner ends any, and still gives no scope that it lacks.
    const me = String(owning.json['secret']);
    expect((await make(me, { name: 'again', scopes: ['chat'] })).status).toBe(403);
    expect((await app.get(`/keys/${admin.json['id']}`, me, { method: 'DELETE' })).status).toBe(204);
  });

  it('outlast no key that made them', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const short = await app.owner.post('/keys', { name: 'short', scopes: ['keys', 'chat'], expiresAt });
    const by = String(short.json['secret']);
    expect((await make(by, { name: 'child', scopes: ['chat'] })).json['expiresAt']).toBe(expiresAt);
    expect((await make(by, { name: 'longer', scopes: ['chat'], expiresAt: later })).status).toBe(403);
    const past = { name: 'past', scopes: ['chat'], expiresAt: '2020-01-01T00:00:00Z' };
    expect((await make(by, past)).status).toBe(400);
  });

  it('say what is wrong with a name, a scope or a DID', async () => {
    const cases: [Json, string][] = [
      [{ name: 'abcdef012345', scopes: ['chat'] }, 'reads as an id'],
      [{ name: 'a', scopes: ['chatt'] }, "There is no scope 'chatt'. Did you mean 'chat'?"],
      [{ name: 'a', scopes: ['chat'], did: 'nobody' }, "'nobody' is no DID."],
    ];
    for (const [body, words] of cases) {
      const refused = await app.owner.post('/keys', body);
      expect(refused.status).toBe(400);
      expect(refused.json['detail']).toContain(words);
    }
  });

  it('stand in the audit: who made, renewed and ended which', async () => {
    const made = await app.owner.post('/keys', { name: 'told', scopes: ['chat'] });
    await app.owner.post('/keys/told/rotate', { graceSeconds: 60 });
    await app.owner.request('DELETE', '/keys/told');
    const { entries } = (await (await app.get('/audit', await app.key('admin'))).json()) as {
      entries: Json[];
    };
    const actor = app.app.identity?.did;
    const subject = `key:${made.json['id']}`;
    expect(entries.filter((entry) => entry['subject'] === subject)).toMatchObject([
      { action: 'keys.revoke', actor, details: { name: 'told', by: 'owner' } },
      { action: 'keys.rotate', actor, details: { name: 'told', graceUntil: expect.any(String) } },
      { action: 'keys.create', actor, details: { name: 'told', scopes: 'chat' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(String(made.json['secret']));
  });

  it('may be held to fewer requests than others, and give no more than they have', async () => {
    const slow = await make(await app.key('chat', 'keys'), {
      name: 'slow',
      scopes: ['chat', 'keys'],
      requestsPerMinute: 3,
    });
    expect(slow.json).toMatchObject({ requestsPerMinute: 3 });
    const child = await make(slow.secret, { name: 'its child', scopes: ['chat'], requestsPerMinute: 1000 });
    expect([child.status, child.json['requestsPerMinute']]).toEqual([201, 3]);
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await app.get('/sessions', slow.secret)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const refused = await app.get('/sessions', slow.secret);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.json()).toMatchObject({ detail: 'This key may make 3 requests a minute.' });
    expect(await isLetIn(child.secret), 'the other key').toBe(true);
  });

  it('may be held to fewer answers at once, and give no more than they have', async () => {
    const single = await make(await app.key('chat', 'keys'), {
      name: 'single',
      scopes: ['chat', 'keys'],
      answersAtOnce: 1,
    });
    const child = await make(single.secret, { name: 'its other child', scopes: ['chat'] });
    expect([single.json['answersAtOnce'], child.json['answersAtOnce']]).toEqual([1, 1]);
    app.model.push({ text: 'Hm', hang: 'after-deltas' });
    const sessions = await Promise.all(
      [1, 2].map(async () => {
        const made = await app.post('/sessions', single.secret, {});
        return ((await made.json()) as { sessionId: string }).sessionId;
      }),
    );
    const say = (id: string | undefined) =>
      app.post(`/messages/${id}`, single.secret, { message: 'x', stream: true });
    expect((await say(sessions[0])).status).toBe(200);
    const refused = await say(sessions[1]);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too_many_runs' }]);
    await app.post(`/messages/${sessions[0]}/abort`, single.secret, undefined);
  });
});
