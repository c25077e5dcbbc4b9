import { definePlugin, defineTool, OracleError } from 'oracle-runtime/plugin';
import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import tasks from './index.js';
import { type RedisServer, redisServer } from './testing/redis-server.js';

const MINUTE = 60_000;

let redis: RedisServer;
let oracle: TestOracle;
beforeAll(async () => {
  redis = await redisServer();
  oracle = await startTestOracle({
    plugins: [tasks],
    env: { REDIS_URL: redis.url },
    config: { plugins: { tasks: { shortestMinutes: 1, mostTasks: 3 } } },
    script: {
      answer: ({ messages }) => ({
        text: `Answered: ${JSON.stringify(messages).includes('the well is dry')}.`,
      }),
    },
  });
  // It was down when the oracle started, which does not wait for it.
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ state: 'loaded', health: { status: 'degraded' } }),
    { timeout: 15_000, interval: 50 },
  );
  await redis.start();
}, 60_000);
afterAll(async () => {
  await oracle?.close();
  await redis?.close();
});

const person = (): TestClient => oracle.as(['chat', 'tasks']);

async function planned(who: TestClient, wish: Record<string, unknown>): Promise<string> {
  const preview = await who.post('/tasks/preview', wish);
  expect(preview.status, preview.text).toBe(200);
  const created = await who.post('/tasks', { token: preview.at('token') });
  expect(created.status, created.text).toBe(201);
  return String(created.at('tasks.0.id'));
}

interface Run {
  readonly state: string;
  readonly result?: string;
  readonly sessionId: string;
  readonly note?: string;
}

