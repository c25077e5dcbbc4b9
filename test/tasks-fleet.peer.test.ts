import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RedisServer, redisServer } from '../plugins/tasks/testing/redis-server.js';
import { scratchDatabase } from '../src/testing/scratch-database.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';

const database = scratchDatabase('tasks');
let redis: RedisServer;
let model: ScriptedModelServer;
let project: OracleProject;
let asked = 0;

beforeEach(async () => {
  asked = 0;
  await database.create();
  redis = await redisServer();
  await redis.start();
  model = await startScriptedModelServer({
    answer: () => {
      asked += 1;
      return { text: 'Done.', delayMs: 1_500 };
    },
  });
  project = new OracleProject({
    config: { name: 'tester', description: '', plugins: { tasks: { shortestMinutes: 1 } } },
    env: {
      DATABASE_URL: database.url(),
      REDIS_URL: redis.url,
      LLM_BASE_URL: model.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  });
});
afterEach(async () => {
  await project?.remove();
  await model?.close().catch(() => undefined);
  await redis?.close();
  await database.drop();
});

interface Run {
  readonly state: string;
}

function client(url: string, key: string) {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text);
  };
  return {
    async plan(when: string): Promise<string> {
      const { token } = await send('POST', '/tasks/preview', { instruction: `Say so, ${when}`, when });
      return (await send('POST', '/tasks', { token })).tasks[0].id;
    },
    runs: async (task: string): Promise<readonly Run[]> => (await send('GET', `/tasks/${task}`)).runs,
  };
}

const OVER = new Set(['done', 'failed']);

it('two processes do each task once, also when both are killed in the middle of it', async () => {
  const a = await project.start();
  const key = await project.createKey('chat', 'tasks');
  const b = await project.start();
  const person = client(a.url, key);
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const first = await Promise.all([...Array(6)].map(() => person.plan(at(6_000))));
  const over = (one: ReturnType<typeof client>, tasks: readonly string[]) =>
    vi.waitFor(
      async () => {
        const runs = await Promise.all(tasks.map((task) => one.runs(task)));
        expect(
          runs.every(([run, ...more]) => run !== undefined && OVER.has(run.state) && more.length === 0),
        ).toBe(true);
        return runs.flat();
      },
      { timeout: 60_000, interval: 300 },
    );
  expect((await over(person, first)).map(({ state }) => state)).toEqual(Array(6).fill('done'));
  expect(asked).toBe(6);

  const second = await Promise.all([...Array(4)].map(() => person.plan(at(4_000))));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(6), { timeout: 20_000 });
  await Promise.all([a.stop('SIGKILL'), b.stop('SIGKILL')]);
  await redis.kill();
  await redis.start();
  const again = client((await project.start()).url, key);
  await over(again, second);
  // What was cut off is told and not repeated; what had not begun is done.
  expect(asked).toBeLessThanOrEqual(10);
}, 150_000);
