import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../store/index.js';
import { scratchDatabase } from '../testing/scratch-database.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

const PASSPHRASE = 'five words that nobody guesses';
const clock = { now: Date.now };
const [first, second] = [scratchDatabase('backup'), scratchDatabase('restored')];
let root = '';
beforeAll(async () => {
  await first.create();
  await second.create();
  root = mkdtempSync(join(tmpdir(), 'oracle-backup-'));
});
afterAll(async () => {
  await first.drop();
  await second.drop();
  rmSync(root, { recursive: true, force: true });
});

it('takes a PostgreSQL along, into an empty one alone', { timeout: 120_000 }, async () => {
  const place = { dataDir: join(root, 'data'), databaseUrl: first.url() };
  const store = await openStore({ ...place, clock });
  const { row } = await store.apiKeys.create({ name: 'k', scopes: ['chat'] });
  const key = await store.keys('p').get('a');
  await store.blobs('p').put('a/one', Buffer.from('one'));
  const dir = join(root, 'backup');
  await backUp({ dir, place, passphrase: PASSPHRASE, now: Date.now, runtime: '1' });
  await store.close();

  const dataDir = join(root, 'again');
  await expect(restore(dir, { dataDir }, PASSPHRASE)).rejects.toMatchObject({ code: 'config_invalid' });
  await expect(restore(dir, { dataDir, databaseUrl: first.url() }, PASSPHRASE)).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('empty database'),
  });
  rmSync(dataDir, { recursive: true });
  await restore(dir, { dataDir, databaseUrl: second.url() }, PASSPHRASE);
  const restored = await openStore({ dataDir, databaseUrl: second.url(), clock });
  await restored.checkKeys();
  expect((await restored.keys('p').get('a')).equals(key)).toBe(true);
  expect((await restored.apiKeys.list()).map(({ id }) => id)).toEqual([row.id]);
  expect(await restored.blobs('p').stat('a/one')).toEqual({ size: 3 });
  await restored.close();
});
