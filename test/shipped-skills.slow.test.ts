import { startTestOracle, type TestAnswer, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';

/** Each skill that ships, walked on what its own steps make: the records of this oracle and a table of field work. */
const FEBRUARY = Date.UTC(2024, 1, 20, 9);
const DAY_MS = 86_400_000;

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: shippedPlugins, clock: { now: () => FEBRUARY } });
  client = oracle.as(['sampling', 'skills', 'monitoring', 'fs/read', 'fs/write']);
});
afterAll(() => oracle?.close());

async function ok(answer: Promise<TestAnswer>): Promise<TestAnswer> {
  const found = await answer;
  if (found.status >= 300) throw new Error(`${found.status}: ${found.text}`);
  return found;
}
/** What came of the checks of a skill that are not passed, by their id. */
async function notPassed(skill: string, evidence: object): Promise<Record<string, string>> {
  const checked = await ok(client.post(`/skills/${skill}/checks`, evidence));
  const checks = checked.at('checks') as { id: string; state: string; found: string }[];
  return Object.fromEntries(
    checks.filter(({ state }) => state !== 'passed').map(({ id, state }) => [id, state]),
  );
}

let designId: string;
let selectionId: string;
let drawn: string[];

it('plan a sample: of a design with its reasons and its draw only the seed that was chosen fails', async () => {
  const terms = {
    projectId: 'did:ixo:project/stoves',
    population: 400,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 5,
    expectedSD: 0.6,
    dropoutRate: 0.1,
  };
  const bare = await ok(client.post('/v1/sampling', { ...terms, dropoutRate: 0 }));
  expect(await notPassed('plan-a-sample', { designId: bare.at('designId') })).toMatchObject({
    'dropout-is-planned': 'failed',
    'mean-has-a-source': 'failed',
    'spread-has-a-source': 'failed',
    'strata-are-whole': 'not applicable',
    'drawn-from-the-frame': 'open',
    'seed-is-verifiable': 'open',
  });
  const justification = { mean: 'pilot of 2023', sd: 'pilot of 2023', dropout: 'last campaign' };
  designId = String((await ok(client.post('/v1/sampling', { ...terms, justification }))).at('designId'));
  const rows = Array.from({ length: 400 }, (_, at) => `HH-${at + 1}`).join('\n');
  const registry = await ok(
    client.post('/v1/sampling/registries', `id\n${rows}\n`, { 'Content-Type': 'text/csv' }),
  );
  const draw = await ok(
    client.post('/v1/sampling/selections', { designId, registryId: registry.at('registryId'), seed: '7' }),
  );
  selectionId = String(draw.at('selectionId'));
  drawn = (draw.at('record.strata.0.selected') as { id: string }[]).map(({ id }) => id);
  expect(await notPassed('plan-a-sample', { designId })).toEqual({
    'strata-are-whole': 'not applicable',
    'seed-is-verifiable': 'failed',
  });
});

it('close a monitoring period: what is still open is named until it is done', async () => {
  oracle.advance(30 * DAY_MS);
  const readings = drawn.map((unitId, at) => ({ unitId, date: '2024-03-10', value: at % 2 === 0 ? 5 : 6 }));
  const period = await ok(
    client.post('/v1/sampling/periods', {
      designId,
      selectionId,
      from: '2024-03-01',
      to: '2024-03-31',
      readings,
    }),
  );
  const periodId = String(period.at('periodId'));
  const open = await notPassed('close-a-monitoring-period', { periodId });
  expect(open).toMatchObject({
    final: 'failed',
    'design-approved': 'failed',
    'strata-have-data': 'not applicable',
  });
  await ok(client.post(`/v1/sampling/periods/${periodId}/final`, {}));
  const left = await notPassed('close-a-monitoring-period', { periodId });
  expect(left).not.toHaveProperty('final');
  expect(Object.keys(left).filter((id) => !(id in open))).toEqual([]);
});

it('run a kitchen performance test: its table passes, is analysed as it is, and a home with two days is named', async () => {
  const rows = (arm: string, kg: number) =>
    Array.from({ length: 32 }, (_, home) =>
      [1, 2, 3].map(
        (day) =>
          `KPT-${home},${arm},2024-03-0${day},${(kg + (home % 7) / 4 + day / 10).toFixed(2)},18,${3 + (home % 3)}`,
      ),
    ).flat();
  const table = [
    'household,arm,day,fuel_kg,moisture_percent,persons',
    ...rows('baseline', 7),
    ...rows('project', 4),
  ];
  const put = (path: string, lines: readonly string[]) =>
    ok(client.post(`/api/fs/files?path=${path}`, `${lines.join('\n')}\n`, { 'Content-Type': 'text/csv' }));
  await put('/kpt/march.csv', table);
  await put('/kpt/short.csv', table.slice(0, -1));
  const skill = 'run-a-kitchen-performance-test';
  expect(await notPassed(skill, { file: '/kpt/march.csv' })).toEqual({});
  expect(await notPassed(skill, { file: '/kpt/short.csv' })).toEqual({ 'three-days': 'failed' });
  const analysed = await ok(client.post('/v1/monitoring/kitchen-tests', { path: '/kpt/march.csv' }));
  expect(analysed.at('design')).toBe('paired');
  expect(Number(analysed.at('saving.difference'))).toBeGreaterThan(0);
});
