import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './http/testing/test-app.js';
import { eraseUntouched, keepRetention } from './retention.js';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('retention', () => {
  it('erases what nobody touched for so many days, and tells the audit how much', async () => {
    const { store } = app.app;
    for (let made = 0; made < 25; made += 1) await store.sessions.create('did:key:zOld');
    let now = Date.now() + 89 * DAY_MS;
    const deps = { store, clock: { now: () => now }, days: 90, actor: 'did:key:zOwner' };
    expect(await eraseUntouched(deps)).toMatchObject({ sessions: 0 });
    now += DAY_MS + 60_000;
    await store.db
      .updateTable('core_sessions')
      .set({ updated_at: now })
      .where('id', '=', (await store.sessions.create('did:key:zNew')).id)
      .execute();
    expect(await eraseUntouched(deps)).toMatchObject({ sessions: 25 });
    expect(await store.erasure.count({ owner: 'did:key:zNew' })).toMatchObject({ sessions: 1 });
    expect(await store.audit.entries({ limit: 1, actor: 'did:key:zOwner' })).toMatchObject([
      {
        action: 'conversations.expire',
        invoker: 'oracle',
        details: { sessions: '25', runs: '0', messages: '0', days: '90' },
      },
    ]);
  });

  it('looks at once when an oracle begins to serve, ends with it, and without days never looks', async () => {
    const { store, ending, deps } = serving();
    await store.sessions.create('did:key:zServed');
    await keepRetention({ ...deps, days: 0 }, ending.signal);
    expect(await store.erasure.count({ owner: 'did:key:zServed' })).toMatchObject({ sessions: 1 });
    const kept = keepRetention({ ...deps, days: 1 }, ending.signal);
    await expect.poll(async () => (await store.erasure.count({ owner: 'did:key:zServed' })).sessions).toBe(0);
    ending.abort();
    await kept;
  });

  it('says when the database does not answer, and looks again later', async () => {
    const { ending, deps, errors } = serving();
    const erasure = { ...deps.store.erasure, erase: () => Promise.reject(new Error('away')) };
    const kept = keepRetention({ ...deps, store: { ...deps.store, erasure }, days: 1 }, ending.signal);
    await expect
      .poll(() => errors)
      .toEqual(['old conversations could not be erased; trying again in an hour']);
    ending.abort();
    await kept;
  });
});

/** A year later, as who keeps the retention sees it. */
function serving() {
  const { store } = app.app;
  const errors: string[] = [];
  const logger = {
    info: () => undefined,
    error: (_fields: object, words: string) => void errors.push(words),
  };
  const clock = { now: () => Date.now() + 365 * DAY_MS };
  return {
    store,
    errors,
    ending: new AbortController(),
    deps: { store, clock, logger, actor: 'did:key:zOwner' },
  };
}
