import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs, ListedBlob } from '../plugin/index.js';
import { createDiskBlobs } from './blobs.js';

describe('blobs on disk', () => {
  let dataDir = '';
  let blobs: Blobs;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'oracle-blobs-'));
    blobs = createDiskBlobs(dataDir)('vfs');
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const text = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await blobs.get(key, range))).toString();
  /** Every file below the data directory, relative to it. */
  const files = async () =>
    (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));

  it('stores bytes and streams, replaces whole, and keeps prefixes apart', async () => {
    expect(await blobs.put('a/b.txt', Buffer.from('hello'))).toEqual({ size: 5 });
    expect(await blobs.put('a/c', Readable.from([Buffer.from('one '), 'two', new Uint8Array([33])]))).toEqual(
      {
        size: 8,
      },
    );
    expect(await text('a/b.txt')).toBe('hello');
    expect(await text('a/c')).toBe('one two!');
    await blobs.put('a/b.txt', Buffer.from('new'));
    expect(await text('a/b.txt')).toBe('new');
    expect(await blobs.stat('a/b.txt')).toEqual({ size: 3 });
    expect(await createDiskBlobs(dataDir)('other').stat('a/b.txt')).toBeUndefined();
    expect((await files()).toSorted()).toEqual(['blobs/vfs/a/b.txt', 'blobs/vfs/a/c']);
  });

  it('reads any range that lies in the blob', async () => {
    const content = 'abcdefghij';
    await blobs.put('r', Buffer.from(content));
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.nat(12), async (start, length) => {
        expect(await text('r', { start, end: start + length })).toBe(content.slice(start, start + length));
      }),
    );
    for (const range of [
      { start: -1, end: 2 },
      { start: 3, end: 2 },
      { start: 0.5, end: 2 },
      { start: Number.NaN, end: 2 },
    ]) {
      await expect(blobs.get('r', range)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('reads an open blob anywhere, also once it is deleted', async () => {
    const content = 'abcdefghij';
    await blobs.put('open', Buffer.from(content));
    const reader = await blobs.open('open');
    await blobs.delete('open');
    try {
      for (const [at, length] of [
        [0, 10],
        [3, 4],
        [7, 3],
        [7, 9],
        [10, 2],
        [99, 1],
      ] as const) {
        const into = Buffer.alloc(length);
        const found = await reader.read(into, at);
        expect(into.toString('latin1', 0, found)).toBe(content.slice(at, at + length));
      }
    } finally {
      await reader.close();
    }
  });

  it('is private to its user', async () => {
    await blobs.put('deep/er/file', Buffer.from('x'));
    expect((await stat(join(dataDir, 'blobs/vfs/deep/er/file'))).mode & 0o777).toBe(0o600);
    for (const directory of ['blobs', 'blobs/vfs', 'blobs/vfs/deep', 'blobs/.incoming']) {
      expect((await stat(join(dataDir, directory))).mode & 0o777, directory).toBe(0o700);
    }
  });

  it('leaves nothing of a put that fails, and what was there before stays', async () => {
    const failing = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000, 1);
          throw new Error('the disk is on fire');
        })(),
      );
    await expect(blobs.put('x/new', failing())).rejects.toThrow('the disk is on fire');
    expect(await files()).toEqual([]);
    await blobs.put('x/old', Buffer.from('kept'));
    await expect(blobs.put('x/old', failing())).rejects.toThrow('the disk is on fire');
    expect(await text('x/old')).toBe('kept');
    expect(await files()).toEqual(['blobs/vfs/x/old']);
  });

  it('names a full disk and a directory that cannot be written', async () => {
    const failWith = (code: string) =>
      Readable.from(
        (async function* () {
          yield Buffer.from('a');
          throw Object.assign(new Error(code), { code });
        })(),
      );
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
      await expect(blobs.put('full', failWith(code))).rejects.toMatchObject({
        code: 'insufficient_storage',
        detail: expect.stringContaining('disk is full'),
      });
    }
    await expect(blobs.put('closed', failWith('EROFS'))).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('write permission'),
    });
    expect(await files()).toEqual([]);
  });

  it('says that a blob is absent', async () => {
    await blobs.put('dir/file', Buffer.from('x'));
    for (const key of ['none', 'dir', 'dir/file/below', 'none/at/all']) {
      await expect(blobs.get(key), key).rejects.toMatchObject({ code: 'not_found' });
      await expect(blobs.open(key), key).rejects.toMatchObject({ code: 'not_found' });
      expect(await blobs.stat(key), key).toBeUndefined();
      await blobs.delete(key);
    }
    expect(await text('dir/file')).toBe('x');
    await blobs.delete('dir/file');
    expect(await blobs.stat('dir/file')).toBeUndefined();
  });

  it('refuses a key that is a directory of others, or lies below a blob', async () => {
    await blobs.put('dir/file', Buffer.from('x'));
    await expect(blobs.put('dir', Buffer.from('y'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(blobs.put('dir/file/below', Buffer.from('y'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await files()).toEqual(['blobs/vfs/dir/file']);
  });

  it.each([
    '',
    '.',
    '..',
    '../escape',
    'a/../../escape',
    '/etc/passwd',
    'a//b',
    'a/',
    'a\\b',
    'a b',
    'a\0b',
    'ä',
    `${'x'.repeat(256)}`,
    `${'x/'.repeat(600)}x`,
  ])('refuses the key %j', async (key) => {
    await expect(blobs.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(blobs.get(key)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(blobs.stat(key)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(blobs.delete(key)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await files()).toEqual([]);
  });

  it('never leaves its directory, whatever the key', async () => {
    await writeFile(join(dataDir, 'outside'), 'secret');
    const piece = fc.constantFrom('..', '.', 'a', '/', '\\', '%2e', 'outside', '\0', '~');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
        async (key) => {
          const stored = await blobs.put(key, Buffer.from('x')).then(
            () => true,
            () => false,
          );
          if (stored) await blobs.delete(key);
          expect(await readFile(join(dataDir, 'outside'), 'utf8')).toBe('secret');
          expect(await files()).toEqual(['outside']);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lists what is stored under its prefix, with its size and time', async () => {
    const listed = async (of: Blobs) => {
      const found: ListedBlob[] = [];
      for await (const blob of of.list()) found.push(blob);
      return found.sort((one, other) => one.key.localeCompare(other.key));
    };
    expect(await listed(blobs)).toEqual([]);
    await blobs.put('a/b/c', Buffer.from('one'));
    await blobs.put('d', Buffer.from('three'));
    await createDiskBlobs(dataDir)('other').put('e', Buffer.from('x'));
    expect(await listed(blobs)).toEqual([
      { key: 'a/b/c', size: 3, storedAt: expect.any(Number) },
      { key: 'd', size: 5, storedAt: expect.any(Number) },
    ]);
    const at = (await listed(blobs))[0]?.storedAt ?? 0;
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  });

  it('refuses a prefix that is its own directory or outside', () => {
    const at = createDiskBlobs(dataDir);
    for (const prefix of ['.incoming', '..', 'a/../b', '']) expect(() => at(prefix)).toThrow(/prefix/);
  });

  it('sweeps what a dead process left half-written, and nothing newer', async () => {
    const incoming = join(dataDir, 'blobs/.incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), 'half');
    await writeFile(join(incoming, 'new'), 'half');
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
    await utimes(join(incoming, 'old'), twoDaysAgo, twoDaysAgo);
    await blobs.put('k', Buffer.from('x'));
    expect(await readdir(incoming)).toEqual(['new']);
  });
});
