import { Turns } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { isTextType } from '../content/mime-type.js';
import { indexableText } from '../drive/read.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import { isSeen } from '../store/conditions.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { tokenOf } from './word-index.js';
import { normalize, wordsOf } from './words.js';

const MOST_WORDS = 16;
/** Entries of one word that are weighed; the most frequent ones. */
const MOST_ENTRIES = 1_000;
/** Files that have a word in their path, of those that are weighed. */
const MOST_NAMED = 101;
/** Files of one look into the database: some milliseconds. */
const PAGE = 500;
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
  const searchKey = await vfs.fileKeys.searchKey(access.namespace);
  const turns = new Turns();
  const named = await filesWithNames(vfs, scope, words, turns);
  for (const word of words) {
    await turns.others();
    const inText = await vfs.pending.readAll(access.namespace, { path: root, deep: true }, () =>
      filesWithToken(vfs, scope, tokenOf(searchKey, word)),
    );
    const inPath = named.get(word) ?? [];
    const rarity = Math.log(1 + 1_000 / (1 + inText.length + inPath.length));
    for (const { id, occurrences } of inText) add(scores, id, rarity * (occurrences / (occurrences + 1)));
    for (const id of inPath) add(scores, id, rarity * NAME_WEIGHT);
  }
  const best = [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, request.limit);
  const hits: SearchHit[] = [];
  for (const [id, score] of best) {
    const file = await vfs.files.findFile(id);
    // It may have gone, or been hidden, since it was found.
    if (file === undefined || !sees(scope, file)) continue;
    hits.push({ ...(await previewOf(vfs, file, words, turns)), score: Math.round(score * 1e4) / 1e4 });
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
): Promise<{ readonly id: string; readonly occurrences: number }[]> {
  return vfs.db
    .selectFrom('vfs_tokens')
    .innerJoin('vfs_files', 'vfs_files.id', 'vfs_tokens.file_id')
    .select(['vfs_files.id', 'vfs_tokens.occurrences'])
    .where('vfs_tokens.token', '=', token)
    .where('namespace', '=', scope.namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isSeen(eb as never, scope))
    .orderBy('vfs_tokens.occurrences', 'desc')
    .limit(MOST_ENTRIES)
    .execute();
}

/** Ids of the first files by path that have each word in their path. No index knows them: all paths are looked through. */
async function filesWithNames(
  vfs: Vfs,
  { namespace, root, revealed }: Access,
  words: readonly string[],
  turns: Turns,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(words.map((word) => [word, []]));
  const take = ({ id, path }: Pick<FileRow, 'id' | 'path'>) => {
    const folded = path.toLowerCase();
    for (const [word, ids] of found) if (ids.length < MOST_NAMED && isNamed(folded, word)) ids.push(id);
  };
  const itself = await vfs.files.findFileAt(namespace, root);
  if (itself !== undefined && (!itself.hidden || revealed.some((path) => isWithin(root, path)))) take(itself);
  for (let after: string | undefined; ; ) {
    await turns.others();
    const page = await vfs.files.listEntries({
      namespace,
      path: root,
      view: 'flat',
      limit: PAGE,
      revealed,
      ...(after === undefined ? {} : { after }),
    });
    for (const entry of page) take(entry);
    after = page.at(-1)?.path;
    const isDone = [...found.values()].every((ids) => ids.length === MOST_NAMED);
    if (page.length < PAGE || after === undefined || isDone) return found;
  }
}

/** Whether a path has the word: within a longer one, too, unless it is so short that it is in everything (`or` in `short`). */
function isNamed(path: string, word: string): boolean {
  if (!/^[a-z0-9]{1,2}$/.test(word)) return path.includes(word);
  return path.split(/[^\p{L}\p{M}\p{N}]+/u).includes(word);
}

/** The line that has most of the words, with its neighbours; the path alone for what is no text. */
async function previewOf(
  vfs: Vfs,
  file: FileRow,
  words: readonly string[],
  turns: Turns,
): Promise<Omit<SearchHit, 'score'>> {
  const place = { path: file.path, fileId: file.id };
  if (!isTextType(file.mimeType)) return { ...place, lineStart: 1, lineEnd: 1, preview: '' };
  const lines = (await indexableText(vfs, file)).split(/\r\n|\n|\r/);
  let best = 0;
  let most = 0;
  for (const [index, line] of lines.entries()) {
    await turns.others();
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
