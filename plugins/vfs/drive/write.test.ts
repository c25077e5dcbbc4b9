import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SMALL_BYTES } from '../content/content-store.js';
import { parsePath } from '../paths/namespace-path.js';
import {
  collect,
  openTestFiles,
  source,
  type TestFiles,
  type TestFilesOptions,
} from '../testing/open-test-files.js';
import { beginUpload } from '../uploads/upload-store.js';
import { createFile, replaceFile } from './write.js';

describe('files', () => {
  const opened: TestFiles[] = [];
  const open = async (options?: TestFilesOptions) => {
    const files = await openTestFiles(options);
    opened.push(files);
    return files;
  };
  afterEach(async () => {
    for (const files of opened.splice(0)) await files.close();
  });
  const blobFiles = async ({ dataDir }: TestFiles) => {
    const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };

  it.each([0, 1, 4_096, SMALL_BYTES, SMALL_BYTES + 1, 200_000, 3_000_000])(
    'come back as they went in, whole and in part: %i bytes',
    async (size) => {
      const files = await open();
      const content = randomBytes(size);
      const row = await files.put('/docs/a.bin', content);
      expect(row).toMatchObject({
        path: '/docs/a.bin',
        name: 'a.bin',
        version: 1,
        size,
        contentHash: createHash('sha256').update(content).digest('hex'),
        crc32: crc32(content),
        public: false,
        hidden: false,
      });
      const opened = files.vfs.files.open(row);
      expect((await collect(opened.read())).equals(content)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [0, Math.min(1, size)],
        [Math.max(0, size - 1), size],
        [Math.min(size, 65_535), Math.min(size, 65_537)],
        [Math.floor(size / 3), Math.floor((2 * size) / 3)],
      ] as const)
        expect((await collect(opened.read({ start, end }))).equals(content.subarray(start, end))).toBe(true);
      const whole = await opened.bytes();
      if (size > SMALL_BYTES) expect(whole).toBeUndefined();
      else expect(whole?.equals(content)).toBe(true);
      const [again] = await files.vfs.files.bytesOf([row]);
      expect(again?.equals(content)).toBe(size > SMALL_BYTES ? undefined : true);
    },
  );

  it('are encrypted wherever they are, with another key each', async () => {
    const files = await open();
    const content = Buffer.alloc(100_000, 'the same secret text. ');
    await files.put('/a', content);
    await files.put('/b', content);
    await files.put('/small', 'the same secret text.');
    const [one, two] = await Promise.all((await blobFiles(files)).map((path) => readFile(path)));
    expect(one?.includes('secret')).toBe(false);
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
    const small = await files.db.selectFrom('vfs_small_blobs').select('data').execute();
    expect(small.every(({ data }) => !data.includes('secret'))).toBe(true);
  });

  it('cannot be swapped on the disk', async () => {
    const files = await open();
    const a = await files.put('/a', 'one text');
    await files.put('/b', 'two text');
    const rows = await files.db.selectFrom('vfs_small_blobs').selectAll().execute();
    const other = rows.find(({ blob }) => blob !== a.blob);
    await files.db
      .updateTable('vfs_small_blobs')
      .set({ data: other?.data ?? Buffer.alloc(0) })
      .where('blob', '=', a.blob)
      .execute();
    await expect(files.vfs.files.open(a).bytes()).rejects.toThrow('another key or for another place');
  });

  it('never end cleanly when their bytes are lost', async () => {
    const files = await open({
      blobs: (blobs) => ({
        ...blobs,
        open: async (key) => {
          const blob = await blobs.open(key);
          return {
            ...blob,
            read: async (into, at) => {
              if (at >= 56) throw new Error('gone');
              return blob.read(into, at);
            },
          };
        },
      }),
    });
    const row = await files.put('/a', randomBytes(300_000));
    await expect(collect(files.vfs.files.open(row).read())).rejects.toThrow('cannot be read');
  });

  it('are refused where something is', async () => {
    const files = await open();
    await files.put('/a/b', 'x');
    for (const path of ['/a/b', '/a', '/a/b/c'])
      await expect(files.put(path, 'y'), path).rejects.toMatchObject({ code: 'conflict' });
    expect(await files.db.selectFrom('vfs_files').select('path').execute()).toEqual([{ path: '/a/b' }]);
  });

  it('let exactly one of many racing uploads to one path through', async () => {
    const files = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => files.put('/same', randomBytes(70_000 + n))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await blobFiles(files)).toHaveLength(1);
    expect(await files.db.selectFrom('vfs_doomed_blobs').selectAll().execute()).toEqual([]);
  });

  it('are replaced in place: same id, next version, and only what was seen', async () => {
    const files = await open();
    const access = files.access();
    const first = await files.put('/a.txt', 'one');
    const second = await replaceFile(files.vfs, access, first.id, {
      source: source('two'),
      ifMatch: `"${first.cid}"`,
    });
    expect(second).toMatchObject({ id: first.id, version: 2, path: '/a.txt', mimeType: first.mimeType });
    const stale = replaceFile(files.vfs, access, first.id, {
      source: source('three'),
      ifMatch: `"${first.cid}"`,
    });
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
    const path = parsePath('/a.txt');
    const byPath = await createFile(files.vfs, access, {
      path,
      source: source('four'),
      ifMatch: `"${second.cid}"`,
    });
    expect(byPath).toMatchObject({ id: first.id, version: 3 });
    await expect(
      createFile(files.vfs, access, { path: parsePath('/none'), source: source('x'), ifMatch: '*' }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
    await expect(
      createFile(files.vfs, access, { path, source: source('x'), ifNoneMatch: '*' }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('stay as they are for every racing replacement that is late', async () => {
    const files = await open();
    const first = await files.put('/a', 'start');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        replaceFile(files.vfs, files.access(), first.id, {
          source: source(`${n}`),
          ifMatch: `"${first.cid}"`,
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await files.vfs.files.findFile(first.id))?.version).toBe(2);
  });

  it('keep 50 versions and refuse one more', async () => {
    const files = await open({ config: { maxVersions: 3 } });
    const { id } = await files.put('/a', '1');
    for (const text of ['2', '3']) await replaceFile(files.vfs, files.access(), id, { source: source(text) });
    await expect(replaceFile(files.vfs, files.access(), id, { source: source('4') })).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('Version limit reached'),
    });
    expect(files.vfs.config.maxVersions).toBe(3);
  });

  it('are not there when the content breaks off', async () => {
    const files = await open();
    const breaking = async function* () {
      yield randomBytes(100_000);
      throw new Error('connection reset');
    };
    await expect(
      createFile(files.vfs, files.access(), { path: parsePath('/a'), source: breaking(), public: true }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(
      createFile(files.vfs, files.access(), { path: parsePath('/b'), source: source('short'), size: 9 }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await files.db.selectFrom('vfs_files').selectAll().execute()).toEqual([]);
    expect(await files.db.selectFrom('vfs_doomed_blobs').selectAll().execute()).toEqual([]);
    expect(await blobFiles(files)).toEqual([]);
  });

  it('are invisible until all of them is stored', async () => {
    const files = await open();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let begun: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = async function* () {
      yield randomBytes(100_000);
      begun();
      await held;
      yield randomBytes(10);
    };
    const path = parsePath('/a');
    const uploading = createFile(files.vfs, files.access(), { path, source: slow(), public: true });
    await began;
    expect(await files.vfs.files.findFileAt(files.access().namespace, path)).toBeUndefined();
    go();
    expect((await uploading).public).toBe(true);
  });

  it('stay within the quota, counted once and freed by a purge only', async () => {
    const files = await open({ config: { quotaBytes: 1_000, maxFileBytes: 900 } });
    const { id } = await files.put('/a', randomBytes(600));
    await expect(files.put('/b', randomBytes(401))).rejects.toMatchObject({
      code: 'insufficient_storage',
      status: 507,
    });
    await expect(files.put('/b', randomBytes(901))).rejects.toMatchObject({ code: 'payload_too_large' });
    await files.put('/b', randomBytes(400));
    await expect(replaceFile(files.vfs, files.access(), id, { source: source('x') })).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
    const races = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => openRace(n)));
    async function openRace(n: number) {
      const other = files.access('did:key:zBob');
      return createFile(files.vfs, other, { path: parsePath(`/${n}`), source: source(randomBytes(400)) });
    }
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('stay within what users may have, each and together, while the oracle’s own do not count', async () => {
    const files = await open({
      config: { quotaBytes: null, userQuotaBytes: 1_000, usersQuotaBytes: 2_500 },
      oracle: { did: 'did:key:zAlice', entityDid: 'did:ixo:entity:1' },
    });
    const put = (did: string, name: string, bytes: number) =>
      createFile(files.vfs, files.access(did), {
        path: parsePath(`/${name}`),
        source: source(randomBytes(bytes)),
      });
    await files.put('/large', randomBytes(9_000));
    await expect(put('did:key:zBob', 'a', 1_001)).rejects.toMatchObject({ code: 'insufficient_storage' });
    for (const name of ['zBob', 'zCarol']) await put(`did:key:${name}`, 'a', 1_000);
    await expect(put('did:key:zDan', 'a', 501)).rejects.toMatchObject({
      code: 'insufficient_storage',
      detail: expect.stringContaining('all users'),
    });
    const races = await Promise.allSettled(
      ['zDan', 'zEve', 'zFay'].map((name) => put(`did:key:${name}`, 'b', 250)),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await files.put('/larger', randomBytes(9_000));
  });

  it('stay within what users may have together with what all of them have announced', async () => {
    const files = await open({
      config: { quotaBytes: null, userQuotaBytes: 1_000, usersQuotaBytes: 2_500 },
      oracle: { did: 'did:key:zAlice', entityDid: undefined },
    });
    const announce = (name: string, size: number) =>
      beginUpload(files.vfs, files.access(`did:key:${name}`), {
        target: {
          path: parsePath('/a'),
          public: undefined,
          mimeType: 'text/plain',
          overwrite: false,
          ifMatch: undefined,
        },
        size,
        metadata: undefined,
        concat: undefined,
      });
    await announce('zBob', 1_000);
    await announce('zCarol', 1_000);
    await expect(announce('zDan', 501)).rejects.toMatchObject({
      code: 'insufficient_storage',
      detail: expect.stringContaining('all users'),
    });
    await announce('zDan', 500);
    await announce('zAlice', 9_000);
  });

  it('leave nothing on a full disk, and say so with 507', async () => {
    const files = await open({
      blobs: (blobs) => ({
        ...blobs,
        put: (key, data) =>
          blobs.put(
            key,
            (async function* () {
              yield* data as AsyncIterable<Uint8Array>;
              throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
            })() as never,
          ),
      }),
    });
    await expect(files.put('/a', randomBytes(100_000))).rejects.toMatchObject({ status: 507 });
    expect(await files.db.selectFrom('vfs_files').selectAll().execute()).toEqual([]);
    expect(await files.db.selectFrom('vfs_doomed_blobs').selectAll().execute()).toEqual([]);
    expect(await blobFiles(files)).toEqual([]);
  });
});
