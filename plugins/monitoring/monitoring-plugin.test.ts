import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sampling from '../sampling/index.js';
import vfs from '../vfs/index.js';
import monitoring from './index.js';
import { generateStoves, longCsv } from './testing/generate-loggers.js';

const BEGIN = Date.UTC(2024, 2, 1) / 1000;
const stoves = [...generateStoves({ sensors: 6, days: 20, begin: BEGIN, intervalMinutes: 10, seed: 7 })];

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [sampling, vfs, monitoring] });
  client = oracle.as(['monitoring']);
});
afterAll(() => oracle.close());

describe('the plugin', () => {
  it('tells from a logger file on which days stoves were used', async () => {
    const answer = await client.post('/v1/monitoring/stove-use', { csv: longCsv(stoves) });
    expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    const truth = stoves.map(
      ({ events }) => new Set(events.map(({ start }) => Math.floor(start / 86_400))).size,
    );
    expect(answer.json).toMatchObject({
      from: '2024-03-01',
      to: '2024-03-20',
      readings: 6 * 20 * 144,
      stoves: [{ useDays: truth.reduce((a, b) => a + b), observedDays: 120, households: 6 }],
    });
  });
});
