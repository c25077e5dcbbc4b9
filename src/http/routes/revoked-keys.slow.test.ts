import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents, textOf } from '../../testing/index.js';
import { createChat } from '../testing/chat.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('ends the runs of a key that is revoked, keeps what was said, and leaves those of other keys', async () => {
  const [revoked, other] = [await app.key('chat'), await app.key('chat')];
  const [lost, kept] = [createChat(() => ({ app, key: revoked })), createChat(() => ({ app, key: other }))];
  const text = Array.from({ length: 100 }, (_, at) => `word${at} `);
  app.model.push({ text, chunkDelayMs: 100 }, { text: text.slice(0, 60), chunkDelayMs: 100 });
  const mine = await lost.say(await lost.newSession(), 'count');
  await expect.poll(() => app.model.requests.length, { timeout: 20_000 }).toBe(1);
  const theirs = await kept.say(await kept.newSession(), 'count');
  await app.app.store.apiKeys.revoke(/^orc_([^_]+)_/.exec(revoked)?.[1] ?? '');
  const events = await readEvents(mine);
  expect(textOf(events)).toMatch(/^word0 /);
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
  expect(String(events.at(-1)?.data['message'])).toContain('was revoked');
  expect((await readEvents(theirs)).at(-1)?.event).toBe('done');
});
