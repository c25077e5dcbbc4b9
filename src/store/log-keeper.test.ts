import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Alone, createLogKeeper } from './log-keeper.js';

const BYTES = 4 << 20;
const atOnce: Alone = (work) => work();

describe('the keeper of the write-ahead log', () => {
  let directory: string;
  let path: string;
  let database: Libsql.Database;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    directory = await mkdtemp(join(tmpdir(), 'log-keeper-'));
    path = join(directory, 'oracle.db');
    database = new Libsql(path);
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
    database.exec('create table items (bytes blob)');
  });
  afterEach(async () => {
    vi.useRealTimers();
    database.close();
    await rm(directory, { recursive: true });
  });

  const write = (bytes: number) => database.prepare('insert into items values (zeroblob(?))').run([bytes]);
  const sizeOf = async (file: string) => (await stat(file)).size;

  it('copies a grown log into the database while the database is in use', async () => {
    const keeper = createLogKeeper(path, atOnce);
    write(BYTES);
    expect(await sizeOf(path)).toBeLessThan(BYTES);
    keeper.noteWrite();
    vi.runAllTimers();
    await keeper.stop();
    expect(await sizeOf(path)).toBeGreaterThan(BYTES);
    // All of the log is copied, so the next write starts it over instead of adding to it.
    const log = await sizeOf(`${path}-wal`);
    write(BYTES / 2);
    expect(await sizeOf(`${path}-wal`)).toBe(log);
  });

  it('copies the end of a long log while nobody writes, so that no commit has to', async () => {
    // Whoever still reads an older state keeps a pass from the end of the log, as one who writes on does.
    const reader = new Libsql(path);
    reader.exec('begin');
    reader.prepare('select count(*) from items').all();
    let aloneFor = 0;
    const keeper = createLogKeeper(path, async (work) => {
      aloneFor += 1;
      reader.exec('commit');
      await work();
    });
    write(5 * BYTES);
    keeper.noteWrite();
    vi.runAllTimers();
    // It looks again soon: the log grew fast.
    while (vi.getTimerCount() === 0) {
      keeper.noteWrite();
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.advanceTimersByTime(60);
    expect(vi.getTimerCount()).toBe(0);
    await keeper.stop();
    reader.close();
    expect(aloneFor).toBeGreaterThan(0);
    const log = await sizeOf(`${path}-wal`);
    write(BYTES);
    expect(await sizeOf(`${path}-wal`)).toBe(log);
  });

  it('leaves a short log alone, and everything once it is stopped', async () => {
    const keeper = createLogKeeper(path, atOnce);
    const size = await sizeOf(path);
    write(1000);
    keeper.noteWrite();
    vi.runAllTimers();
    await keeper.stop();
    expect(await sizeOf(path)).toBe(size);
    write(BYTES);
    keeper.noteWrite();
    expect(vi.getTimerCount()).toBe(0);
    expect(await sizeOf(path)).toBeLessThan(BYTES);
  });

  it('outlives a database that is gone', async () => {
    const keeper = createLogKeeper(join(directory, 'elsewhere.db'), atOnce);
    keeper.noteWrite();
    vi.runAllTimers();
    await expect(keeper.stop()).resolves.toBeUndefined();
  });
});
