import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './index.js';
import type { Store } from './types.js';

describe('keys', () => {
  let dataDir: string;
  const stores: Store[] = [];
  const open = async () => {
    const store = await openStore({ dataDir, clock: { now: () => 1_700_000_000_000 } });
    stores.push(store);
    return store;
  };
  const masterPath = () => join(dataDir, 'master-keys.json');
  const masterIds = async () =>
    (JSON.parse(await readFile(masterPath(), 'utf8')) as { keys: { id: string }[] }).keys.map(({ id }) => id);

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are random, of 32 bytes, and the same for the same name for ever', async () => {
    const store = await open();
    expect(await readdir(dataDir)).not.toContain('master-keys.json');
    const key = await store.keys('vfs').get('a');
    expect(key).toHaveLength(32);
    expect((await store.keys('vfs').get('b')).equals(key)).toBe(false);
    expect((await store.keys('other').get('a')).equals(key)).toBe(false);
    expect((await (await open()).keys('vfs').get('a')).equals(key)).toBe(true);
  });

  it('are one key when two processes make them at once', async () => {
    const [one, two] = [await open(), await open()];
    const [a, b] = await Promise.all([one.keys('vfs').get('a'), two.keys('vfs').get('a')]);
    expect(a.equals(b)).toBe(true);
  });

  it('stand in the database only wrapped, and the master key in a file of its own, 0600', async () => {
    const store = await open();
    const key = await store.keys('vfs').get('a');
    const [row] = await store.db.selectFrom('core_keys').selectAll().execute();
    expect(row?.wrapped).not.toContain(key.toString('base64url'));
    expect((await stat(masterPath())).mode & 0o777).toBe(0o600);
  });

  it('survive a rotation, which forgets the old master key', async () => {
    const store = await open();
    const keys = await Promise.all(['a', 'b', 'c'].map((name) => store.keys('vfs').get(name)));
    const [before] = await masterIds();
    expect(await store.rotateMasterKey()).toEqual({ keys: 3 });
    expect(await masterIds()).toHaveLength(1);
    expect(await masterIds()).not.toContain(before);
    const fresh = await open();
    expect((await fresh.keys('vfs').get('b')).equals(keys[1] ?? Buffer.alloc(0))).toBe(true);
    // A process that was up during the rotation makes its next key with the new master.
    await store.keys('vfs').get('d');
    expect(await fresh.keys('vfs').get('d')).toHaveLength(32);
  });

  it('survive a rotation that stops half way', async () => {
    const store = await open();
    const key = await store.keys('vfs').get('a');
    const old = await readFile(masterPath(), 'utf8');
    await store.rotateMasterKey();
    const renewed = await readFile(masterPath(), 'utf8');
    const keysOf = (text: string) => (JSON.parse(text) as { keys: unknown[] }).keys;
    // As after the transaction and before the last write: both master keys are there.
    await writeFile(masterPath(), JSON.stringify({ keys: [...keysOf(old), ...keysOf(renewed)] }));
    expect((await (await open()).keys('vfs').get('a')).equals(key)).toBe(true);
    expect(await (await open()).rotateMasterKey()).toEqual({ keys: 1 });
    expect((await (await open()).keys('vfs').get('a')).equals(key)).toBe(true);
    expect(await masterIds()).toHaveLength(1);
  });

  it('say what to restore when the master key is lost, foreign or damaged', async () => {
    const store = await open();
    await store.keys('vfs').get('a');
    const own = await readFile(masterPath(), 'utf8');
    await rm(masterPath());
    await expect((await open()).checkKeys()).rejects.toMatchObject({
      code: 'config_invalid',
      detail: expect.stringContaining(`${masterPath()} that opens them is not there`),
      hint: expect.stringContaining('from a backup'),
    });
    await writeFile(
      masterPath(),
      JSON.stringify({ keys: [{ id: 'x', key: Buffer.alloc(32).toString('base64url') }] }),
    );
    await expect((await open()).checkKeys()).rejects.toMatchObject({
      code: 'config_invalid',
      detail: expect.stringContaining('belongs to another database'),
    });
    await writeFile(masterPath(), '{"keys":[]}');
    await expect((await open()).checkKeys()).rejects.toMatchObject({
      code: 'config_invalid',
      detail: expect.stringContaining('is damaged'),
    });
    await writeFile(masterPath(), own);
    await (await open()).checkKeys();
    expect(await (await open()).keys('vfs').get('a')).toHaveLength(32);
  });

  it('are not made beside others whose master key was lost meanwhile', async () => {
    const store = await open();
    await store.keys('vfs').get('a');
    await rm(masterPath());
    await expect(store.keys('vfs').get('b')).rejects.toMatchObject({
      code: 'config_invalid',
      hint: expect.stringContaining('master-keys.json'),
    });
    await expect(store.rotateMasterKey()).rejects.toMatchObject({ code: 'config_invalid' });
    expect(await readdir(dataDir)).not.toContain('master-keys.json');
  });

  it('do not open in the place of another', async () => {
    const store = await open();
    await store.keys('vfs').get('a');
    await store.keys('vfs').get('b');
    const rows = await store.db.selectFrom('core_keys').select(['name', 'wrapped']).execute();
    const wrapped = rows.find(({ name }) => name === 'b')?.wrapped ?? '';
    await store.db.updateTable('core_keys').set({ wrapped }).where('name', '=', 'a').execute();
    await expect((await open()).keys('vfs').get('a')).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
