import { type TestContext, testContext } from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { IncomingMessage } from '../events/incoming.js';
import chatIntegration from '../index.js';
import type { ChatTables } from '../store/tables.js';
import { createInbox } from './inbox.js';
import { Worker } from './worker.js';

const MINUTE = 60_000;
const message: IncomingMessage = {
  kind: 'message',
  eventId: 'Ev1',
  team: 'T1',
  channel: 'D1',
  ts: '1.1',
  direct: true,
  user: 'U1',
  text: 'hello',
  files: [],
};
const away = Object.assign(new Error('x'), { code: 'slack_webapi_http_error', statusCode: 503 });
const refused = Object.assign(new Error('x'), {
  code: 'slack_webapi_platform_error',
  data: { error: 'is_archived' },
});

let test: TestContext;
beforeEach(async () => {
  test = await testContext(chatIntegration, {
    clock: { now: () => 1_760_000_000_000 },
    env: { CHAT_BOT_TOKEN: 'xoxb-test-token', CHAT_APP_TOKEN: 'xapp-test-token' },
  });
});
afterEach(() => test.close());

/** An inbox with one message, and what was done about it; `pass` lets time go by and looks once. */
async function worked(faults: { work: () => unknown; giveUp?: () => unknown }) {
  const { database, clock, logger } = test.context;
  const inbox = createInbox(database.as<ChatTables>(), clock);
  const done: string[] = [];
  const worker = new Worker({
    inbox,
    logger,
    signal: new AbortController().signal,
    laneOf: () => undefined,
    took: () => undefined,
    work: async () => {
      done.push('work');
      const fault = faults.work();
      if (fault !== undefined) throw fault;
    },
    giveUp: async () => {
      done.push('give up');
      const fault = faults.giveUp?.();
      if (fault !== undefined) throw fault;
    },
  });
  await inbox.keep(message);
  const pass = async (ms: number) => {
    test.advance(ms);
    for (const { key } of await inbox.waiting()) {
      const before = done.length;
      worker.start(key, undefined);
      await expect.poll(() => done.length).toBeGreaterThan(before);
      // Until it is let go of, or done.
      await expect.poll(() => isHeld(key)).toBe(false);
    }
  };
  const isHeld = async (key: string) => {
    const db = database.as<ChatTables>();
    const row = await db
      .selectFrom('chat_integration_inbox')
      .select(['held_until', 'done'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    // A hold of a process that is at work is a minute long, to the millisecond.
    return row.done === 0 && Number(row.held_until) === clock.now() + MINUTE;
  };
  return { done, pass };
}

it('an answer that Slack does not take is tried again for hours, less and less often, and told when it is back', async () => {
  let isBack = false;
  const { done, pass } = await worked({ work: () => (isBack ? undefined : away) });
  for (let minute = 0; minute < 180; minute += 1) await pass(MINUTE);
  expect(done.length).toBeGreaterThan(20);
  expect(done.length).toBeLessThan(100);
  expect(done).not.toContain('give up');
  isBack = true;
  const before = done.length;
  await pass(10 * MINUTE);
  await pass(10 * MINUTE);
  expect(done.slice(before)).toEqual(['work']);
});

it('half a day later it is given up', async () => {
  const { done, pass } = await worked({ work: () => away });
  await pass(0);
  await pass(13 * 60 * MINUTE);
  await pass(MINUTE);
  await pass(MINUTE);
  await pass(MINUTE);
  expect(done.filter((each) => each === 'give up')).toHaveLength(1);
  expect(done.at(-1)).toBe('give up');
});

it('what Slack refuses is given up after three attempts, once it takes these words', async () => {
  let isAway = true;
  const { done, pass } = await worked({ work: () => refused, giveUp: () => (isAway ? away : undefined) });
  for (let time = 0; time < 3; time += 1) await pass(MINUTE);
  expect(done).toEqual(['work', 'work', 'work', 'give up']);
  isAway = false;
  for (let time = 0; time < 3; time += 1) await pass(10 * MINUTE);
  expect(done).toEqual(['work', 'work', 'work', 'give up', 'work', 'give up']);
});
