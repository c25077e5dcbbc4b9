import { EventEmitter, once } from 'node:events';
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
    // Files of this kind share a process: timers of others may be among those that are held here, so none is counted.
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
    vi.advanceTimersByTime(600);
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
    const alone = new EventEmitter();
    const keeper = createLogKeeper(path, async (work) => {
      if (reader.inTransaction) reader.exec('commit');
      await work();
      alone.emit('done');
    });
    const copied = async (afterMs: number) => {
      const done = once(alone, 'done');
      write(5 * BYTES);
      keeper.noteWrite();
      vi.advanceTimersByTime(afterMs);
      await done;
      await new Promise((resolve) => setImmediate(resolve));
      const log = await sizeOf(`${path}-wal`);
      write(BYTES);
      expect(await sizeOf(`${path}-wal`)).toBe(log);
    };
    await copied(600);
    // It looks again soon: the log grew fast.
    await copied(60);
    await keeper.stop();
    reader.close();
  });

  it('leaves a short log alone, and everything once it is stopped', async () => {
    const keeper = createLogKeeper(path, atOnce);
    const size = await sizeOf(path);
    write(1000);
    keeper.noteWrite();
    vi.advanceTimersByTime(600);
    await keeper.stop();
    expect(await sizeOf(path)).toBe(size);
    write(BYTES);
    keeper.noteWrite();
    vi.advanceTimersByTime(600);
    await keeper.stop();
    expect(await sizeOf(path)).toBe(size);
  });

  it('outlives a database that is gone', async () => {
    const keeper = createLogKeeper(join(directory, 'elsewhere.db'), atOnce);
    keeper.noteWrite();
    vi.advanceTimersByTime(600);
    await expect(keeper.stop()).resolves.toBeUndefined();
  });
});
