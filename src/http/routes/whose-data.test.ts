import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle();
});
afterAll(() => oracle.close());

async function newSession(person: TestClient, title: string): Promise<string> {
  return String((await person.post('/sessions', { title })).at('sessionId'));
}
const titles = async (person: TestClient) =>
  [...((await person.get('/sessions')).json['sessions'] ?? [])].map(({ title }) => title);

describe('the data of a key', () => {
  it('is that of the page when it was made for the owner, and no other', async () => {
    const did = String(oracle.app.identity?.did);
    const [page, key, bot] = [oracle.owner, oracle.as(['chat'], { did }), oracle.as(['chat'])];
    const mine = await newSession(page, 'from the page');
    await newSession(key, 'from a script');
    await newSession(bot, 'of a bot');
    for (const person of [page, key, oracle.as(['chat'], { did })])
      expect((await titles(person)).toSorted()).toEqual(['from a script', 'from the page']);
    expect(await titles(bot)).toEqual(['of a bot']);
    expect((await key.post(`/messages/${mine}`, { message: 'hello' })).status).toBe(200);
    expect((await bot.post(`/messages/${mine}`, { message: 'hello' })).status).toBe(404);
  });

  it('is that of its DID, by whatever key, and what the key may do is still its scopes', async () => {
    const did = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
    const [one, two] = [oracle.as(['chat'], { did }), oracle.as(['chat'], { did })];
    const session = await newSession(one, 'shared');
    expect(await titles(two)).toEqual(['shared']);
    expect((await oracle.as(['admin'], { did }).get(`/sessions/${session}`)).status).toBe(403);
    expect((await two.post('/links')).status).toBe(403);
  });

  it('made before keys were their DID stays where it is', async () => {
    const did = 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH';
    const { apiKeys, db } = oracle.app.store;
    const { row, secret } = await apiKeys.create({ name: 'old', scopes: ['chat'], did });
    // As the step that brought the column left it.
    await db
      .updateTable('core_api_keys')
      .set({ principal: `key:${row.id}` })
      .where('id', '=', row.id)
      .execute();
    const answer = await oracle.anyone.post(
      '/sessions',
      { title: 'old' },
      { Authorization: `Bearer ${secret}` },
    );
    expect(
      await oracle.app.store.sessions.get(`key:${row.id}`, String(answer.at('sessionId'))),
    ).toBeDefined();
    expect(await titles(oracle.as(['chat'], { did }))).toEqual([]);
  });
});
