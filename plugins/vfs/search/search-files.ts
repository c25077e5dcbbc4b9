import { sql } from 'kysely';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { isTextType } from '../content/mime-type.js';
import { indexableText } from '../drive/read.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import { isSeen } from '../store/conditions.js';
import { fileOf } from '../store/rows.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { tokenOf } from './word-index.js';
import { normalize, wordsOf } from './words.js';

const MOST_WORDS = 16;
/** Entries of one word that are weighed; the most frequent ones. */
const MOST_ENTRIES = 1_000;
/** What a word in the path counts, against one in the text. */
const NAME_WEIGHT = 1.5;
const PREVIEW_CHARACTERS = 400;

export interface SearchHit {
  readonly path: NamespacePath;
  readonly fileId: string;
  /** Lines of the preview, from 1. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly preview: string;
  readonly score: number;
}

/**
 * Files that have the words of `q` in their text or path, best first: rare words count more than common ones (as in
 * BM25), a file that has more of the words ranks above one that repeats a single word.
 * @throws OracleError `forbidden`
 */
export async function searchFiles(
  vfs: Vfs,
  access: Access,
  request: { readonly q: string; readonly path: NamespacePath; readonly limit: number },
): Promise<readonly SearchHit[]> {
  requireAbility(access, 'fs/read');
  requireScope(access, request.path);
  const root = isWithin(access.root, request.path) ? access.root : request.path;
  const scope: Access = { ...access, root };
  const words = [...wordsOf(request.q, MOST_WORDS).keys()];
  if (words.length === 0) return [];
  const scores = new Map<string, number>();
  const files = new Map<string, FileRow>();
  const searchKey = await vfs.fileKeys.searchKey(access.namespace);
  const whole = <T>(read: () => Promise<T>) =>
    vfs.pending.readAll(access.namespace, { path: root, deep: true }, read);
  for (const word of words) {
    const inText = await whole(() => filesWithToken(vfs, scope, tokenOf(searchKey, word)));
    const inPath = await whole(() => filesWithName(vfs, scope, word));
    const rarity = Math.log(1 + 1_000 / (1 + inText.length + inPath.length));
    for (const { file, occurrences } of inText) {
      files.set(file.id, file);
      add(scores, file.id, rarity * (occurrences / (occurrences + 1)));
    }
    for (const file of inPath) {
      files.set(file.id, file);
      add(scores, file.id, rarity * NAME_WEIGHT);
    }
  }
  const best = [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, request.limit);
  const hits: SearchHit[] = [];
  for (const [id, score] of best) {
    const file = files.get(id);
    if (file !== undefined)
      hits.push({ ...(await previewOf(vfs, file, words)), score: Math.round(score * 1e4) / 1e4 });
  }
  return hits;
}

function add(scores: Map<string, number>, id: string, score: number): void {
  scores.set(id, (scores.get(id) ?? 0) + score);
}

async function filesWithToken(
  vfs: Vfs,
  scope: Access,
  token: string,
): Promise<{ readonly file: FileRow; readonly occurrences: number }[]> {
  const rows = await vfs.db
    .selectFrom('vfs_tokens')
    .innerJoin('vfs_files', 'vfs_files.id', 'vfs_tokens.file_id')
    .selectAll('vfs_files')
    .select('vfs_tokens.occurrences')
    .where('vfs_tokens.token', '=', token)
    .where('namespace', '=', scope.namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isSeen(eb as never, scope))
    .orderBy('vfs_tokens.occurrences', 'desc')
    .limit(MOST_ENTRIES)
    .execute();
  return rows.map((row) => ({ file: fileOf(row), occurrences: row.occurrences }));
}

async function filesWithName(vfs: Vfs, scope: Access, word: string): Promise<FileRow[]> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await vfs.db
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', scope.namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isSeen(eb as never, scope))
    .where(sql<boolean>`lower(path) like ${pattern} escape '\\'`)
    .orderBy('path')
    .limit(100)
    .execute();
  return rows.map(fileOf);
}

/** The line that has most of the words, with its neighbours; the path alone for what is no text. */
async function previewOf(
  vfs: Vfs,
  file: FileRow,
  words: readonly string[],
): Promise<Omit<SearchHit, 'score'>> {
  const place = { path: file.path, fileId: file.id };
  if (!isTextType(file.mimeType)) return { ...place, lineStart: 1, lineEnd: 1, preview: '' };
  const lines = (await indexableText(vfs, file)).split(/\r\n|\n|\r/);
  let best = 0;
  let most = 0;
  for (const [index, line] of lines.entries()) {
    const folded = normalize(line);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > most) [best, most] = [index, count];
  }
  const start = Math.max(0, best - 1);
  const shown = lines.slice(start, best + 2);
  return {
    ...place,
    lineStart: start + 1,
    lineEnd: start + shown.length,
    preview: shown.join('\n').slice(0, PREVIEW_CHARACTERS),
  };
}
