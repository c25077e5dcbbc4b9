import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { FileKeys } from '../content/file-keys.js';
import type { Namespace } from '../paths/namespace.js';
import type { VfsTables } from '../store/tables.js';
import { wordsOf } from './words.js';

/** Different words of one file that are indexed. */
const MOST_WORDS = 2_000;
const BATCH = 250;

/** What stands in the index for a word: a keyed hash, so that the database tells no content. */
export function tokenOf(searchKey: Buffer, word: string): string {
  return createHmac('sha256', searchKey).update(word).digest('base64url').slice(0, 20);
}

/** A word of a file as the index holds it. */
export interface IndexedWord {
  readonly token: string;
  readonly occurrences: number;
}

/** The index entries of a text. Call it before the transaction that stores them: it may have to load a key. */
export async function indexedWords(
  fileKeys: FileKeys,
  namespace: Namespace,
  text: string,
): Promise<IndexedWord[]> {
  const searchKey = await fileKeys.searchKey(namespace);
  return [...wordsOf(text, MOST_WORDS)].map(([word, occurrences]) => ({
    token: tokenOf(searchKey, word),
    occurrences,
  }));
}

/** Within the transaction that changes a file's content: these are its words from now on. */
export async function putWords(
  trx: Kysely<VfsTables>,
  fileId: string,
  words: readonly IndexedWord[],
): Promise<void> {
  await trx.deleteFrom('vfs_tokens').where('file_id', '=', fileId).execute();
  for (let at = 0; at < words.length; at += BATCH) {
    const rows = words.slice(at, at + BATCH).map((word) => ({ ...word, file_id: fileId }));
    await trx.insertInto('vfs_tokens').values(rows).execute();
  }
}
