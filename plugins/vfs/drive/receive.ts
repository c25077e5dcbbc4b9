import { OracleError } from 'oracle-runtime/plugin';
import type { StoredContent } from '../content/content-store.js';
import { isTextType } from '../content/mime-type.js';
import type { Namespace } from '../paths/namespace.js';
import { IndexText } from '../search/index-text.js';
import { type IndexedWord, indexedWords } from '../search/word-index.js';
import type { Vfs } from '../vfs.js';
import { isUsers, requireWithin, usageOf } from './quota.js';

/** Content that arrived and is stored, but belongs to no file yet. */
export interface Received extends StoredContent {
  readonly mimeType: string;
  /** For the search index; empty for what is no text. */
  readonly words: readonly IndexedWord[];
}

export interface ReceiveRequest {
  readonly namespace: Namespace;
  readonly fileId: string;
  readonly wrappedKey: string;
  readonly mimeType: string;
  readonly source: AsyncIterable<Uint8Array>;
  /** Announced bytes, so that an upload that cannot fit is refused before it begins. */
  readonly size?: number | undefined;
}

/**
 * Takes content in and hands it to `keep`; whatever fails, nothing of it is left.
 * @throws OracleError `payload_too_large`, `insufficient_storage`, `invalid_request` for a body that broke off
 */
export async function receive<T>(
  vfs: Vfs,
  request: ReceiveRequest,
  keep: (content: Received) => Promise<T>,
): Promise<T> {
  const { namespace, fileId, wrappedKey, mimeType, source } = request;
  const text = isTextType(mimeType) ? new IndexText() : undefined;
  const stored = await usageOf(vfs, namespace);
  const reservation = vfs.reservations.begin(namespace);
  let admitted = 0;
  const admit = (size: number) => {
    // What is reserved was weighed already: an announced upload is weighed once and not with every piece.
    if (size <= admitted) return;
    if (size > vfs.config.maxFileBytes) throw tooLarge(vfs.config.maxFileBytes);
    reservation.grow(size);
    requireWithin(vfs, namespace, {
      own: stored.own + vfs.reservations.total(namespace),
      users: stored.users + vfs.reservations.sum((each) => isUsers(vfs, each)),
    });
    admitted = size;
  };
  try {
    if (request.size !== undefined) admit(request.size);
    const content = await vfs.content.store(unbroken(source, request.size), {
      key: { namespace, fileId, wrappedKey },
      admit,
      ...(text === undefined ? {} : { tap: (bytes) => text.add(bytes) }),
    });
    try {
      return await keep({ ...content, mimeType, words: await wordsOf(vfs, namespace, text) });
    } catch (error) {
      if (content.small === undefined) await vfs.content.discard(content.blob);
      throw error;
    }
  } finally {
    reservation.release();
  }
}

async function wordsOf(vfs: Vfs, namespace: Namespace, text: IndexText | undefined): Promise<IndexedWord[]> {
  return text === undefined ? [] : indexedWords(vfs.fileKeys, namespace, text.finish());
}

/** The source, unless it ends early or fails. */
async function* unbroken(
  source: AsyncIterable<Uint8Array>,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const piece of source) {
      received += piece.length;
      yield piece;
    }
  } catch (cause) {
    if (OracleError.isInstance(cause)) throw cause;
    throw broken(cause);
  }
  if (size !== undefined && received !== size) throw broken();
}

function broken(cause?: unknown): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The content broke off before it was complete; nothing was stored.',
    hint: 'Send it again, or upload it in parts (tus).',
    cause,
  });
}

function tooLarge(limit: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `A file may have at most ${limit} bytes.`,
    headers: { Connection: 'close' },
  });
}
