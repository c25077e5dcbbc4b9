import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://oracle.example', ALLOWED_HOSTS: '127.0.0.1' } });
});
afterAll(() => app.close());

const owner = (path: string, body: unknown) => app.owner.post(path, body);
const login = (link: string) => app.post('/auth/session', undefined, { code: link.split('#login=')[1] });

/** An invited person who has followed the link. */
async function guest(name: string, scopes: readonly string[] = ['chat'], more: object = {}) {
  const invited = await owner('/people', { name, scopes, ...more });
  expect(invited.status).toBe(201);
  const link = String(invited.at('link'));
  const session = (await (await login(link)).json()) as { token: string; did: string; expiresAt: string };
  return { ...session, link, did: String(invited.at('did')) };
}

describe('an invited person', () => {
  it('is a principal of its own, by a link that works once, with the scopes of the invitation', async () => {
    const vera = await guest('Vera', ['chat']);
    expect(vera.link).toMatch(/^https:\/\/oracle\.example\/#login=/);
    expect((await login(vera.link)).status).toBe(401);
    expect(await (await app.get('/auth/session', vera.token)).json()).toEqual({
      id: vera.did,
      kind: 'person',
      did: vera.did,
      name: 'Vera',
      scopes: ['chat'],
    });
    await app.post('/sessions', vera.token, { title: 'mine' });
    expect(await (await app.get('/sessions', vera.token)).json()).toMatchObject({
      sessions: [{ title: 'mine' }],
    });
    expect((await app.owner.get('/sessions')).json['sessions']).toEqual([]);
    for (const path of ['/people', '/audit']) expect((await app.get(path, vera.token)).status).toBe(403);
    expect((await app.get('/delegation', vera.token)).status).toBe(403);
    expect((await app.post('/links', vera.token, {})).status).toBe(403);
  });

  it('ends at once, with every session and key, and nothing brings the link back', async () => {
    const ann = await guest('Ann');
    const second = await owner('/people/Ann/link', {});
    const other = (await (await login(String(second.at('link')))).json()) as { token: string };
    const third = await owner(`/people/${encodeURIComponent(ann.did)}/link`, {});
    const { secret } = await app.app.store.apiKeys.create({ name: 'of ann', scopes: ['chat'], did: ann.did });
    for (const token of [ann.token, other.token, secret])
      expect((await app.get('/sessions', token)).status).toBe(200);
    expect((await app.owner.get('/people')).json['people']).toContainEqual(
      expect.objectContaining({ name: 'Ann', did: ann.did, state: 'active', until: null }),
    );
    expect((await app.owner.request('DELETE', '/people/Ann')).status).toBe(204);
    for (const token of [ann.token, other.token, secret])
      expect((await app.get('/sessions', token)).status).toBe(401);
    expect((await login(String(third.at('link')))).status).toBe(401);
    expect((await app.owner.request('DELETE', '/people/Ann')).status).toBe(404);
    const again = await guest('Ann');
    expect(again.did).not.toBe(ann.did);
    expect((await app.owner.get('/people')).json['people']).toContainEqual(
      expect.objectContaining({ did: ann.did, state: 'ended' }),
    );
  });

  it('is let in by the last link alone, and gets no key that would outlast them', async () => {
    const invited = await owner('/people', {
      name: 'Zoe',
      scopes: ['chat'],
      until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const [did, first] = [String(invited.at('did')), String(invited.at('link'))];
    const fresh = await owner('/people/Zoe/link', {});
    expect((await login(first)).status, 'the first link').toBe(401);
    expect((await login(String(fresh.at('link')))).status).toBe(200);
    const key = (name: string, more: object = {}) => owner('/keys', { name, scopes: ['chat'], did, ...more });
    const bounded = await key('of zoe');
    expect(bounded.status).toBe(201);
    expect(bounded.at('expiresAt')).toBe(invited.at('until'));
    const later = await key('later', { expiresAt: new Date(Date.now() + 7_200_000).toISOString() });
    expect([later.status, later.at('errors.0.field')]).toEqual([400, 'expiresAt']);
    await app.owner.request('DELETE', '/people/Zoe');
    const ghost = await key('ghost');
    expect([ghost.status, ghost.at('errors.0.field')]).toEqual([400, 'did']);
    // One that was made all the same, as by an earlier version.
    const { secret } = await app.app.store.apiKeys.create({ name: 'of old', scopes: ['chat'], did });
    expect((await app.get('/sessions', secret)).status).toBe(401);
  });

  it('may come no longer than was said', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const tom = await guest('Tom', ['chat'], { until });
    expect(Date.parse(tom.expiresAt)).toBeLessThanOrEqual(Date.parse(until));
    expect((await app.get('/sessions', tom.token)).status).toBe(200);
    await app.app.store.db
      .updateTable('core_people')
      .set({ expires_at: Date.now() - 1 })
      .where('did', '=', tom.did)
      .execute();
    expect((await app.get('/sessions', tom.token)).status).toBe(401);
    // The name is free again.
    expect((await owner('/people', { name: 'Tom', scopes: ['chat'] })).status).toBe(201);
  });

  it('is invited by name, with scopes that exist and that who invites holds too', async () => {
    await guest('Kim');
    expect((await owner('/people', { name: 'Kim', scopes: ['chat'] })).status).toBe(409);
    const unknown = await owner('/people', { name: 'Lee', scopes: ['chatt'] });
    expect(unknown.status).toBe(400);
    expect(unknown.json['detail']).toContain("There is no scope 'chatt'. Did you mean 'chat'?");
    const past = await owner('/people', { name: 'Lee', scopes: ['chat'], until: '2020-01-01T00:00:00Z' });
    expect(past.status).toBe(400);
    const operator = await app.key('admin');
    expect((await app.post('/people', operator, { name: 'Lee', scopes: ['chat'] })).status).toBe(403);
    // Nor by a fresh link of somebody who may more.
    expect((await app.post('/people/Kim/link', operator, {})).status).toBe(403);
    expect((await app.post('/people', operator, { name: 'Lee', scopes: ['admin'] })).status).toBe(201);
  });

  it('never comes for longer than who invited them, and is ended by nobody who may less', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const admin = await guest('Adam', ['chat', 'admin'], { until });
    const invite = (name: string, more: object) =>
      app.post('/people', admin.token, { name, scopes: ['chat'], ...more });
    const open = (await (await invite('Ben', {})).json()) as { until: string };
    expect(open.until).toBe(until);
    const later = await invite('Cleo', { until: new Date(Date.now() + 7_200_000).toISOString() });
    expect(later.status).toBe(400);
    expect(await later.json()).toMatchObject({ errors: [{ field: 'until' }] });
    await guest('Max', ['chat', 'keys']);
    const end = (path: string) => app.get(path, admin.token, { method: 'DELETE' });
    expect((await end('/people/Max')).status).toBe(403);
    expect((await end('/people/Ben')).status).toBe(204);
  });

  it('is called nothing that could be taken for somebody else', async () => {
    await guest('Coord');
    for (const name of ['owner', 'Everybody', 'COORD', 'Co\u200bord', String(app.app.identity?.did)]) {
      const refused = await owner('/people', { name, scopes: ['chat'] });
      expect(refused.status, name).toBe(400);
      expect(refused.at('errors.0.field')).toBe('name');
    }
    const did = encodeURIComponent(String(app.app.identity?.did));
    expect((await app.owner.request('DELETE', `/people/${did}`)).status).toBe(404);
  });

  it('stands in the audit: who invited whom, and who ended it', async () => {
    const { did } = await guest('Ida');
    await app.owner.request('DELETE', '/people/Ida');
    const log = await app.get('/audit', await app.key('admin'));
    const { entries } = (await log.json()) as { entries: Record<string, unknown>[] };
    const actor = app.app.identity?.did;
    expect(entries.filter((entry) => entry['subject'] === did)).toMatchObject([
      { action: 'people.end', actor, details: { name: 'Ida' } },
      { action: 'login', actor: did, details: { name: 'Ida', from: '127.0.0.1' } },
      { action: 'people.invite', actor, details: { name: 'Ida', scopes: 'chat' } },
    ]);
  });
});
