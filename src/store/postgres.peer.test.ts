import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from './index.js';
import { testClock, user } from './repository-suites/fixtures.js';
import { repositorySuites } from './repository-suites/index.js';

/** A database of this run's own on the server that ORACLE_TEST_POSTGRES_URL names. */
const server = process.env['ORACLE_TEST_POSTGRES_URL'];
const name = `oracle_test_${randomBytes(6).toString('hex')}`;
let dataDir = '';

function databaseUrl(): string {
  if (server === undefined || server === '') {
    throw new Error('Set ORACLE_TEST_POSTGRES_URL to a PostgreSQL where this test may create a database');
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  databaseUrl();
  await onServer(`create database ${name}`);
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-postgres-'));
});
afterAll(async () => {
  await onServer(`drop database ${name} with (force)`);
  await rm(dataDir, { recursive: true, force: true });
});

describe('PostgreSQL', () => {
  // First, on the empty database: processes that start together make the schema once.
  it('survives concurrent first starts', async () => {
    const clock = testClock();
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ dataDir, databaseUrl: databaseUrl(), clock })),
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

  repositorySuites((clock) => openStore({ dataDir, databaseUrl: databaseUrl(), clock }));

  it('keeps positions in order when two processes append to one thread', async () => {
    const clock = testClock();
    const [one, two] = await Promise.all([
      openStore({ dataDir, databaseUrl: databaseUrl(), clock }),
      openStore({ dataDir, databaseUrl: databaseUrl(), clock }),
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
    const store = await openStore({ dataDir, databaseUrl: databaseUrl(), clock: testClock() });
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
    const absent = new URL(databaseUrl());
    absent.pathname = '/no_such_database';
    await expect(openStore({ dataDir, databaseUrl: absent.href, clock: testClock() })).rejects.toMatchObject({
      code: 'config_invalid',
      hint: expect.stringContaining('Create the database'),
    });
  });
});
