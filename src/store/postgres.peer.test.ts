import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchDatabase } from '../testing/scratch-database.js';
import { openStore } from './index.js';
import { testClock, user } from './repository-suites/fixtures.js';
import { repositorySuites } from './repository-suites/index.js';
import { instancesSuite } from './repository-suites/instances.js';
import { leasesSuite } from './repository-suites/leases.js';

const database = scratchDatabase('store');
let dataDir = '';

beforeAll(async () => {
  await database.create();
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-postgres-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('PostgreSQL', () => {
  // First, on the empty database: processes that start together make the schema once.
  it('survives concurrent first starts', async () => {
    const clock = testClock();
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ dataDir, databaseUrl: database.url(), clock })),
    );
    let ran = 0;
    const step = {
      up: async () => {
        ran += 1;
      },
    };
    await Promise.all(stores.map((store) => store.migrate('together', { '001-once': step })));
    expect(ran).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  repositorySuites((clock) => openStore({ dataDir, databaseUrl: database.url(), clock }));

  instancesSuite((clock) => openStore({ dataDir, databaseUrl: database.url(), clock }));
  leasesSuite((clock) => openStore({ dataDir, databaseUrl: database.url(), clock }));

  it('keeps positions in order when two processes append to one thread', async () => {
    const clock = testClock();
    const [one, two] = await Promise.all([
      openStore({ dataDir, databaseUrl: database.url(), clock }),
      openStore({ dataDir, databaseUrl: database.url(), clock }),
    ]);
    const { id } = await one.sessions.create('did:key:zTwo');
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? one : two).threads.append(id, [user(`m${index}`)]),
      ),
    );
    expect(await two.threads.messages(id)).toHaveLength(30);
    await Promise.all([one.close(), two.close()]);
  });

  it('outlives a connection that the server ends', async () => {
    const store = await openStore({ dataDir, databaseUrl: database.url(), clock: testClock() });
    await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(store.db)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('57P01'),
    });
    expect(await store.sessions.create('did:key:zAfter')).toMatchObject({ owner: 'did:key:zAfter' });
    await store.close();
  });

  it('says what is wrong with a connection, without the password', async () => {
    const refused = openStore({
      dataDir,
      databaseUrl: 'postgres://someone:s3cret@127.0.0.1:1/nothing',
      clock: testClock(),
    });
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      detail: 'No connection to PostgreSQL (DATABASE_URL): ECONNREFUSED.',
    });
    await expect(refused).rejects.not.toThrow(/s3cret/);
    const absent = database.url('no_such_database');
    await expect(openStore({ dataDir, databaseUrl: absent, clock: testClock() })).rejects.toMatchObject({
      code: 'config_invalid',
      hint: expect.stringContaining('Create the database'),
    });
  });
});
