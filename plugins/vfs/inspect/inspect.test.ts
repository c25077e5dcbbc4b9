import { randomBytes, randomUUID } from 'node:crypto';
import { open, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inspection, StoredFault } from 'oracle-runtime/plugin';
import { afterEach, expect, it } from 'vitest';
import { blobKey } from '../content/blob-key.js';
import { purgeFile } from '../drive/purge.js';
import { trashFile } from '../drive/trash.js';
import { replaceFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, source, type TestFiles } from '../testing/open-test-files.js';
import type { FileRow } from '../types.js';
import { Assemblies } from '../uploads/assembly.js';
import { receivePart } from '../uploads/receive-part.js';
import { beginUpload } from '../uploads/upload-store.js';
import { inspectFiles } from './inspect-files.js';

let files: TestFiles;
afterEach(() => files.close());

async function blobFile({ blob }: FileRow): Promise<string> {
  const root = join(files.dataDir, 'blobs');
  const found = (await readdir(root, { recursive: true })).find((name) => name.endsWith(blob));
  return join(root, found ?? 'none');
}

async function inspect(how: Inspection): Promise<StoredFault[]> {
  const found: StoredFault[] = [];
  for await (const fault of inspectFiles({ ...files.vfs, blobs: files.blobs }, how)) found.push(fault);
  return found.sort((one, other) => one.detail.localeCompare(other.detail));
}

async function faults(deep: boolean): Promise<string[]> {
  return (await inspect({ deep, repair: false })).map(({ detail }) => detail);
}

it('names each version whose bytes are lost, and with deep each whose bytes were changed', async () => {
  files = await openTestFiles();
  const lost = await files.put('/lost.bin', randomBytes(200_000));
  const changed = await files.put('/changed.bin', randomBytes(200_000));
  const old = await files.put('/edited.bin', randomBytes(200_000));
  await files.put('/small.txt', 'whole');
  await replaceFile(files.vfs, files.access(), old.id, {
    source: source('new'),
    size: 3,
    mimeType: 'text/plain',
  });
  expect(await faults(true)).toEqual([]);

  await rm(await blobFile(lost));
  await rm(await blobFile(old));
  const file = await open(await blobFile(changed), 'r+');
  await file.write(Buffer.alloc(4), 0, 4, 100_000);
  await file.close();
  const shallow = await faults(false);
  expect(shallow).toHaveLength(2);
  expect(shallow[0]).toContain('user:zAlice/edited.bin, version 1: ');
  expect(shallow[1]).toContain('user:zAlice/lost.bin, version 1: ');
  const deep = await faults(true);
  expect(deep).toHaveLength(3);
  expect(deep[0]).toContain('user:zAlice/changed.bin, version 1: ');
});

const DAY_MS = 24 * 60 * 60 * 1_000;

it('names bytes that no row speaks of, and with repair removes those that are older than a day', async () => {
  files = await openTestFiles();
  await files.put('/kept.bin', randomBytes(200_000));
  await files.put('/kept.txt', 'kept');
  const stray = async (age: number) => {
    const id = randomUUID();
    const key = blobKey(id);
    await files.blobs.put(key, randomBytes(70_000));
    const at = new Date(files.vfs.clock.now() - age);
    await utimes(join(files.dataDir, 'blobs/vfs', key), at, at);
    return key;
  };
  const young = await stray(DAY_MS / 2);
  const old = await stray(2 * DAY_MS);
  await files.blobs.put('elsewhere/blob', Buffer.from('x'));
  await files.db
    .insertInto('vfs_small_blobs')
    .values({ blob: 'small-1', data: Buffer.from('x') })
    .execute();

  const look = { deep: false, repair: false };
  expect((await inspect(look)).map(({ kind }) => kind)).toEqual(['stray', 'stray', 'stray', 'stray']);
  const repaired = await inspect({ ...look, repair: true });
  expect(repaired.filter(({ kind }) => kind === 'removed').map(({ detail }) => detail.split(':')[0])).toEqual(
    [old, 'small-1'].sort((one, other) => one.localeCompare(other)),
  );
  expect(repaired.find(({ detail }) => detail.startsWith(old))?.detail).toMatch(/70000 bytes .*; removed$/);
  expect(await files.blobs.stat(old)).toBeUndefined();
  expect(await files.blobs.stat(young)).toEqual({ size: 70_000 });
  expect((await inspect(look)).map(({ detail }) => detail.split(':')[0])).toEqual(
    [young, 'elsewhere/blob'].sort((one, other) => one.localeCompare(other)),
  );
  expect(await faults(true)).toHaveLength(2);
});

it('leaves what is being uploaded or deleted, names the upload of a lost part, and joined parts without a file', async () => {
  files = await openTestFiles();
  const gone = await files.put('/gone.bin', randomBytes(200_000));
  await trashFile(files.vfs, files.access(), gone.id);
  await purgeFile(files.vfs, files.access(), gone.id);
  const upload = await beginUpload(files.vfs, files.access(), {
    target: {
      path: parsePath('/up.bin'),
      public: undefined,
      mimeType: '',
      overwrite: false,
      ifMatch: undefined,
    },
    size: 400_000,
    metadata: undefined,
    concat: undefined,
  });
  await receivePart(
    files.vfs,
    files.access(),
    new Assemblies(files.vfs),
    upload,
    source(randomBytes(100_000)),
  );
  expect(await inspect({ deep: true, repair: true })).toEqual([]);

  const part = await files.db.selectFrom('vfs_upload_parts').select('blob').executeTakeFirstOrThrow();
  await files.blobs.delete(blobKey(part.blob));
  const [lost] = await inspect({ deep: false, repair: true });
  expect(lost).toMatchObject({
    kind: 'lost',
    detail: expect.stringContaining(`user:zAlice/up.bin, upload ${upload.id}, from byte 0 on: `),
  });

  await files.db
    .insertInto('vfs_blob_parts')
    .values({ blob: 'joined-1', start: 0, size: 1, part: randomUUID(), sealed_for: 'u', wrapped_key: '' })
    .execute();
  const found = await inspect({ deep: false, repair: true });
  expect(found.filter(({ kind }) => kind === 'removed')).toHaveLength(1);
  expect(await files.db.selectFrom('vfs_blob_parts').selectAll().execute()).toEqual([]);
});
