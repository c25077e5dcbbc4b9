import { createHash } from 'node:crypto';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfs from '../vfs/index.js';
import { memorySource } from './registry/registry-source.js';
import { verifySelectionRecord } from './selection/verify-record.js';
import {
  type Answer,
  BEFORE_2024,
  type Client,
  type SamplingApp,
  startSamplingApp,
} from './testing/sampling-app.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const household = (i: number) => `HH-${String(i + 1).padStart(4, '0')}`;
const villageOf = (count: number) =>
  `household_id;zone\r\n${Array.from({ length: count }, (_, i) => `${household(i)};${i % 2 ? 'hill' : 'shore'}\r\n`).join('')}`;
const VILLAGE = villageOf(200);
const REGISTRY = '/registers/village.csv';
const fields = (answer: Answer) => (answer.at('errors') as { field: string }[]).map(({ field }) => field);

/** Registries, readings and records in the file system, over HTTP. */
describe('with the file system', () => {
  let app: SamplingApp;
  let keeper: Client;
  let reader: Client;
  let bare: Client;
  const upload = (path: string, text: string, replace = false) =>
    keeper.post(`/api/fs/files?path=${encodeURIComponent(path)}`, text, {
      'Content-Type': 'text/csv',
      ...(replace && { 'If-Match': '*' }),
    });
  const download = async (path: string) => {
    const answer = await keeper.get(`/api/fs/content?path=${encodeURIComponent(path)}`);
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    return answer.text;
  };
  const files = (answer: Answer) =>
    (answer.at('files.written') as { path: string }[]).map(({ path }) => path);

  beforeAll(async () => {
    app = await startSamplingApp({}, {}, [vfs], BEFORE_2024);
    keeper = await app.client('keeper', ['sampling', 'fs/write', 'fs/delete']);
    reader = await app.client('reader', ['sampling', 'fs/read']);
    bare = await app.client('bare', ['sampling']);
    expect((await upload(REGISTRY, VILLAGE)).status).toBe(201);
  });
  afterAll(() => app.close());

  it('registers a kept file, once a version', async () => {
    const first = await keeper.post(`/v1/sampling/registries?path=${REGISTRY}`, '');
    expect(first.status, first.text).toBe(201);
    expect(first.at('')).toMatchObject({
      name: 'village.csv',
      size: 200,
      used: { id: 'household_id', stratum: 'zone' },
      origin: { path: REGISTRY, version: 1, sha256: sha256(VILLAGE) },
    });
    const again = await keeper.post(`/v1/sampling/registries?path=${REGISTRY}`, '');
    expect(again.at('registryId')).toBe(first.at('registryId'));
    const otherwise = await keeper.post(`/v1/sampling/registries?path=${REGISTRY}&name=mine`, '');
    expect(otherwise.at('registryId')).not.toBe(first.at('registryId'));

    await upload('/registers/growing.csv', villageOf(20));
    const before = await keeper.post('/v1/sampling/registries?path=/registers/growing.csv', '');
    await upload('/registers/growing.csv', villageOf(30), true);
    const after = await keeper.post('/v1/sampling/registries?path=/registers/growing.csv', '');
    expect([before.at('size'), after.at('size'), after.at('origin.version')]).toEqual([20, 30, 2]);
    const kept = await keeper.get(`/v1/sampling/registries/${before.at('registryId')}`);
    expect(kept.at('size')).toBe(20);
  });

  it.each([
    ['/registers/none.csv', 404, 'There is no file'],
    ['/registers', 404, 'There is no file'],
    ['registers/village.csv', 400, 'path'],
    ['/registers/../x', 400, 'path'],
    ['/registers//x', 400, 'path'],
  ])('says what is wrong with the path %s', async (path, status, words) => {
    const asQuery = await keeper.post(`/v1/sampling/registries?path=${encodeURIComponent(path)}`, '');
    const inBody = await keeper.post('/v1/sampling/selections', {
      registryPath: path,
      sampleSize: 5,
      seed: 1,
    });
    for (const [answer, field] of [
      [asQuery, 'path'],
      [inBody, 'registryPath'],
    ] as const) {
      expect([answer.status, fields(answer)]).toEqual([status, [field]]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(String(answer.at('detail'))).toContain(words);
    }
  });

  it('takes one registry, not two', async () => {
    const both = await keeper.post(`/v1/sampling/registries?path=${REGISTRY}`, VILLAGE);
    expect([both.status, fields(both)]).toEqual([400, ['path']]);
    const draw = { registryPath: REGISTRY, registryId: 'registry-1', sampleSize: 5, seed: 1 };
    expect((await keeper.post('/v1/sampling/selections', draw)).status).toBe(400);
    expect((await keeper.post('/v1/sampling/selections', { sampleSize: 5, seed: 1 })).status).toBe(400);
  });

  it('reads nothing for a credential that does not reach the file', async () => {
    const draw = { registryPath: REGISTRY, sampleSize: 5, seed: 1 };
    const refused = await bare.post('/v1/sampling/selections', draw);
    expect([refused.status, fields(refused)]).toEqual([403, ['registryPath']]);
    expect(String(refused.at('hint'))).toContain('fs/read');
    // Who acts for another DID has other files.
    const other = await app.client('other', ['sampling', 'fs/write'], 'did:ixo:ixo1someoneelse');
    expect((await other.post('/v1/sampling/selections', draw)).status).toBe(404);
  });

  it('draws from a kept file and leaves the record, the list and how to check them', async () => {
    const draw = {
      registryPath: REGISTRY,
      strata: [
        { name: 'hill', sampleSize: 7 },
        { name: 'Shore', sampleSize: 3 },
      ],
      seed: 20240220,
    };
    const selection = await keeper.post('/v1/sampling/selections', draw);
    expect(selection.status, selection.text).toBe(201);
    const id = String(selection.at('selectionId'));
    const folder = `/sampling/without-design/${id}`;
    expect(files(selection)).toEqual(
      ['record.json', 'list.csv', 'README.md'].map((name) => `${folder}/${name}`),
    );

    const record: unknown = JSON.parse(await download(`${folder}/record.json`));
    expect(record).toEqual(selection.at('record'));
    expect(await verifySelectionRecord(record, memorySource('village.csv', VILLAGE))).toMatchObject({
      verdict: 'pass',
    });
    const list = await keeper.get(`/v1/sampling/selections/${id}/list`);
    expect(await download(`${folder}/list.csv`)).toBe(list.text);
    const readme = await download(`${folder}/README.md`);
    for (const part of [
      'npx oracle sampling verify record.json village.csv',
      `\`sha256sum village.csv\` prints \`${sha256(VILLAGE)}\``,
      String(selection.at('record.check.unit')),
      String(selection.at('record.check.lists.0.expect')),
      String(selection.at('record.frame.sha256')),
    ])
      expect(readme).toContain(part);
    // Nothing of it is public.
    const tree = await keeper.get(`/api/fs/tree?path=${folder}`);
    expect(tree.text).not.toContain('"public":true');
  });

  it('answers all the same where it may not write', async () => {
    const draw = { registryPath: REGISTRY, sampleSize: 5, seed: 'a' };
    const selection = await reader.post('/v1/sampling/selections', draw);
    expect(selection.status).toBe(201);
    expect(selection.at('files')).toMatchObject({
      written: [],
      notWritten: expect.stringContaining('fs/write'),
    });
  });

  it('validates kept records against kept registries', async () => {
    const draw = { registryPath: REGISTRY, sampleSize: 20, seed: 7 };
    const selection = await keeper.post('/v1/sampling/selections', draw);
    const [recordPath = ''] = files(selection);
    const check = (paths: object) => keeper.post('/v1/sampling/randomness', paths);
    expect((await check({ recordPath, registryPath: REGISTRY })).at('recomputed')).toBe('pass');
    const record = selection.at('record') as { strata: { selected: { id: string }[] }[] };
    const first = record.strata[0]?.selected[0];
    if (first !== undefined) first.id = household(199);
    await upload('/forged.json', JSON.stringify({ record }));
    expect((await check({ recordPath: '/forged.json', registryPath: REGISTRY })).at('recomputed')).toBe(
      'fail',
    );
    const list = { selected: ['HH-0001', 'HH-0002'], registryPath: REGISTRY };
    expect((await check(list)).at('recomputed')).toBe('unknown');

    await upload('/no.json', 'id,x');
    for (const [paths, status, field] of [
      [{ recordPath: '/no.json', registryPath: REGISTRY }, 400, 'recordPath'],
      [{ recordPath: '/none.json', registryPath: REGISTRY }, 404, 'recordPath'],
      [{ recordPath, registryPath: '/none.csv' }, 404, 'registryPath'],
      [{ recordPath }, 400, 'selectionId'],
      [{ recordPath, selected: ['HH-0001'], registryPath: REGISTRY }, 400, 'selected'],
    ] as const) {
      const answer = await check(paths);
      expect([answer.status, fields(answer)], answer.text).toEqual([status, [field]]);
    }
  });

  it('analyses readings of a kept file', async () => {
    const design = await keeper.post('/v1/sampling', {
      projectId: 'did:ixo:project/abc',
      population: 200,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 3,
      expectedSD: 0.6,
      dropoutRate: 0,
    });
    const designId = String(design.at('designId'));
    const rows = Array.from({ length: 40 }, (_, i) => `${household(i)};2024-02-10;3,${i % 10}\n`).join('');
    // As Excel saves "Unicode text", with a decimal comma.
    const utf16 = Buffer.from(`\ufeffhousehold;date;value\n${rows}`, 'utf16le');
    await keeper.post('/api/fs/files?path=/readings/q1.csv', utf16, { 'Content-Type': 'text/csv' });
    const period = { designId, monitoringPeriod: '2024-Q1', path: '/readings/q1.csv' };
    const preview = await keeper.post('/v1/sampling/periods', { ...period, preview: true });
    expect(preview.at('')).toMatchObject({
      preview: true,
      read: { rows: 40, delimiter: ';', columns: { unitId: 'household' }, numbers: { decimal: ',' } },
    });
    expect((await keeper.get(`/v1/sampling/${designId}/periods`)).at('items')).toEqual([]);
    const analysis = await keeper.post('/v1/sampling/periods', period);
    expect(analysis.status, analysis.text).toBe(201);
    expect(analysis.at('pooled.valid')).toBe(40);
    expect(analysis.at('pooled.mean')).toBeCloseTo(3.45, 10);
    expect(analysis.at('read')).toEqual(preview.at('read'));

    const both = await keeper.post('/v1/sampling/periods', { ...period, csv: 'a,b' });
    expect([both.status, fields(both)]).toEqual([400, ['readings']]);
    const none = await keeper.post('/v1/sampling/periods', { ...period, path: '/readings/q2.csv' });
    expect([none.status, fields(none)]).toEqual([404, ['path']]);
    const selection = await keeper.post('/v1/sampling/selections', {
      registryPath: REGISTRY,
      designId,
      seed: 1,
    });
    expect(selection.at('files.folder')).toBe(`/sampling/${designId}/${selection.at('selectionId')}`);
  });

  it('leaves the package of a submission', async () => {
    const submission = await keeper.post('/v1/sampling/submissions', {
      monitoringPeriod: '2024-Q1',
      erCoverage: 0.85,
      activeProjects: ['did:ixo:project/a', 'did:ixo:project/b'],
    });
    expect(submission.status).toBe(201);
    const [signed = '', csv = '', readme = ''] = files(submission);
    expect(signed).toBe(`/sampling/submissions/${submission.at('submissionId')}/submission.json`);
    expect(JSON.parse(await download(signed))).toEqual({
      document: submission.at('document'),
      signature: submission.at('signature'),
    });
    expect(sha256(await download(csv))).toBe(submission.at('document.csvSha256'));
    expect(await download(readme)).toContain(String(submission.at('document.csvSha256')));
  });

  it('serves a visitor in the folder that it granted, and nowhere else', async () => {
    const alice = person('alice of the samples');
    const visitor = await app.visitor(alice, ['oracle/sampling']);
    const client = visitor.as('oracle/sampling');
    const draw = { registryPath: '/registers/hers.csv', sampleSize: 5, seed: 1 };
    const before = await client.post('/v1/sampling/selections', draw);
    expect([before.status, fields(before)]).toEqual([403, ['registryPath']]);
    expect(String(before.at('hint'))).toContain('POST /delegation');

    expect((await visitor.grant('fs/read', '/registers')).status).toBe(201);
    // The keeper's file of the same path is not hers.
    await upload('/registers/hers.csv', VILLAGE);
    expect((await client.post('/v1/sampling/selections', draw)).status).toBe(404);
    expect((await visitor.grant('fs/write', '/sampling')).status).toBe(201);
    const registry = await client.post('/v1/sampling/registries', VILLAGE);
    const own = { registryId: registry.at('registryId'), sampleSize: 5, seed: 1 };
    const selection = await client.post('/v1/sampling/selections', own);
    expect(selection.status, selection.text).toBe(201);
    const [recordPath = ''] = files(selection);
    expect((await keeper.get(`/api/fs/content?path=${recordPath}`)).status).toBe(404);
    const check = { recordPath, registryId: registry.at('registryId') };
    expect((await client.post('/v1/sampling/randomness', check)).at('recomputed')).toBe('pass');
    const outside = { recordPath: '/elsewhere/record.json', registryId: registry.at('registryId') };
    expect((await client.post('/v1/sampling/randomness', outside)).status).toBe(403);
  });
});

describe('without the file system', () => {
  let app: SamplingApp;
  beforeAll(async () => {
    app = await startSamplingApp();
  });
  afterAll(() => app.close());

  it('refuses paths and says how to mend it, and writes no files', async () => {
    const client = await app.client('c', ['sampling']);
    const refused = await client.post('/v1/sampling/registries?path=/registers/village.csv', '');
    expect([refused.status, fields(refused)]).toEqual([400, ['path']]);
    expect(String(refused.at('hint'))).toContain('features: { vfs: true }');
    const registry = await client.post('/v1/sampling/registries', VILLAGE);
    const draw = { registryId: registry.at('registryId'), sampleSize: 5, seed: 1 };
    expect((await client.post('/v1/sampling/selections', draw)).at('files')).toBeUndefined();
  });
});
