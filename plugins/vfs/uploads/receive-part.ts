import { OracleError } from 'oracle-runtime/plugin';
import type { Access } from '../access/access.js';
import type { SealedContent } from '../content/content-store.js';
import { fileToReplace } from '../drive/write.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import type { Assemblies, Assembly } from './assembly.js';
import { wrongOffset } from './faults.js';
import { finishUpload } from './finish-upload.js';
import { isPartial, isUnfinished, type PendingUpload } from './pending-upload.js';
import { keyOf, putPart } from './upload-parts.js';
import { requireFileSize, requireRoom } from './upload-store.js';

/** What is stored at once: so much a process that dies in a long part loses at most. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

export interface Appended {
  readonly upload: PendingUpload;
  /** With the last byte. */
  readonly file?: FileRow;
}

/**
 * Stores the next part, and with the last byte makes the file. What arrives of a part that breaks off is kept.
 * @throws OracleError `conflict` when the offset is not where the upload stands, `payload_too_large` for too many bytes,
 * and what `finishUpload` throws: then all bytes are kept, so that it can be tried again
 */
export async function receivePart(
  vfs: Vfs,
  access: Access,
  assemblies: Assemblies,
  upload: PendingUpload,
  body: AsyncIterable<Uint8Array>,
): Promise<Appended> {
  // What can be told without reading the bytes again is told first.
  if (isUnfinished(upload)) await fileToReplace(vfs, access, upload);
  const assembly = await assemblies.of([upload], upload.mimeType);
  const source = body[Symbol.asyncIterator]();
  try {
    return await receiveSegments(vfs, access, assemblies, upload, source, assembly);
  } finally {
    await source.return?.();
  }
}

/** No more bytes: what is complete becomes a file, now that it may. */
export function receiveNothing(
  vfs: Vfs,
  access: Access,
  assemblies: Assemblies,
  upload: PendingUpload,
): Promise<Appended> {
  const nothing = (async function* (): AsyncGenerator<Uint8Array> {})();
  return receivePart(vfs, access, assemblies, upload, nothing);
}

async function receiveSegments(
  vfs: Vfs,
  access: Access,
  assemblies: Assemblies,
  upload: PendingUpload,
  source: AsyncIterator<Uint8Array>,
  assembly: Assembly,
): Promise<Appended> {
  let now = upload;
  for (;;) {
    if (now.size === undefined) await requireRoom(vfs, now.namespace, 0);
    const segment = new Segment(source);
    const part = await vfs.content.seal(segment.pieces(), {
      key: keyOf(now),
      admit: (size) => requireFit(vfs, now, size),
      tap: (bytes) => assembly.add(bytes),
    });
    const received = now.received + part.size;
    if (received === now.size && !segment.ended && (await hasMore(source))) {
      await discard(vfs, part);
      throw tooMuch(now.size - now.received);
    }
    if (received === now.size && !isPartial(now))
      return {
        upload: { ...now, received },
        file: await finish(vfs, access, assemblies, now, assembly, part),
      };
    await store(vfs, now, part);
    now = { ...now, received };
    assemblies.keep(now.id, assembly.copy(now.mimeType));
    if (segment.ended || received === now.size) return { upload: now };
  }
}

/** The bytes of one segment of a body. */
class Segment {
  /** The body has no more. */
  ended = false;
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (let size = 0; size < SEGMENT_BYTES; ) {
      const next = await nextOf(this.#source);
      if (next === undefined) {
        this.ended = true;
        return;
      }
      size += next.length;
      yield next;
    }
  }
}

/** What arrives before a connection breaks is worth keeping; that it broke shows in the offset. */
async function nextOf(source: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    const next = await source.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    return undefined;
  }
}

/** Whether any byte comes. */
export async function hasMore(source: AsyncIterator<Uint8Array>): Promise<boolean> {
  for (let next = await nextOf(source); next !== undefined; next = await nextOf(source))
    if (next.length > 0) return true;
  return false;
}

function requireFit(vfs: Vfs, { size, received }: PendingUpload, more: number): void {
  if (size === undefined) requireFileSize(vfs, received + more);
  else if (received + more > size) throw tooMuch(size - received);
}

function tooMuch(left: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The part has more than the ${left} bytes that are missing.`,
  });
}

async function store(vfs: Vfs, upload: PendingUpload, part: SealedContent): Promise<void> {
  if (part.size === 0) return;
  try {
    await vfs.db.transaction().execute(async (trx) => {
      if (!(await putPart(vfs, trx, upload, part))) throw wrongOffset();
    });
  } catch (error) {
    await discard(vfs, part);
    throw error;
  }
}

async function finish(
  vfs: Vfs,
  access: Access,
  assemblies: Assemblies,
  upload: PendingUpload,
  assembly: Assembly,
  last: SealedContent,
): Promise<FileRow> {
  const sums = assembly.copy(upload.mimeType);
  try {
    const file = await finishUpload(vfs, access, { target: upload, uploads: [upload], assembly: sums, last });
    assemblies.forget(upload.id);
    return file;
  } catch (error) {
    // What a person can mend costs no second upload; what went wrong here leaves the upload where it stood.
    if (OracleError.isInstance(error)) {
      await store(vfs, upload, last);
      assemblies.keep(upload.id, assembly);
    } else await discard(vfs, last);
    throw error;
  }
}

async function discard(vfs: Vfs, part: SealedContent): Promise<void> {
  if (part.small === undefined) await vfs.content.discard(part.blob);
}
