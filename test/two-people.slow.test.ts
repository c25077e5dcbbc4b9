import { afterAll, beforeAll, expect, it } from 'vitest';
import sampling from '../plugins/sampling/index.js';
import sharing from '../plugins/sharing/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';
import { invited, type Person } from './support/invited.js';

let oracle: TestOracle;
let cora: Person;
let ada: Person;
let tom: Person;

beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [sampling, sharing] });
  cora = await invited(oracle, 'Cora', 'sampling', 'share');
  ada = await invited(oracle, 'Ada', 'sampling', 'sampling/verify', 'share');
  tom = await invited(oracle, 'Tom', 'sampling', 'share');
});
afterAll(() => oracle.close());

async function newDesign(): Promise<string> {
  const design = await cora.post('/v1/sampling', {
    projectId: 'did:ixo:project/abc',
    population: 300,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 0.8,
    expectedSD: 0.1,
    dropoutRate: 0.1,
  });
  expect(design.status).toBe(201);
  return String(design.at('designId'));
}

async function registry(by: Person): Promise<string> {
  const homes = ['id', ...Array.from({ length: 300 }, (_, i) => `HH-${i}`)].join('\n');
  const stored = await by.post('/v1/sampling/registries?name=homes', homes, { 'Content-Type': 'text/csv' });
  expect(stored.status).toBe(201);
  return String(stored.at('registryId'));
}

const draw = async (by: Person, designId: string, registryId: string) =>
  by.post('/v1/sampling/selections', { designId, registryId, seed: '20240220' });
const share = (by: Person, designId: string, withWhom: string, access = 'read') =>
  by.post('/shares', { kind: 'design', id: designId, with: withWhom, access });
const decide = (by: Person, designId: string) =>
  by.post(`/v1/sampling/${designId}/approval`, { reason: 'Recomputed.' });

/** Who did what, as the signed trail of a design has it. */
const actorsIn = async (designId: string) =>
  ((await cora.get(`/v1/sampling/${designId}/trail`)).at('entries') as { text: string }[]).map(({ text }) => {
    const { kind, actor } = JSON.parse(text) as { kind: string; actor: string };
    return [kind, actor];
  });

/** All that there is to read of a design and a draw of it. */
const pagesOf = (designId: string, selectionId: string) => [
  `/v1/sampling/${designId}`,
  `/v1/sampling/${designId}/history`,
  `/v1/sampling/${designId}/trail`,
  `/v1/sampling/selections/${selectionId}`,
  `/v1/sampling/selections/${selectionId}/list`,
];
const statuses = (by: Person, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await by.get(path)).status));

it('lets the coordinator draw and the auditor read and approve, and shows a third nothing', async () => {
  const designId = await newDesign();
  const drawn = await draw(cora, designId, await registry(cora));
  expect(drawn.status).toBe(201);
  const pages = pagesOf(designId, String(drawn.at('selectionId')));
  for (const other of [ada, tom]) expect(new Set(await statuses(other, pages))).toEqual(new Set([404]));

  const shared = await share(cora, designId, 'Ada');
  expect(shared.status).toBe(201);
  expect(shared.json).toMatchObject({ kind: 'design', id: designId, withName: 'Ada', access: 'read' });
  expect(new Set(await statuses(ada, pages))).toEqual(new Set([200]));
  expect((await ada.get(`/v1/sampling/selections?designId=${designId}`)).at('items')).toHaveLength(1);
  expect((await ada.get('/shares')).json).toMatchObject({
    withMe: [{ id: designId, title: expect.stringContaining('did:ixo:project/abc'), ownerName: 'Cora' }],
    byMe: [],
  });
  // To read is not to act, to share on, or to see what else there is.
  expect((await ada.post(`/v1/sampling/${designId}/submission`)).status).toBe(404);
  expect((await draw(ada, designId, await registry(ada))).status).toBe(404);
  expect((await share(ada, designId, 'Tom')).status).toBe(404);
  expect((await ada.get('/v1/sampling/registries')).at('items')).toHaveLength(1);

  expect((await cora.post(`/v1/sampling/${designId}/submission`)).status).toBe(200);
  expect((await decide(cora, designId)).status).toBe(403);
  const approved = await decide(ada, designId);
  expect(approved.at('verification')).toMatchObject({
    status: 'approved',
    verifier: ada.did,
    independent: true,
  });
  expect((await cora.get(`/v1/sampling/${designId}/history`)).at('events')).toMatchObject([
    { action: 'create', actor: cora.did },
    { action: 'submit', actor: cora.did },
    { action: 'approve', actor: ada.did },
  ]);
  expect((await actorsIn(designId)).at(-1)).toEqual(['moved', ada.did]);
  expect(new Set(await statuses(tom, pages))).toEqual(new Set([404]));
  expect((await tom.get('/shares')).json).toEqual({ withMe: [], byMe: [] });
});

