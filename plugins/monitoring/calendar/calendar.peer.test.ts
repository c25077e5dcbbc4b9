import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import sampling from '../../sampling/index.js';
import { drandRoundTime, QUICKNET } from '../../sampling/selection/drand.js';
import { BEACON, HOMES, REGISTRY } from '../../sampling/testing/village.js';
import tasks from '../../tasks/index.js';
import { type RedisServer, redisServer } from '../../tasks/testing/redis-server.js';
import monitoring from '../index.js';

let redis: RedisServer;
let relay: Server;
let oracle: TestOracle;
/** What the relay answers, one after the other; the last one stays. */
let answers: readonly { readonly status: number; readonly body: object }[];
let asked: string[];

/** It is so many milliseconds before the round is public. */
const BEFORE_MS = 6_000;
const GOOD = { status: 200, body: { ...BEACON, randomness: '00' } };

beforeEach(async () => {
  redis = await redisServer();
  await redis.start();
  asked = [];
  relay = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, body } = answers[Math.min(asked.length, answers.length) - 1] ?? GOOD;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const offset = Date.now() - (drandRoundTime(BEACON.round) - BEFORE_MS);
  oracle = await startTestOracle({
    plugins: [sampling, monitoring, tasks],
    clock: { now: () => Date.now() - offset },
    // No model is asked: it would answer that nothing was expected.
    script: [],
    env: {
      REDIS_URL: redis.url,
      DRAND_URL: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`,
    },
  });
}, 60_000);
afterEach(async () => {
  await oracle?.close();
  relay?.close();
  await redis?.close();
});

async function committed(
  who: TestClient,
): Promise<{ readonly designId: string; readonly commitment: string }> {
  const registry = await who.post('/v1/sampling/registries?name=village.csv', REGISTRY, {
    'Content-Type': 'text/csv',
  });
  const design = await who.post('/v1/sampling', {
    projectId: 'did:ixo:project/v',
    population: 60,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 0.8,
    expectedSD: 0.2,
    dropoutRate: 0.1,
  });
  expect(design.status, design.text).toBe(201);
  const designId = String(design.at('designId'));
  const made = await who.post('/v1/sampling/commitments', {
    designId,
    registryId: registry.at('registryId'),
    round: BEACON.round,
  });
  expect(made.status, made.text).toBe(201);
  return { designId, commitment: String(made.at('commitmentId')) };
}

interface Listed {
  readonly id: string;
  readonly title: string;
}

async function resultOf(
  who: TestClient,
  title: string,
): Promise<{ readonly result: string; readonly sessionId: string }> {
  const { id } = ((await who.get('/tasks?all=true')).at('tasks') as Listed[]).find((each) =>
    each.title.startsWith(title),
  ) as Listed;
  return vi.waitFor(
    async () => {
      const [run] = (await who.get(`/tasks/${id}`)).at('runs') as {
        state: string;
        result: string;
        sessionId: string;
      }[];
      expect(run?.state).toBe('done');
      return run as { readonly result: string; readonly sessionId: string };
    },
    { timeout: 30_000, interval: 200 },
  );
}

it('a draw waits for its round and for a relay that is late, and the end of the period is announced', async () => {
  answers = [{ status: 404, body: {} }, { status: 200, body: { round: 1, signature: 'a'.repeat(96) } }, GOOD];
  const who = oracle.as(['chat', 'tasks', 'sampling', 'monitoring']);
  const { designId, commitment } = await committed(who);
  const early = await who.post('/v1/monitoring/draws', { designId });
  expect([early.status, early.text]).toEqual([
    409,
    expect.stringContaining('is public from 2023-09-15T11:00:03'),
  ]);
  const plan = await who.post('/v1/monitoring/calendar', { designId, from: '2023-07-01', to: '2023-09-20' });
  expect(plan.status, plan.text).toBe(201);
  expect(plan.at('planned.0.at')).toBe('2023-09-15T11:00:08.000Z');
  const later = await who.post('/v1/monitoring/calendar', { designId, monitoringPeriod: '2023-Q4' });
  expect(later.at('planned.1')).toEqual({
    what: `Say how the monitoring period 2023-10-01 to 2023-12-31 of ${designId} stands before it ends`,
    at: '2023-12-17T09:00:00.000Z',
  });

  const end = await resultOf(who, 'End of the period 2023-07-01');
  expect(end.result).toContain('ends in 5 days, on 2023-09-20');
  expect(end.result).toContain('No one draw says whom to visit');
  const { result, sessionId } = await resultOf(who, 'Draw for');
  const [draw] = (await who.get(`/v1/sampling/selections?designId=${designId}`)).at('items') as {
    selectionId: string;
    trust: string;
    selected: number;
  }[];
  expect(draw?.trust).toBe('verifiable');
  expect(result).toContain(`Drew ${draw?.selected} units`);
  expect(result).toContain(draw?.selectionId);
  const messages = JSON.stringify((await who.get(`/sessions/${sessionId}/messages`)).json);
  expect(messages).toContain(`Draw the sample of ${designId} by the drand round ${BEACON.round}`);
  expect(asked).toEqual(Array(3).fill(`/${QUICKNET.chainHash}/public/${BEACON.round}`));

  // What was drawn is not drawn again, and no relay is asked for it.
  const again = await who.post('/v1/monitoring/draws', { designId, commitmentId: commitment });
  expect(again.at('selectionId')).toBe(draw?.selectionId);
  expect(asked).toHaveLength(3);
  expect(HOMES.length).toBeGreaterThan(draw?.selected ?? 0);
}, 90_000);

it('a relay that lies is found out, and nothing is drawn', async () => {
  const lie = { round: BEACON.round, signature: BEACON.signature.replace('b7', 'b6') };
  answers = [{ status: 200, body: lie }];
  const who = oracle.as(['chat', 'tasks', 'sampling', 'monitoring']);
  const { designId } = await committed(who);
  await oracle.advance(BEFORE_MS);
  const drawn = await who.post('/v1/monitoring/draws', { designId });
  expect([drawn.status, drawn.text]).toEqual([400, expect.stringContaining('beacon.signature')]);
  expect((await who.get(`/v1/sampling/selections?designId=${designId}`)).at('items')).toEqual([]);
}, 60_000);
