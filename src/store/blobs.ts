import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { syncDirectory } from '../kit/index.js';
import { type Blobs, OracleError } from '../plugin/index.js';
import { BlobWriter } from './blob-writer.js';
import { listBlobs } from './list-blobs.js';

const SEGMENT = /^[A-Za-z0-9._-]{1,255}$/;
/** How much one read of a file asks for: large enough to be cheap, small enough for many downloads at once. */
const READ_BYTES = 128 * 1024;
/** Half-written files of a process that died are swept after this long. */
const STALE_MS = 24 * 60 * 60 * 1_000;

/**
 * Makes the blob stores of one data directory: `blobs/<prefix>/<key>`, one file each.
 * @param requireRoom throws to break a writing off
 */
export function createDiskBlobs(dataDir: string, requireRoom = () => {}): (prefix: string) => Blobs {
  const root = join(dataDir, 'blobs');
  const incoming = join(root, '.incoming');
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= prepareIncoming(incoming).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  return (prefix) => {
    const base = join(root, ...segments(prefix, 'prefix'));
    const pathOf = (key: string) => join(base, ...segments(key, 'key'));
    return {
      async put(key, data) {
        const path = pathOf(key);
        const temporary = join(incoming, randomUUID());
        try {
          await prepare();
          const size = await writeDurably(temporary, data, requireRoom);
          await makeDirectory(dirname(path));
          await rename(temporary, path);
          await syncDirectory(dirname(path));
          return { size };
        } catch (error) {
          await rm(temporary, { force: true }).catch(() => undefined);
          throw explainWrite(error, key);
        }
      },

      async get(key, range) {
        const file = await openBlob(pathOf(key), key);
        try {
          const { size } = await file.stat();
          const start = range?.start ?? 0;
          const end = Math.min(range?.end ?? size, size);
          if (!Number.isSafeInteger(start) || start < 0 || (range !== undefined && range.end < start)) {
            throw new OracleError('invalid_request', {
              detail: `The byte range ${start}..${range?.end} is not one.`,
              hint: 'Give 0 <= start <= end.',
            });
          }
          if (start >= end) {
            await file.close();
            return Readable.from([]);
          }
          return file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
        } catch (error) {
          await file.close();
          throw error;
        }
      },

      async open(key) {
        const file = await openBlob(pathOf(key), key);
        return { read: (into, at) => readFully(file, into, at), close: () => file.close() };
      },

      async stat(key) {
        try {
          const info = await stat(pathOf(key));
          return info.isFile() ? { size: info.size } : undefined;
        } catch (error) {
          if (isAbsent(error)) return undefined;
          throw error;
        }
      },

      async delete(key) {
        try {
          await rm(pathOf(key));
        } catch (error) {
          if (!isAbsent(error)) throw error;
        }
      },

      list: () => listBlobs(base),
    };
  };
}

/** @throws OracleError `invalid_request` for anything that could name a file outside the store. */
function segments(name: string, what: 'key' | 'prefix'): string[] {
  const parts = name.split('/');
  const valid = parts.every((part) => SEGMENT.test(part) && part !== '.' && part !== '..');
  // The store's own directory starts with a dot.
  if (!valid || name.length > 1_024 || (what === 'prefix' && name.startsWith('.'))) {
    throw new OracleError('invalid_request', {
      detail: `The blob ${what} is not valid.`,
      hint: 'Use segments of A-Z a-z 0-9 . _ - with / between them, none of them . or .. , 1,024 characters in all.',
    });
  }
  return parts;
}

async function prepareIncoming(incoming: string): Promise<void> {
  await makeDirectory(incoming);
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

async function writeDurably(
  path: string,
  data: Uint8Array | Readable,
  requireRoom: () => void,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    const writer = new BlobWriter(file);
    for await (const chunk of data instanceof Uint8Array ? [data] : data) {
      requireRoom();
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      await writer.add(bytes);
    }
    return await writer.finish();
  } finally {
    await file.close();
  }
}

async function readFully(file: FileHandle, into: Uint8Array, at: number): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/** Makes the directory and writes the new entries of its parents down, so that a crash cannot lose the path. */
async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncDirectory(dirname(made));
    if (made === first) return;
  }
}

async function openBlob(path: string, key: string): Promise<FileHandle> {
  const missing = () => new OracleError('not_found', { detail: `There is no blob '${key}'.` });
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isAbsent(error) ? missing() : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw missing();
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'].includes(String(codeOf(error)));

function explainWrite(error: unknown, key: string): unknown {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    // A limit on the size of files, which works as a quota does.
    case 'EFBIG':
      return new OracleError('insufficient_storage', {
        detail: `The blob '${key}' was not written: the disk is full.`,
        hint: 'Free space on the disk that holds DATA_DIR.',
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new OracleError('unavailable', {
        detail: `The blob '${key}' was not written: the directory is not writable.`,
        hint: 'Give the user of this process write permission on DATA_DIR/blobs.',
        cause: error,
      });
    case 'EEXIST':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ENOTEMPTY':
      return new OracleError('conflict', {
        detail: `The blob '${key}' was not written: a part of its key is a blob, or it is a part of another's key.`,
        cause: error,
      });
    default:
      return error;
  }
}