const runsOf = async (who: TestClient, task: string): Promise<readonly Run[]> => {
  const answer = await who.get(`/tasks/${task}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.at('runs') as Run[];
};

const done = (who: TestClient, task: string, times = 1) =>
  vi.waitFor(
    async () => {
      const runs = await runsOf(who, task);
      expect(runs.filter(({ state }) => state === 'done')).toHaveLength(times);
      return runs;
    },
    { timeout: 15_000, interval: 100 },
  );

const health = async (): Promise<unknown> => {
  const { plugins } = (await oracle.owner.get('/health/plugins')).json;
  return (plugins as unknown as { name: string }[]).find(({ name }) => name === 'tasks');
};

const inMs = (ms: number) => new Date(oracle.clock.now() + ms).toISOString();
const soon = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('a task', () => {
  it('is done once, at its time, in a conversation of its own that knows what was written down', async () => {
    const who = person();
    const task = await planned(who, {
      instruction: 'Say how things are',
      when: inMs(3_000),
      context: 'Remember that the well is dry',
    });
    expect(await runsOf(who, task)).toEqual([]);
    const [run] = await done(who, task);
    expect(run).toMatchObject({ result: 'Answered: true.' });
    const { messages } = (await who.get(`/sessions/${run?.sessionId}/messages`)).json;
    expect(messages?.[0]).toMatchObject({ role: 'user', content: 'Say how things are' });
    expect((await who.get(`/tasks/${task}`)).at('task.status')).toBe('done');
    expect((await person().get(`/tasks/${task}`)).status).toBe(404);
  });

  it('that only reminds says so at its time, and asks no model', async () => {
    const who = person();
    const wish = { instruction: 'call **Joseph**', when: inMs(3_000), reminder: true };
    const preview = await who.post('/tasks/preview', wish);
    expect(preview.at('tasks.0')).toMatchObject({ instruction: 'call **Joseph**', reminder: true });
    const [run] = await done(who, await planned(who, wish));
    expect(run).toMatchObject({ state: 'done', result: 'Reminder: call \\*\\*Joseph\\*\\*' });
  });

  it('is not made by a token that was used, or that is of somebody else', async () => {
    const who = person();
    const preview = await who.post('/tasks/preview', { instruction: 'Say so', when: 'every day at 8' });
    expect(preview.at('tasks.0')).toMatchObject({ when: 'At 08:00 (UTC)', timeZone: 'UTC' });
    expect(preview.at('tasks.0.next')).toHaveLength(5);
    const token = preview.at('token');
    expect((await person().post('/tasks', { token })).status).toBe(404);
    expect((await who.post('/tasks', { token })).status).toBe(201);
    expect((await who.post('/tasks', { token })).status).toBe(404);
  });

  it('is one of as many as the operator allows, and no more often', async () => {
    const who = person();
    for (const when of ['every day at 8', 'every day at 9', 'every day at 10'])
      await planned(who, { instruction: 'Say so', when });
    const preview = await who.post('/tasks/preview', { instruction: 'Say so', when: 'every day at 11' });
    expect(await who.post('/tasks', { token: preview.at('token') })).toMatchObject({ status: 409 });
  });

  it('rests while it is paused, goes on, and ends', async () => {
    const who = person();
    const task = await planned(who, { instruction: 'Say so', when: 'every hour', title: 'Hourly' });
    expect((await who.post('/tasks/hourly/pause')).at('task.status')).toBe('paused');
    oracle.advance(61 * MINUTE);
    await soon();
    expect(await runsOf(who, task)).toEqual([]);
    expect((await who.post(`/tasks/${task}/resume`)).at('task.status')).toBe('active');
    expect(
      (await who.request('PATCH', `/tasks/${task}`, { body: { when: 'every day at 7' } })).at('task.when'),
    ).toBe('At 07:00 (UTC)');
    expect((await who.delete(`/tasks/${task}`)).at('task.status')).toBe('cancelled');
    expect((await who.get('/tasks')).at('tasks')).toEqual([]);
  });
});

it('a task whose tool did not work is told as failed, and is found when it is over', async () => {
  const well = definePlugin({
    name: 'well',
    version: '1.0.0',
    manifest: { title: 'Well', summary: 'Is asked.', whenToUse: ['The well'], loading: 'always' },
    setup: () => ({
      tools: [
        defineTool({
          name: 'ask_well',
          description: 'Asks the well.',
          input: z.object({}),
          run: () => {
            throw new OracleError('not_found', { detail: 'There is no well here.' });
          },
        }),
      ],
    }),
  });
  const asking = await startTestOracle({
    plugins: [tasks, well],
    env: { REDIS_URL: redis.url },
    config: { plugins: { tasks: { shortestMinutes: 1 } } },
    script: [{ toolCalls: [{ name: 'ask_well', args: {} }] }, { text: 'It **cannot** be done.' }],
  });
  try {
    const who = asking.as(['chat', 'tasks']);
    const when = new Date(asking.clock.now() + 2_000).toISOString();
    const task = await planned(who, { instruction: 'Ask the well', when });
    await vi.waitFor(
      async () =>
        expect(await runsOf(who, task)).toMatchObject([
          {
            state: 'failed',
            note: expect.stringContaining('ask_well did not work'),
            result: 'It **cannot** be done.',
          },
        ]),
      { timeout: 15_000, interval: 100 },
    );
    expect((await who.get('/tasks')).json).toMatchObject({
      tasks: [],
      over: [{ title: 'Ask the well', status: 'done', last: 'failed' }],
    });
  } finally {
    await asking.close();
  }
}, 30_000);

it('what waits for its person, asks them or can never come is told as that; reminders count for nothing', async () => {
  const office = definePlugin({
    name: 'office',
    version: '1.0.0',
    manifest: { title: 'Office', summary: 'Sends.', whenToUse: ['A report'], loading: 'always' },
    setup: () => ({
      tools: [
        defineTool({
          name: 'send_report',
          description: 'Sends the report.',
          input: z.object({}),
          approval: 'always',
          run: () => 'sent',
        }),
      ],
    }),
  });
  const asking = await startTestOracle({
    plugins: [tasks, office],
    env: { REDIS_URL: redis.url },
    config: { plugins: { tasks: { shortestMinutes: 1, runsADay: 2 } } },
    script: {
      answer: ({ messages }) =>
        JSON.stringify(messages).includes('Send the report')
          ? { toolCalls: [{ name: 'send_report', args: {} }] }
          : { text: '**Remember “all”**: go ahead? (yes / no)' },
    },
  });
  try {
    const who = asking.as(['chat', 'tasks']);
    const at = (ms: number) => new Date(asking.clock.now() + ms).toISOString();
    const lasts = async () => {
      const { json } = await who.get('/tasks');
      return json as unknown as { tasks: { title: string }[]; over: { title: string }[] };
    };
    const resting = await planned(who, { instruction: 'Rest', when: at(60_000) });
    expect((await who.post(`/tasks/${resting}/pause`)).status).toBe(200);
    await planned(who, { instruction: 'Send the report', when: at(1_000) });
    await planned(who, { instruction: 'note all', when: at(1_000) });
    const reminders = ['one', 'two'].map((instruction) =>
      planned(who, { instruction, when: at(1_500), reminder: true }),
    );
    for (const reminder of await Promise.all(reminders)) await done(who, reminder);
    await expect
      .poll(async () => (await lasts()).tasks, { timeout: 15_000 })
      .toContainEqual(
        expect.objectContaining({
          title: 'Send the report',
          status: 'waiting',
          last: { state: 'waiting', note: expect.stringContaining('waits for you to agree') },
        }),
      );
    await expect
      .poll(async () => (await lasts()).over, { timeout: 15_000 })
      .toContainEqual(
        expect.objectContaining({
          title: 'note all',
          last: 'done',
          note: expect.stringContaining('a question'),
        }),
      );
    expect((await lasts()).over.map(({ title }) => title)).not.toContain('Send the report');
    asking.advance(3 * MINUTE);
    await expect
      .poll(async () => (await lasts()).over, { timeout: 15_000 })
      .toContainEqual(
        expect.objectContaining({
          title: 'Rest',
          status: 'done',
          note: 'its time passed while it was paused',
        }),
      );
  } finally {
    await asking.close();
  }
}, 60_000);

it('a Redis that lets nobody in is told as that, in health and once in the log', async () => {
  const locked = await redisServer('its-own-s3cret');
  await locked.start();
  const url = locked.url.replace('//', '//:wr0ng-s3cret@');
  const shutOut = await startTestOracle({ plugins: [tasks], env: { REDIS_URL: url }, script: [] });
  try {
    const health = async () => (await shutOut.owner.get('/health/plugins')).text;
    await expect.poll(health, { timeout: 15_000 }).toContain('lets nobody in by REDIS_URL (WRONGPASS)');
    expect(await health()).not.toContain('once it is back');
    await soon();
    const warned = shutOut.logs.filter(({ message }) => message?.includes('lets nobody in by REDIS_URL'));
    expect(warned).toHaveLength(1);
    expect(JSON.stringify(shutOut.logs)).not.toContain('wr0ng-s3cret');
  } finally {
    await shutOut.close();
    await locked.close();
  }
}, 30_000);

describe('while Redis is away', () => {
  it('nothing is lost: tasks are kept, the reason is told, and what was missed is made up for by its rule', async () => {
    const who = person();
    const kept = await planned(who, { instruction: 'Say so', when: inMs(10 * MINUTE) });
    await redis.kill();
    await vi.waitFor(
      async () => expect(await health()).toMatchObject({ health: { status: 'degraded' } }),
      15_000,
    );
    const [all, last, none] = await Promise.all(
      (['all', 'run_once', 'skip'] as const).map((missed) => {
        const one = person();
        return planned(one, { instruction: 'Say so', when: 'every hour', missed }).then((task) => ({
          one,
          task,
        }));
      }),
    );
    oracle.advance(13 * 60 * MINUTE);
    await redis.start();
    await vi.waitFor(async () => expect(await health()).toMatchObject({ health: { status: 'ok' } }), 15_000);
    expect(await done(who, kept)).toHaveLength(1);
    if (all === undefined || last === undefined || none === undefined) throw new Error('three were planned');
    await done(all.one, all.task, 10);
    await done(last.one, last.task, 1);
    // Each of them is listed, as many as are shown.
    const passed = await runsOf(none.one, none.task);
    expect(passed.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'skipped'));
    expect(passed.at(-1)?.note).toMatch(/^this and \d after it were missed$/);
  }, 60_000);
});
