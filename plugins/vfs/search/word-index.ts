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

/** About how many words of a text of so many bytes are in the index at most: each is a letter and what parts it from the next. */
export function mostWordsIn(bytes: number): number {
  return Math.min(MOST_WORDS, Math.ceil(bytes / 2));
}

/** A file, and its words. */
export interface Indexed {
  readonly id: string;
  readonly words: readonly IndexedWord[];
}

/** Within the transaction that changes a file's content: these are its words from now on. */
export async function putWords(trx: Kysely<VfsTables>, file: Indexed): Promise<void> {
  await trx.deleteFrom('vfs_tokens').where('file_id', '=', file.id).execute();
  await addWords(trx, [file]);
}

/** Within the transaction that makes the files. */
export async function addWords(trx: Kysely<VfsTables>, files: readonly Indexed[]): Promise<void> {
  const rows = files.flatMap(({ id, words }) => words.map((word) => ({ ...word, file_id: id })));
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto('vfs_tokens')
      .values(rows.slice(at, at + BATCH))
      .execute();
}
