import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Append, appendTogether } from './append-together.js';
import { openStore } from './index.js';
import { OWNER, testClock } from './repository-suites/fixtures.js';
import type { Store } from './types.js';

let dataDir = '';
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-together-'));
  store = await openStore({ dataDir, clock: testClock() });
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What was appended by itself. */
const alone: Append[] = [];
beforeEach(() => void alone.splice(0));
const appender = (live = 2) =>
  appendTogether(
    store.db,
    async (append) => {
      alone.push(append);
      await store.db
        .insertInto('core_run_events')
        .values({ ...append.log, ...append.stretch })
        .execute();
      return true;
    },
    () => live,
  );

async function appends(count: number): Promise<Append[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { id } = await store.sessions.create(OWNER);
      await store.runs.create({ id: `run-${id}`, sessionId: id, owner: OWNER });
      return {
        log: { session_id: id, ordinal: 1 },
        stretch: { first_seq: 1, last_seq: 2, json: `["${index}"]` },
        instance: store.instances.own,
      };
    }),
  );
}

const stored = async (append: Append) =>
  (
    await store.db
      .selectFrom('core_run_events')
      .select('json')
      .where('session_id', '=', append.log.session_id)
      .execute()
  ).map(({ json }) => json);

it('stores what comes in one turn in one statement, and what is alone by itself', async () => {
  const append = appender();
  const all = await appends(5);
  expect(await Promise.all(all.map(append))).toEqual([true, true, true, true, true]);
  expect(alone).toEqual([]);
  for (const each of all) expect(await stored(each)).toEqual([each.stretch.json]);
  const [last] = await appends(1);
  if (last === undefined) throw new Error('There is one');
  await append(last);
  expect(alone).toEqual([expect.objectContaining({ log: last.log })]);
});

it('lets none that can be stored fail with one that cannot', async () => {
  const append = appender();
  const all = await appends(3);
  const full = sql.lit(all[1]?.log.session_id ?? '');
  await sql`create trigger refuse_one before insert on core_run_events when new.session_id = ${full}
    begin select raise(abort, 'no room'); end`.execute(store.db);
  const results = await Promise.allSettled(all.map(append));
  await sql`drop trigger refuse_one`.execute(store.db);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await Promise.all(all.map(stored))).toEqual([['["0"]'], [], ['["2"]']]);
});

it('waits for others where many answers go on', async () => {
  const append = appender(1_000);
  const [first, second] = await appends(2);
  if (first === undefined || second === undefined) throw new Error('There are two');
  const one = append(first);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([one, append(second)])).toEqual([true, true]);
  expect(alone).toEqual([]);
});
