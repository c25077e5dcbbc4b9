import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { readArchive } from './read-archive.js';
import { manyFiles, type SampleFile, sampleArchive } from './testing/sample-archive.js';

const run = promisify(execFile);
const GIB = 1024 ** 3;

let dir: string | undefined;
afterEach(async () => {
  if (dir !== undefined) await rm(dir, { recursive: true });
  dir = undefined;
});

/** Writes the archive to disk, large runs of zeros as holes. */
async function save(files: readonly SampleFile[]): Promise<{ path: string; size: number }> {
  dir = await mkdtemp(join(tmpdir(), 'archive-'));
  const path = join(dir, 'archive.zip');
  const { layout, contents } = sampleArchive(files);
  const zeros = Buffer.alloc(1024 * 1024);
  const file = await open(path, 'w');
  try {
    let at = 0;
    for await (const piece of readArchive(layout, contents)) {
      if (!(piece.length === zeros.length && zeros.equals(piece)))
        await file.write(piece, 0, piece.length, at);
      at += piece.length;
    }
    await file.truncate(at);
    return { path, size: layout.size };
  } finally {
    await file.close();
  }
}

/** Checks every CRC; throws when unzip, which is strict about headers and offsets, has anything to say. */
async function unzipTest(path: string): Promise<void> {
  // An empty archive is a warning to it.
  const { stdout } = await run('unzip', ['-tqq', path], { maxBuffer: 64_000_000 });
  expect(stdout).toBe('');
}

const PYTHON = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    names = archive.namelist()
    print(json.dumps([archive.testzip(), len(names), names[:1], names[-1:]]))
`;

async function pythonTest(path: string): Promise<unknown> {
  return JSON.parse((await run('python3', ['-c', PYTHON, path])).stdout);
}

async function yauzlCount(path: string): Promise<number> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, strictFileNames: true });
  let count = 0;
  for await (const _entry of zip.eachEntry()) count++;
  return count;
}

describe('archives, as unzip, Python and yauzl read them', () => {
  it.each([0, 1, 65_534, 65_535, 65_536])(
    'hold %d files',
    async (count) => {
      const files = manyFiles(count);
      const { path } = await save(files);
      if (count > 0) await unzipTest(path);
      const ends = [files.slice(0, 1), files.slice(-1)].map((some) => some.map(({ name }) => name));
      expect(await pythonTest(path)).toEqual([null, count, ...ends]);
      expect(await yauzlCount(path)).toBe(count);
    },
    60_000,
  );

  it('hold a file of more than 4 GiB, and small ones on both sides of that offset', async () => {
    const files = [
      { name: 'big/before.txt', content: Buffer.from('before') },
      { name: 'big/file.bin', content: 4 * GIB + 1 },
      { name: 'big/目录/after.txt', content: Buffer.from('after') },
    ];
    const { path, size } = await save(files);
    expect(size).toBeGreaterThan(4 * GIB);
    await unzipTest(path);
    expect(await yauzlCount(path)).toBe(3);
    const python = 'import sys, zipfile\nprint(zipfile.ZipFile(sys.argv[1]).read("big/目录/after.txt"))';
    expect((await run('python3', ['-c', python, path])).stdout).toBe("b'after'\n");
  }, 600_000);
});
