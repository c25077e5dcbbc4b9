import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE_2024, type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const household = (i: number) => `HH-${String(i + 1).padStart(5, '0')}`;
const COUNT = 5000;
/** 3000 urban and 2000 rural households, 80% of them adopters. */
const REGISTRY = `household_id;setting;adopter\r\n${Array.from(
  { length: COUNT },
  (_, i) => `${household(i)};${i < 3000 ? 'urban' : 'rural'};${i % 5 === 0 ? 'no' : 'yes'}\r\n`,
).join('')}`;
const PROJECT = 'did:ixo:project/abc';
const DESIGN = {
  projectId: PROJECT,
  population: COUNT,
  confidence: 0.95,
  precision: 0.05,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
  parameterType: 'proportion',
  stratification: {
    enabled: true,
    scope: 'overall',
    strata: [
      { name: 'Urban', weight: 0.6 },
      { name: 'Rural', weight: 0.4 },
    ],
  },
};

describe('from a registry to a submission, over HTTP', () => {
  let app: SamplingApp;
  let alice: Client;
  let bob: Client;
  let designId: unknown;
  let registryId: unknown;
  let selectionId: unknown;
  let ids: string[];

  const received: { body: string; key: string | undefined; auth: string | undefined }[] = [];
  const authority = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        body += chunk;
      })
      .on('end', () => {
        const { 'idempotency-key': key, authorization: auth } = request.headers;
        received.push({ body, key: String(key), auth });
        response.statusCode = received.length === 1 ? 422 : 202;
        response.end('{"booked":true}');
      });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/submissions`;
    app = await startSamplingApp(
      { submission: { url } },
      { SAMPLING_SUBMISSION_TOKEN: 'tok' },
      [],
      BEFORE_2024,
    );
    alice = await app.client('alice', ['sampling']);
    bob = await app.client('bob', ['sampling']);
  });
  afterAll(async () => {
    await app.close();
    authority.closeAllConnections();
    await new Promise((resolve) => authority.close(resolve));
  });

  it('designs 420 households, 252 urban and 168 rural', async () => {
    const design = await alice.post('/v1/sampling', DESIGN);
    expect(design.status).toBe(201);
    designId = design.at('designId');
    expect(design.at('parameters.adjustedSize')).toBe(420);
  });

  it('takes a registry as it is and tells what it holds', async () => {
    const registry = await alice.post('/v1/sampling/registries?name=households.csv', REGISTRY, {
      'Content-Type': 'text/csv',
    });
    expect(registry.status).toBe(201);
    registryId = registry.at('registryId');
    expect(registry.at('')).toMatchObject({
      name: 'households.csv',
      size: COUNT,
      delimiter: ';',
      used: { id: 'household_id', stratum: 'setting', adopter: 'adopter' },
      sha256: '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743',
    });
    expect((await bob.get(`/v1/sampling/registries/${registryId}`)).status).toBe(404);
    expect((await alice.get('/v1/sampling/registries')).at('items.0.units')).toBe(COUNT);
  });

  it('refuses a registry with duplicates and keeps nothing of it', async () => {
    for (const query of ['', '?idColumn=id']) {
      const answer = await alice.post(`/v1/sampling/registries${query}`, 'id,x\nA,1\nB,1\nA,2\n', {
        'Content-Type': 'text/csv',
      });
      expect(answer.status).toBe(409);
      expect(JSON.stringify(answer.at('errors'))).toContain('4: A');
    }
    const unnamed = await alice.post('/v1/sampling/registries', 'a,x\nA,1\nB,1\nA,2\n', {
      'Content-Type': 'text/csv',
    });
    expect(unnamed.status).toBe(400);
    expect((await alice.get('/v1/sampling/registries')).at('items')).toHaveLength(1);
    expect((await alice.post('/v1/sampling/registries', '', { 'Content-Type': 'text/csv' })).status).toBe(
      400,
    );
  });

  it('shows how a registry is read, faults and all, and keeps nothing of it', async () => {
    const text = 'Register 2024;\nhh_id;zone\nA1;n\nA2;s\nA3;n\nA4;s\n;n\nTotal;5\n';
    const answer = await alice.post('/v1/sampling/registries?preview=true', text, {
      'Content-Type': 'text/csv',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.at('')).toMatchObject({
      size: 4,
      delimiter: ';',
      headerLine: 2,
      used: { id: 'hh_id', stratum: 'zone' },
      firstUnits: ['A1', 'A2', 'A3'],
      lastUnits: ['A2', 'A3', 'A4'],
      leftOut: [
        { line: 1, why: 'title', text: 'Register 2024' },
        { line: 8, why: 'total', text: 'Total 5' },
      ],
      faults: [{ kind: 'empty_id', examples: [{ line: 7 }] }],
    });
    expect((await alice.get('/v1/sampling/registries')).at('items')).toHaveLength(1);
  });

  it('selects by the design, as anybody can recompute with sha256sum', async () => {
    const selection = await alice.post('/v1/sampling/selections', { registryId, designId, seed: 20240220 });
    expect(selection.status).toBe(201);
    selectionId = selection.at('selectionId');
    expect(selection.at('record.selectedSha256')).toBe(
      '45404224039e11cb7461418104b9af4c94014eb0deb9186353330593fcc83484',
    );
    expect(selection.at('record.strata.0.name')).toBe('urban');
    const first = selection.at('record.strata.0.selected.0.id');
    expect(selection.at('record.strata.0.selected.0.ticket')).toBe(sha256(`20240220:${first}`));
    ids = [0, 1].flatMap((h) =>
      (selection.at(`record.strata.${h}.selected`) as { id: string }[]).map(({ id }) => id),
    );
    expect(ids).toHaveLength(420);
    const list = await alice.get(`/v1/sampling/selections/${selectionId}/list`);
    expect(list.text.split('\r\n')[1]).toBe(`urban,selected,1,${first},${sha256(`20240220:${first}`)}`);
    expect((await bob.get(`/v1/sampling/selections/${selectionId}`)).status).toBe(404);
    expect((await alice.get(`/v1/sampling/selections?designId=${designId}`)).at('items.0.selected')).toBe(
      420,
    );
  });

  it('asks for a seed or a commitment, and for a size', async () => {
    expect((await alice.post('/v1/sampling/selections', { registryId, designId })).status).toBe(400);
    expect((await alice.post('/v1/sampling/selections', { registryId, seed: 'a' })).status).toBe(400);
    const tooMany = await alice.post('/v1/sampling/selections', { registryId, seed: 'a', sampleSize: 5001 });
    expect(tooMany.status).toBe(422);
  });

  it('proves the randomness of the selection', async () => {
    const report = await alice.post('/v1/sampling/randomness', { selectionId });
    expect(report.status).toBe(200);
    expect(report.at('recomputed')).toBe('pass');
    const foreign = await alice.post('/v1/sampling/randomness', { registryId, selected: ids.slice(0, 50) });
    expect(foreign.at('recomputed')).toBe('unknown');
  });

  it('commits to an authority’s value and then draws verifiably', async () => {
    const commitment = await alice.post('/v1/sampling/commitments', {
      registryId,
      designId,
      authority: 'did:web:authority.example',
      reference: 'letter 5',
      publicFrom: '2023-12-01T20:00:00Z',
    });
    expect(commitment.status).toBe(201);
    app.advance(9 * 3_600_000);
    const publicAt = '2023-12-01T20:00:00Z';
    const selection = await alice.post('/v1/sampling/selections', {
      registryId,
      commitmentId: commitment.at('commitmentId'),
      authority: { value: '8 15 22 23 34 41', reference: 'letter 5', publicAt },
    });
    expect(selection.status).toBe(201);
    expect(selection.at('record.seed.origin')).toMatchObject({ trust: 'verifiable', kind: 'authority' });
    expect(selection.at('record.seed.text')).toBe(
      sha256(`${commitment.at('commitment.sha256')}:8 15 22 23 34 41`),
    );
    expect(
      (await alice.post('/v1/sampling/randomness', { selectionId: selection.at('selectionId') })).at(
        'recomputed',
      ),
    ).toBe('pass');
    const past = await alice.post('/v1/sampling/commitments', { registryId, designId, round: 1000 });
    expect(past.status).toBe(400);
  });

  it('analyses a period, recalculates from it and plans with names', async () => {
    const readings = ids.slice(0, 380).map((unitId, i) => ({
      unitId,
      date: '2024-02-10',
      value: i % 10 === 0 ? 0 : 1,
      stratum: i < 252 ? 'urban' : 'rural',
    }));
    const refused = ids
      .slice(380, 390)
      .map((unitId) => ({ unitId, date: '2024-02-10', status: 'refused', stratum: 'rural' }));
    const period = await alice.post('/v1/sampling/periods', {
      designId,
      monitoringPeriod: '2024-Q1',
      // The design was drawn twice, so the analysis has to say which draw was monitored.
      selectionId,
      readings: [...readings, ...refused],
    });
    expect(period.status).toBe(201);
    expect(period.at('pooled')).toMatchObject({
      planned: 420,
      valid: 380,
      reached: 390,
      reasons: { refused: 10, 'no record': 30 },
    });
    expect(period.at('pooled.mean')).toBeCloseTo(0.6 * (226 / 252) + 0.4 * (116 / 128), 10);
    const again = await alice.get(`/v1/sampling/periods/${period.at('periodId')}`);
    expect(again.at('pooled')).toEqual(period.at('pooled'));
    expect((await alice.get(`/v1/sampling/${designId}/periods`)).at('items.0.valid')).toBe(380);

    const result = await alice.post(`/v1/sampling/${designId}/recalculation`, {
      periodId: period.at('periodId'),
      implementationDate: '2024-04-01',
      selectionId,
    });
    expect(result.status).toBe(201);
    expect(result.at('currentSize')).toBe(420);
    expect(result.at('requiredSize')).toBe(result.at('design.parameters.adjustedSize'));
    expect(result.at('requiredSize') as number).toBeLessThan(420);
    expect(result.at('plan.direction')).toBe('decrease');
    expect(result.at('plan.groups.0.units.0')).toBe(ids[251]);
    expect(result.at('design.supersedes')).toBe(designId);

    const byDesign = await alice.post('/v1/sampling/adjustment-plan', {
      designId: result.at('design.designId'),
      implementationDate: '2024-04-01',
    });
    expect(byDesign.at('requiredSize')).toBe(result.at('requiredSize'));

    const larger = await alice.post('/v1/sampling/adjustment-plan', {
      currentSize: 420,
      requiredSize: 430,
      strata: [
        { name: 'urban', current: 252, required: 258 },
        { name: 'rural', current: 168, required: 172 },
      ],
      implementationDate: '2024-04-01',
      selectionId,
    });
    const next = await alice.post('/v1/sampling/selections', {
      registryId,
      seed: '20240220',
      strata: [
        { name: 'urban', sampleSize: 258 },
        { name: 'rural', sampleSize: 172 },
      ],
    });
    const urban = (next.at('record.strata.0.selected') as { id: string }[]).map(({ id }) => id);
    expect(larger.at('groups.0.units')).toEqual(urban.slice(252));
  });

  it('reads readings from CSV text', async () => {
    const csv = `household_id,date,value,stratum\n${ids
      .slice(0, 300)
      .map((id, i) => `${id},2024-05-01,${i % 4 === 0 ? 'no' : 'yes'},${i < 252 ? 'urban' : 'rural'}`)
      .join('\n')}`;
    const period = await alice.post('/v1/sampling/periods', {
      designId,
      from: '2024-04-01',
      to: '2024-06-30',
      selectionId,
      csv,
    });
    expect(period.status).toBe(201);
    expect(period.at('pooled.valid')).toBe(300);
    const empty = await alice.post('/v1/sampling/periods', {
      designId,
      from: '2020-01-01',
      to: '2020-06-30',
      selectionId,
      csv,
    });
    expect(empty.status).toBe(422);
  });

  it('holds readings against the draw: strata filled in, strangers refused', async () => {
    const csv = (unit = '') =>
      `household_id,date,value\n${[...ids, unit].map((id) => `${id},2025-01-15,1\n`).join('')}`;
    const again = (await alice.post('/v1/sampling', DESIGN)).at('designId');
    const ask = { designId: again, monitoringPeriod: '2025-Q1', csv: csv(ids[0]) };
    const undrawn = await alice.post('/v1/sampling/periods', ask);
    expect(undrawn.status).toBe(400);
    expect(undrawn.at('errors')).toEqual([
      { field: 'readings', message: expect.stringContaining('name no stratum') },
    ]);
    expect((await alice.post('/v1/sampling/periods', { ...ask, selectionId })).status).toBe(409);
    const draw = { registryId, designId: again, seed: '20240220' };
    const drawn = (await alice.post('/v1/sampling/selections', draw)).at('selectionId');
    for (const named of [{}, { selectionId: drawn }]) {
      const period = await alice.post('/v1/sampling/periods', { ...ask, ...named });
      expect(period.status).toBe(201);
      expect(period.at('selectionId')).toBe(drawn);
      const valid = (period.at('strata') as { valid: number }[]).map((stratum) => stratum.valid);
      expect(valid).toEqual([252, 168]);
      const read = await alice.get(`/v1/sampling/periods/${period.at('periodId')}`);
      expect(read.at('')).toEqual(period.at(''));
      const refused = await alice.post('/v1/sampling/periods', { ...ask, ...named, csv: csv('HH-99999') });
      expect(refused.status).toBe(400);
      expect(refused.at('errors')).toEqual([
        { field: `readings.${ids.length}.unitId`, message: "'HH-99999' was not drawn" },
      ]);
    }
    // A recalculated design goes on with the draw of the one before it.
    const after = await alice.post(`/v1/sampling/${again}/recalculation`, { dropoutRate: 0.1 });
    const later = await alice.post('/v1/sampling/periods', { ...ask, designId: after.at('design.designId') });
    expect(later.at('selectionId')).toBe(drawn);
    await alice.post('/v1/sampling/selections', { ...draw, seed: 1 });
    const unclear = await alice.post('/v1/sampling/periods', ask);
    expect(unclear.at('errors')).toEqual([
      { field: 'selectionId', message: expect.stringContaining('drawn more than once') },
    ]);
    expect((await bob.post('/v1/sampling/periods', { ...ask, selectionId: drawn })).status).toBe(404);
  });

  it('says when a draw is not what its design plans, and which seed JSON cannot carry', async () => {
    const small = await alice.post('/v1/sampling/selections', {
      registryId,
      designId,
      strata: [
        { name: 'urban', sampleSize: 2 },
        { name: 'rural', sampleSize: 1 },
      ],
      seed: 0,
    });
    expect(small.at('warnings')).toContain('3 units were drawn, the design plans 420.');
    const large = await alice.post('/v1/sampling/selections', {
      registryId,
      sampleSize: 3,
      seed: 2 ** 53,
    });
    expect(large.status).toBe(400);
    expect(large.at('hint')).toContain('Send it as a string');
  });

  it('lists faults of a submission and of a plan all at once', async () => {
    const answer = await alice.post('/v1/sampling/submissions', {
      monitoringPeriod: '2024-Q7',
      erCoverage: 1.85,
      projects: [{ projectId: PROJECT, status: 'old' }],
      references: [{ title: 'Baseline', uri: 'none' }],
    });
    expect(answer.status).toBe(400);
    expect((answer.at('errors') as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'erCoverage',
      'monitoringPeriod',
      'projects.0.status',
      'references.0.uri',
    ]);
    const plan = await alice.post('/v1/sampling/adjustment-plan', {
      currentSize: -1,
      requiredSize: 100,
      implementationDate: '2024-02-31',
    });
    expect((plan.at('errors') as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'currentSize',
      'implementationDate',
    ]);
  });

  it('submits projects, sends them once, and records the draw of the authority', async () => {
    const submission = await alice.post('/v1/sampling/submissions', {
      monitoringPeriod: '2024-Q1',
      erCoverage: 0.85,
      projects: [
        { projectId: PROJECT, status: 'active', designId },
        { projectId: 'did:ixo:project/def', status: 'planned' },
        { projectId: 'did:ixo:project/ghi', status: 'active' },
      ],
      references: [{ title: 'Baseline', uri: 'https://example.org/b.pdf' }],
    });
    expect(submission.status).toBe(201);
    const id = submission.at('submissionId');
    expect(submission.at('document.projects.0.design')).toMatchObject({
      designId,
      status: 'draft',
      adjustedSize: 420,
    });
    expect(submission.at('signature.signer')).toMatch(/^did:key:z6Mk/);
    const csv = await alice.get(`/v1/sampling/submissions/${id}/csv`);
    expect(sha256(csv.text)).toBe(submission.at('document.csvSha256'));

    const refused = await alice.post(`/v1/sampling/submissions/${id}/delivery`);
    expect([refused.status, refused.at('detail')]).toEqual([502, "The authority's endpoint answered 422."]);
    const sent = await alice.post(`/v1/sampling/submissions/${id}/delivery`);
    expect(sent.at('status')).toBe('sent');
    expect(received).toHaveLength(2);
    expect(received[1]).toMatchObject({ key: id, auth: 'Bearer tok' });
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      document: { submissionId: id },
      csv: csv.text,
    });

    const drawn = await alice.post(`/v1/sampling/submissions/${id}/draw`, {
      authority: 'FOEN',
      reference: 'L1',
      seed: 7,
      count: 1,
    });
    expect(drawn.at('status')).toBe('drawn');
    expect(drawn.at('draw')).toMatchObject({ trust: 'reproducible', seed: '7', candidates: 3 });
    const second = await alice.post(`/v1/sampling/submissions/${id}/draw`, {
      authority: 'FOEN',
      reference: 'L1',
      seed: 8,
      count: 1,
    });
    expect(second.status).toBe(409);
    const trail = (await alice.get(`/v1/sampling/${designId}/trail`)).at('') as {
      marks: { mark: string }[];
      entries: { text: string }[];
    };
    expect(trail.entries.slice(-4).map(({ text }) => JSON.parse(text))).toMatchObject([
      { kind: 'submitted', submissionId: id },
      { kind: 'delivery failed', submissionId: id, host: expect.any(String), status: 422, attempts: 1 },
      { kind: 'delivered', submissionId: id, status: 202 },
      { kind: 'authority drew', authority: 'FOEN', seed: '7', candidates: 3, selected: 1 },
    ]);
    expect(trail.marks.at(-1)?.mark).toBe(
      'The selection by "FOEN" ("L1") stands as the submitter entered it: ask them.',
    );
    expect((await bob.get(`/v1/sampling/submissions/${id}`)).status).toBe(404);
    const foreign = await bob.post('/v1/sampling/submissions', {
      monitoringPeriod: '2024-Q1',
      erCoverage: 1,
      projects: [{ projectId: PROJECT, status: 'active', designId }],
    });
    expect(foreign.status).toBe(409);
  });

  it('deletes a registry, after which the draw is still on record', async () => {
    expect((await bob.delete(`/v1/sampling/registries/${registryId}`)).status).toBe(404);
    const resting = await alice.delete(`/v1/sampling/registries/${registryId}`);
    expect(resting.status).toBe(409);
    expect(resting.at('errors.0.field')).toBe('reason');
    const reason = encodeURIComponent('The households asked for it.');
    expect((await alice.delete(`/v1/sampling/registries/${registryId}?reason=${reason}`)).status).toBe(200);
    expect((await alice.get(`/v1/sampling/registries/${registryId}`)).status).toBe(404);
    expect((await alice.get(`/v1/sampling/selections/${selectionId}`)).status).toBe(200);
    expect((await alice.post('/v1/sampling/randomness', { selectionId })).status).toBe(404);
  });

  it('describes every operation in OpenAPI', async () => {
    const openapi = await (await fetch(`${app.url}/openapi.json`)).json();
    const paths = Object.keys((openapi as { paths: object }).paths).filter((path) =>
      path.startsWith('/v1/sampling'),
    );
    expect(paths.length).toBeGreaterThan(25);
  });
});
