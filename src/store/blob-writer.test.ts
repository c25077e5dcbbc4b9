import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobWriter } from './blob-writer.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'blob-writer-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A file whose system calls do what a busy or failing disk does. */
function wrapped(file: FileHandle, calls: Partial<Pick<FileHandle, 'writev' | 'datasync'>>): FileHandle {
  return Object.assign(Object.create(file), {
    writev: file.writev.bind(file),
    datasync: file.datasync.bind(file),
    sync: file.sync.bind(file),
    ...calls,
  });
}

async function write(file: FileHandle, pieces: readonly Uint8Array[]): Promise<number> {
  const writer = new BlobWriter(file);
  for (const piece of pieces) await writer.add(piece);
  return writer.finish();
}

describe('writing a blob', () => {
  it('keeps the pieces in order, of whatever sizes, also when the system takes less than it is given', async () => {
    const pieces = [0, 1, 700_000, 5, 64 * 1024, 64 * 1024, 1_100_000, 0, 3].map((size) => randomBytes(size));
    for (const most of [Number.POSITIVE_INFINITY, 100_000]) {
      const path = join(dir, String(most));
      const file = await open(path, 'wx');
      const writev = (async (buffers: readonly Uint8Array[]) => {
        const given = Buffer.concat(buffers);
        const { bytesWritten } = await file.write(given, 0, Math.min(most, given.length));
        return { bytesWritten, buffers };
      }) as FileHandle['writev'];
      try {
        const whole = Buffer.concat(pieces);
        expect(await write(wrapped(file, { writev }), pieces)).toBe(whole.length);
        expect((await readFile(path)).equals(whole)).toBe(true);
      } finally {
        await file.close();
      }
    }
  });

  it('fails when any write or any flush on the way failed', async () => {
    const pieces = Array.from({ length: 80 }, () => Buffer.alloc(1024 * 1024));
    for (const call of ['writev', 'datasync'] as const) {
      const file = await open(join(dir, call), 'wx');
      let calls = 0;
      const failing = async (...args: never[]) => {
        calls += 1;
        if (calls === 1) throw new Error(`${call} failed`);
        return (file[call] as (...args: never[]) => unknown)(...args);
      };
      try {
        await expect(write(wrapped(file, { [call]: failing }), pieces)).rejects.toThrow(`${call} failed`);
      } finally {
        await file.close();
      }
    }
  });
});