it('lets nobody decide about a design whom no scope lets read it', async () => {
  const blind = await invited(oracle, 'Blind', 'chat', 'sampling/verify');
  const designId = await newDesign();
  expect((await cora.post(`/v1/sampling/${designId}/submission`, {})).status).toBe(200);
  expect((await blind.get(`/v1/sampling/${designId}`)).status).toBe(403);
  for (const decision of ['approval', 'rejection']) {
    const refused = await blind.post(`/v1/sampling/${designId}/${decision}`, { reason: 'Fine.' });
    expect([refused.status, refused.at('detail')]).toEqual([
      403,
      expect.stringContaining('has to be able to read it'),
    ]);
  }
  expect((await decide(ada, designId)).status).toBe(200);
});

it('ends at once, and every share stands in the audit', async () => {
  const designId = await newDesign();
  expect((await share(cora, designId, 'Tom')).status).toBe(201);
  expect((await tom.get(`/v1/sampling/${designId}`)).status).toBe(200);
  const ended = await cora.delete(`/shares?kind=design&id=${designId}&with=Tom`);
  expect(ended.status).toBe(200);
  expect((await tom.get(`/v1/sampling/${designId}`)).status).toBe(404);
  expect((await cora.delete(`/shares?kind=design&id=${designId}&with=Tom`)).status).toBe(404);
  const entries = (await oracle.owner.get(`/audit?actor=${encodeURIComponent(cora.did)}`)).at('entries');
  const of = { subject: `design ${designId}`, details: { with: tom.did, access: 'read' } };
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'share.give', ...of }),
      expect.objectContaining({ action: 'share.end', ...of }),
    ]),
  );
});

it('lets who may write act in the place of the owner, under their own name', async () => {
  const designId = await newDesign();
  const homes = await registry(cora);
  await share(cora, designId, 'Tom', 'write');
  const drawn = await draw(tom, designId, homes);
  expect(drawn.status).toBe(201);
  expect((await cora.get(`/v1/sampling/selections/${drawn.at('selectionId')}`)).status).toBe(200);
  expect((await tom.post(`/v1/sampling/${designId}/submission`)).status).toBe(200);
  expect((await cora.get(`/v1/sampling/${designId}/history`)).at('events')).toMatchObject([
    { action: 'create', actor: cora.did },
    { action: 'submit', actor: tom.did },
  ]);
  expect(await actorsIn(designId)).toEqual([
    ['created', cora.did],
    ['drawn', tom.did],
    ['moved', tom.did],
  ]);
  // Still not to decide, to share on or to take away.
  expect((await decide(tom, designId)).status).toBe(403);
  expect((await share(tom, designId, 'Ada')).status).toBe(404);
  expect((await tom.delete(`/v1/sampling/registries/${homes}`)).status).toBe(404);
});

it('does not take for independent who worked on the design, whosever it is', async () => {
  const vic = await invited(oracle, 'Vic', 'sampling', 'sampling/verify');
  const designs = [await newDesign(), await newDesign()];
  for (const designId of designs) await share(cora, designId, 'Vic', 'write');
  const [submitted = '', drawn = ''] = designs;
  expect((await vic.post(`/v1/sampling/${submitted}/submission`)).status).toBe(200);
  expect((await draw(vic, drawn, await registry(cora))).status).toBe(201);
  expect((await cora.post(`/v1/sampling/${drawn}/submission`)).status).toBe(200);
  for (const designId of designs)
    expect((await decide(vic, designId)).at('verification')).toMatchObject({
      verifier: vic.did,
      independent: false,
    });
});

it('reaches everybody who was invited, and nobody else', async () => {
  const designId = await newDesign();
  await share(cora, designId, 'everybody');
  for (const other of [ada, tom, oracle.owner])
    expect((await other.get(`/v1/sampling/${designId}`)).status).toBe(200);
  expect((await oracle.as(['sampling']).get(`/v1/sampling/${designId}`)).status).toBe(404);
  expect((await share(cora, designId, 'Nobody')).status).toBe(404);
  expect((await share(cora, 'design-of-nobody', 'Ada')).status).toBe(404);
  expect((await cora.post('/shares', { kind: 'wish', id: 'x', with: 'Ada' })).status).toBe(400);
});
