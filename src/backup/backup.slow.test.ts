import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadIdentity } from '../auth/index.js';
import { openStore } from '../store/index.js';
import { readRestored } from '../store/restore-mark.js';
import type { Store } from '../store/types.js';
import { type BackupOptions, backUp } from './back-up.js';
import type { Manifest } from './manifest.js';
import { restore } from './restore.js';
import { verifyBackup } from './verify.js';

const PASSPHRASE = 'five words that nobody guesses';
let root: string;
let dataDir: string;
let dir: string;
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'oracle-backup-'));
  dataDir = join(root, 'data');
  dir = join(root, 'backup');
  store = await openStore({ dataDir, clock: { now: Date.now } });
  await loadIdentity({ dataDir, create: true });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const backUpNow = (options: Partial<BackupOptions> = {}) =>
  backUp({ dir, place: { dataDir }, passphrase: PASSPHRASE, now: Date.now, runtime: '1', ...options });
const manifest = () => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest;
const files = (of: string) =>
  readdirSync(of, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
const restoreTo = (name: string, passphrase = PASSPHRASE) =>
  restore(dir, { dataDir: join(root, name) }, passphrase);

it('copies only what is new, drops what is gone, and leaves what others may not read', async () => {
  const blobs = store.blobs('p');
  await blobs.put('a/one', Buffer.from('one'));
  expect(await backUpNow()).toMatchObject({ copied: 1, slow: false });
  const before = manifest();
  await blobs.put('a/two', Readable.from([Buffer.from('t'), Buffer.from('wo')]));
  await blobs.delete('a/one');
  await blobs.put('b/three', Buffer.from('three'));
  expect(await backUpNow()).toMatchObject({ copied: 2 });
  expect(
    files(join(dir, 'blobs'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['three', 'two']);
  expect(readdirSync(join(dir, 'snapshots'))).toHaveLength(1);
  expect(manifest().blobs).toMatchObject({ count: 2, bytes: 8 });
  expect(manifest().database.path).not.toBe(before.database.path);
  for (const { parentPath, name } of files(dir))
    if (name !== 'backup.lock') expect(statSync(join(parentPath, name)).mode & 0o077, name).toBe(0);
  expect(await backUpNow()).toMatchObject({ copied: 0 });
});

it('brings back rows, bytes, keys and identity, and keeps no secret readable', async () => {
  const { row } = await store.apiKeys.create({ name: 'k', scopes: ['chat'] });
  const key = await store.keys('p').get('a');
  await store.blobs('p').put('a/one', Buffer.from('one'));
  const identity = await loadIdentity({ dataDir, create: false });
  await backUpNow();
  const words = JSON.parse(readFileSync(join(dataDir, 'identity.json'), 'utf8')) as { mnemonic: string };
  const masterKey = JSON.parse(readFileSync(join(dataDir, 'master-keys.json'), 'utf8')) as {
    keys: { key: string }[];
  };
  for (const { parentPath, name } of files(dir)) {
    const content = readFileSync(join(parentPath, name), 'latin1');
    expect(content).not.toContain(words.mnemonic);
    expect(content).not.toContain(masterKey.keys[0]?.key);
  }

  expect(await restoreTo('again')).toEqual(manifest());
  const again = join(root, 'again');
  expect((await loadIdentity({ dataDir: again, create: false }))?.did).toBe(identity?.did);
  const restored = await openStore({ dataDir: again, clock: { now: Date.now } });
  await restored.checkKeys();
  const { createdAt: backupAt } = manifest();
  expect(await readRestored(again)).toMatchObject({ backupAt });
  expect((await restored.keys('p').get('a')).equals(key)).toBe(true);
  expect((await restored.apiKeys.list()).map(({ id }) => id)).toEqual([row.id]);
  expect(await restored.blobs('p').stat('a/one')).toEqual({ size: 3 });
  await restored.close();
  for (const { parentPath, name } of files(again))
    expect(statSync(join(parentPath, name)).mode & 0o077, name).toBe(0);
});

it('opens what a rotation during the backup had wrapped anew, and what it had not', async () => {
  const key = await store.keys('p').get('a');
  let rotated = 0;
  // The clock is asked between the steps of a backup.
  const now = () => {
    rotated++;
    return Date.now();
  };
  const rotating = store.rotateMasterKey();
  await Promise.all([backUpNow({ now }), rotating]);
  expect(rotated).toBeGreaterThan(0);
  await restoreTo('again');
  const restored = await openStore({ dataDir: join(root, 'again'), clock: { now: Date.now } });
  await restored.checkKeys();
  expect((await restored.keys('p').get('a')).equals(key)).toBe(true);
  await restored.close();
});

it('restores nothing over something, with another passphrase, or of what was changed', async () => {
  await store.keys('p').get('a');
  await store.blobs('p').put('a/one', Buffer.from('one'));
  await expect(restoreTo('again')).rejects.toMatchObject({ code: 'not_found' });
  await backUpNow();
  await expect(restoreTo('data')).rejects.toMatchObject({ code: 'conflict' });
  await expect(restoreTo('again', 'another passphrase')).rejects.toMatchObject({ code: 'forbidden' });
  expect(readdirSync(root).sort()).toEqual(['backup', 'data']);

  // Whoever can write the backup can mend its hashes, and the keys then do not open.
  const { database } = manifest();
  const foreign = Buffer.from(readFileSync(join(dir, database.path)));
  foreign[foreign.length - 1] = (foreign.at(-1) ?? 0) ^ 1;
  writeFileSync(join(dir, database.path), foreign);
  await expect(restoreTo('again')).rejects.toMatchObject({ detail: expect.stringContaining('was changed') });
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(foreign).digest('hex');
  writeFileSync(
    join(dir, 'manifest.json'),
    JSON.stringify({ ...manifest(), database: { ...database, sha256 } }),
  );
  expect((await verifyBackup(dir, undefined)).faults).toEqual([]);
  await expect(verifyBackup(dir, PASSPHRASE)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(restoreTo('again')).rejects.toMatchObject({ code: 'forbidden' });
});

it('starts no oracle on half a restore', async () => {
  await store.blobs('p').put('a/one', Buffer.from('one'));
  await backUpNow();
  writeFileSync(join(dir, 'blobs/p/a/one'), 'two');
  expect((await verifyBackup(dir, undefined)).faults).toEqual(['blobs/p/a/one was changed']);
  await expect(restoreTo('again')).rejects.toMatchObject({ code: 'config_invalid' });
  await expect(openStore({ dataDir: join(root, 'again'), clock: { now: Date.now } })).rejects.toMatchObject({
    detail: 'A restore into DATA_DIR did not come to its end.',
  });
});

it('takes no directory of something else, none in DATA_DIR, and none that another backup is in', async () => {
  await expect(backUpNow({ dir: join(dataDir, 'b') })).rejects.toMatchObject({ code: 'conflict' });
  writeFileSync(join(root, 'mine'), 'x');
  await expect(backUpNow({ dir: root })).rejects.toMatchObject({ code: 'conflict' });
  const both = await Promise.allSettled([backUpNow(), backUpNow()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
