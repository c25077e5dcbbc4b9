import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './index.js';
import { OWNER, testClock, user } from './repository-suites/fixtures.js';

describe('the SQLite store beside others', () => {
  let parent = '';
  let dataDir = '';
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'oracle-store-'));
    dataDir = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));
  const open = () => openStore({ dataDir, clock: testClock() });

  it('survives processes that start together on an empty directory', async () => {
    const index = new URL('./index.ts', import.meta.url).href;
    const script = `
      const { openStore } = await import(${JSON.stringify(index)});
      const store = await openStore({ dataDir: ${JSON.stringify(dataDir)}, clock: Date });
      const step = { up: (db) => db.schema.createTable('demo').addColumn('id', 'text').execute() };
      await store.migrate('demo', { '001-once': step });
      for (let i = 0; i < 20; i += 1) await store.sessions.create('owner');
      await store.close();
    `;
    const start = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    await Promise.all([start(), start(), start()]);
    const store = await open();
    expect((await store.sessions.list('owner', 100)).items).toHaveLength(60);
    const steps = await store.db
      .selectFrom('core_migrations')
      .select('name')
      .where('scope', '=', 'demo')
      .execute();
    expect(steps).toEqual([{ name: '001-once' }]);
    await store.close();
  });

  it('reads a thread of 5 MB without blocking others', async () => {
    const store = await open();
    const { id } = await store.sessions.create(OWNER);
    const content = 'x'.repeat(2_500);
    const messages = Array.from({ length: 2_000 }, (_, index) => user(`m${index}`, content));
    await store.threads.append(id, messages);
    let turns = 0;
    let ticking = setImmediate(function tick() {
      turns += 1;
      ticking = setImmediate(tick);
    });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const read = await store.threads.messages(id);
    delay.disable();
    clearImmediate(ticking);
    expect(read).toHaveLength(messages.length);
    expect(turns, 'turns that others got').toBeGreaterThan(0);
    expect(delay.percentile(99) / 1e6).toBeLessThan(50);
    await store.close();
  });

  it('says how to mend a database that another process has locked', async () => {
    await mkdir(dataDir);
    const holder = new Libsql(join(dataDir, 'oracle.db'));
    holder.exec('begin exclusive');
    holder.exec('create table held (id text)');
    await expect(open()).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('locked by another process'),
    });
    holder.exec('rollback');
    holder.close();
    await (await open()).close();
  });
});
