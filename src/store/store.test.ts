import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainSqliteError } from './database-errors.js';
import { openStore } from './index.js';
import { OWNER, testClock } from './repository-suites/fixtures.js';

describe('the SQLite store', () => {
  let parent = '';
  let dataDir = '';
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'oracle-store-'));
    dataDir = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));
  const open = () => openStore({ dataDir, clock: testClock() });

  it('makes its files private', async () => {
    const store = await open();
    await store.sessions.create(OWNER);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const name of ['oracle.db', 'oracle.db-wal', 'oracle.db-shm']) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
    await store.close();
    await store.close();
  });

  it('has everything in the one file after close', async () => {
    const store = await open();
    await store.sessions.create(OWNER, 'kept');
    await store.close();
    await rm(join(dataDir, 'oracle.db-wal'), { force: true });
    await rm(join(dataDir, 'oracle.db-shm'), { force: true });
    const again = await open();
    expect(await again.sessions.get(OWNER, 'kept')).toBeDefined();
    await again.close();
  });

  it('runs with the pragmas it counts on', async () => {
    const store = await open();
    const { sql } = await import('kysely');
    const pragma = async (name: string) => {
      const { rows } = await sql`pragma ${sql.raw(name)}`.execute(store.db);
      return Object.values(rows[0] as Record<string, unknown>)[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBeGreaterThan(0);
    await store.close();
  });

  it('costs one query to open when it is up to date, and none to migrate', async () => {
    const first = await open();
    const ran = await first.db
      .selectFrom('core_migrations')
      .select('name')
      .where('scope', '=', 'core')
      .execute();
    await first.close();
    const prepare = vi.spyOn(Libsql.prototype, 'prepare');
    const store = await open();
    const step = { up: () => Promise.reject(new Error('ran twice')) };
    await store.migrate('core', Object.fromEntries(ran.map(({ name }) => [name, step])));
    const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !sql.startsWith('pragma'));
    prepare.mockRestore();
    expect(statements).toEqual(['select "scope", "name" from "core_migrations"']);
    await store.close();
  });

  it('stores booleans as 0 and 1, bytes as bytes, and refuses what would change silently', async () => {
    const store = await open();
    await store.migrate('demo', {
      '001-values': {
        up: (db) =>
          db.schema.createTable('demo_values').addColumn('id', 'text').addColumn('value', 'bigint').execute(),
      },
    });
    type Demo = { demo_values: { id: string; value: unknown } };
    const db = store.db.withTables<Demo>();
    const put = (id: string, value: unknown) => db.insertInto('demo_values').values({ id, value }).execute();
    await put('boolean', true);
    await put('bytes', new Uint8Array([0, 255]));
    await put('time', 1_790_000_000_123);
    await put('null', null);
    const rows = await db.selectFrom('demo_values').selectAll().execute();
    expect(Object.fromEntries(rows.map((row) => [row.id, row.value]))).toEqual({
      boolean: 1,
      bytes: Buffer.from([0, 255]),
      time: 1_790_000_000_123,
      null: null,
    });
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 2n ** 60n, new Date(), {}, ['a']]) {
      await expect(put('bad', value), String(value)).rejects.toThrow(Error);
    }
    await expect(put('nul', 'a\0b')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(
      await db.selectFrom('demo_values').select('id').where('id', 'in', ['bad', 'nul']).execute(),
    ).toEqual([]);
    await store.close();
  });

  describe('says how to mend', () => {
    it('a file that is not a database', async () => {
      await (await open()).close();
      const path = join(dataDir, 'oracle.db');
      await writeFile(path, 'certainly no database\n'.repeat(500));
      await expect(open()).rejects.toMatchObject({
        code: 'config_invalid',
        detail: expect.stringContaining(path),
        hint: expect.stringContaining('Move the file away'),
      });
    });

    it('a DATA_DIR that is a file', async () => {
      await writeFile(dataDir, '');
      await expect(open()).rejects.toMatchObject({
        code: 'config_invalid',
        hint: expect.stringContaining('DATA_DIR'),
      });
    });

    it('a DATABASE_URL of another kind, without repeating it', async () => {
      const failed = openStore({ dataDir, databaseUrl: 'mysql://root:s3cret@db/x', clock: testClock() });
      await expect(failed).rejects.toMatchObject({
        code: 'config_invalid',
        hint: expect.stringContaining('postgres://'),
      });
      await expect(failed).rejects.not.toThrow(/s3cret/);
    });

    it('a database that cannot be written', async () => {
      const path = join(dataDir, 'oracle.db');
      await (await open()).close();
      // The code of a file without write permission, which the superuser never sees.
      const readOnly = Object.assign(new Error('attempt to write a readonly database'), {
        code: 'SQLITE_READONLY',
      });
      expect(explainSqliteError(readOnly, path)).toMatchObject({
        code: 'config_invalid',
        hint: expect.stringContaining('write permission'),
      });
      if (process.getuid?.() === 0) return;
      await chmod(path, 0o400);
      await expect(open()).rejects.toMatchObject({ code: 'config_invalid' });
    });

    it('a disk that is full, at any statement', () => {
      const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      expect(explainSqliteError(full, '/data/oracle.db')).toMatchObject({
        code: 'insufficient_storage',
        hint: expect.stringContaining('Free space'),
      });
      const other = Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' });
      expect(explainSqliteError(other, '/data/oracle.db')).toBe(other);
    });
  });
});
