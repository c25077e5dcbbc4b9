import { nextTurn } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { StoredContent } from '../content/content-store.js';
import { isTextType } from '../content/mime-type.js';
import type { Reservation } from '../content/reservations.js';
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
export function receive<T>(
  vfs: Vfs,
  request: ReceiveRequest,
  keep: (content: Received) => Promise<T>,
): Promise<T> {
  return receiveEach(vfs, [request], ([content]) => {
    if (content === undefined) throw new Error('Content was received and is not there');
    return keep(content);
  });
}

/** As {@link receive}, of what comes into one namespace together: all of it is kept, or nothing. */
export async function receiveEach<Request extends ReceiveRequest, T>(
  vfs: Vfs,
  requests: readonly Request[],
  keep: (contents: readonly (Request & Received)[]) => Promise<T>,
): Promise<T> {
  const stored: StoredContent[] = [];
  const contents: (Request & Received)[] = [];
  const releases: (() => void)[] = [];
  try {
    for (const request of requests) {
      // What is small is stored without leaving the thread: others have their turns between.
      if (contents.length > 0) await nextTurn();
      const { namespace, mimeType } = request;
      const text = isTextType(mimeType) ? new IndexText() : undefined;
      const reservation = vfs.reservations.begin(namespace);
      releases.push(reservation.release);
      const content = await store(vfs, request, reservation, text);
      stored.push(content);
      contents.push({ ...request, ...content, words: await wordsOf(vfs, namespace, text) });
    }
    return await keep(contents);
  } catch (error) {
    for (const { small, blob } of stored) if (small === undefined) await vfs.content.discard(blob);
    throw error;
  } finally {
    for (const release of releases) release();
  }
}

async function store(
  vfs: Vfs,
  { namespace, fileId, wrappedKey, source, size: announced }: ReceiveRequest,
  reservation: Reservation,
  text: IndexText | undefined,
): Promise<StoredContent> {
  const stored = await usageOf(vfs, namespace);
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
  if (announced !== undefined) admit(announced);
  return vfs.content.store(unbroken(source, announced), {
    key: { namespace, fileId, wrappedKey },
    admit,
    ...(text === undefined ? {} : { tap: (bytes) => text.add(bytes) }),
  });
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
