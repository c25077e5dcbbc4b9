import { randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { replaceFile } from '../drive/write.js';
import { openTestFiles, source, type TestFiles } from '../testing/open-test-files.js';
import type { FileRow } from '../types.js';
import { inspectFiles } from './inspect.js';

let files: TestFiles;
afterEach(() => files.close());

async function blobFile({ blob }: FileRow): Promise<string> {
  const root = join(files.dataDir, 'blobs');
  const found = (await readdir(root, { recursive: true })).find((name) => name.endsWith(blob));
  return join(root, found ?? 'none');
}

async function faults(deep: boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const fault of inspectFiles(files.vfs, deep)) found.push(fault);
  return found.sort();
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
