import { Turns } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { isTextType } from '../content/mime-type.js';
import { checkCursor } from '../paths/list-cursor.js';
import { asPath, isWithin, type NamespacePath } from '../paths/namespace-path.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { parseGlob } from './glob.js';
import { normalize } from './words.js';

/** Looks at what is moved again and again. */
const MOST_LOOKS = 5;
/** Files of one look into the database: some milliseconds. */
const PAGE = 250;
/** Bytes that one request decrypts before it stops. */
const MOST_BYTES = 128 * 1024 * 1024;
const LONGEST_SNIPPET = 300;
/** Characters of a line that are looked at together; of a longer one part after part, so that none is looked at twice. */
const LONGEST_LINE = 256 * 1024;
/** What each part has of the one before: more than a text that is looked for, in whatever form it stands there. */
const OVERLAP = 4 * 1024;

/** Files that the request sees at or under a folder, in path order, page after page. */
async function* filesUnder(
  vfs: Vfs,
  access: Access,
  folder: NamespacePath,
  after?: string,
): AsyncGenerator<FileRow> {
  const within = isWithin(access.root, folder) ? access.root : folder;
  const itself = after === undefined ? await vfs.files.findFileAt(access.namespace, within) : undefined;
  if (itself !== undefined && (!itself.hidden || access.revealed.some((path) => isWithin(within, path))))
    yield itself;
  const turns = new Turns();
  let last = after;
  for (;;) {
    await turns.others();
    const page = await vfs.files.listFiles({
      namespace: access.namespace,
      path: within,
      view: 'flat',
      limit: PAGE,
      revealed: access.revealed,
      ...(last === undefined ? {} : { after: last }),
    });
    yield* page;
    last = page.at(-1)?.path;
    if (page.length < PAGE || last === undefined) return;
  }
}

export interface Found<T> {
  readonly items: readonly T[];
  /** Path to go on after, when there is more. */
  readonly next?: NamespacePath;
}

/** Files whose path matches the pattern. @throws OracleError `forbidden`, `invalid_request` */
export async function globFiles(
  vfs: Vfs,
  access: Access,
  request: { readonly pattern: string; readonly limit: number; readonly after?: string | undefined },
): Promise<Found<FileRow>> {
  requireAbility(access, 'fs/list');
  const glob = parseGlob(request.pattern);
  if (!isWithin(access.root, glob.folder)) requireScope(access, glob.folder);
  checkCursor(request.after, isWithin(access.root, glob.folder) ? access.root : glob.folder, 'flat');
  const region = { path: glob.folder, deep: true };
  // A folder that moves meanwhile is found whole in one place, not half of it in none.
  const look = async (): Promise<Found<FileRow>> => {
    const items: FileRow[] = [];
    for await (const file of filesUnder(vfs, access, glob.folder, request.after)) {
      if (!glob.matches(file.path)) continue;
      if (items.length === request.limit) return { items, next: lastPath(items) };
      items.push(file);
    }
    return { items };
  };
  for (let looks = 1; ; looks++) {
    const since = vfs.changes.cursorOf();
    const found = await vfs.pending.readAll(access.namespace, region, look);
    if (looks === MOST_LOOKS || !vfs.changes.movedWithin(since, access.namespace, glob.folder)) return found;
  }
}

function lastPath(items: readonly FileRow[]): NamespacePath {
  return items.at(-1)?.path ?? (asPath('/') as NamespacePath);
}

export interface Match {
  readonly file: FileRow;
  /** From 1. */
  readonly line: number;
  readonly snippet: string;
}

export interface GrepRequest {
  /** Literal text within one line. */
  readonly q: string;
  readonly path: NamespacePath;
  readonly limit: number;
  readonly ignoreCase?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lines of text files that hold a text. `truncated` says that there may be more. @throws OracleError `forbidden` */
export async function grepFiles(
  vfs: Vfs,
  access: Access,
  request: GrepRequest,
): Promise<{ readonly matches: readonly Match[]; readonly truncated: boolean }> {
  requireAbility(access, 'fs/read');
  requireScope(access, request.path);
  const matches: Match[] = [];
  const turns = new Turns();
  const before = await vfs.pending.decided(access.namespace);
  const since = vfs.changes.cursorOf();
  let left = MOST_BYTES;
  for await (const file of filesUnder(vfs, access, request.path)) {
    await turns.others();
    request.signal?.throwIfAborted();
    if (!isTextType(file.mimeType)) continue;
    if (file.size > left) return { matches, truncated: true };
    left -= file.size;
    for await (const match of matchesIn(vfs, file, request, turns)) {
      if (matches.length === request.limit) return { matches, truncated: true };
      matches.push(match);
    }
  }
  // Of a folder that came, went or moved meanwhile some files were looked through, and others not.
  const isOther = (await vfs.pending.decided(access.namespace)) !== before;
  return { matches, truncated: isOther || vfs.changes.movedWithin(since, access.namespace, request.path) };
}

async function* matchesIn(
  vfs: Vfs,
  file: FileRow,
  { q, ignoreCase }: GrepRequest,
  turns: Turns,
): AsyncGenerator<Match> {
  const fold = (text: string) => (ignoreCase === true ? normalize(text) : text);
  const wanted = fold(q);
  let line = 1;
  let isFound = false;
  /** What is known of the line so far. */
  let part = '';
  const look = function* (): Generator<Match> {
    const at = isFound ? -1 : fold(part).indexOf(wanted);
    if (at === -1) return;
    isFound = true;
    yield { file, line, snippet: snippetOf(part, at) };
  };
  const decoder = new TextDecoder();
  for await (const piece of vfs.files.open(file).read()) {
    const text = decoder.decode(piece, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      part += text.slice(start, end);
      yield* look();
      [start, part, isFound] = [end + 1, '', false];
      line += 1;
      await turns.others();
    }
    part += text.slice(start);
    if (part.length <= LONGEST_LINE) continue;
    yield* look();
    part = part.slice(-OVERLAP);
    await turns.others();
  }
  if (part !== '') yield* look();
}

/** The part of a line around a place in it. */
function snippetOf(line: string, at: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.length <= LONGEST_SNIPPET) return text;
  const start = Math.max(0, Math.min(at - 60, text.length - LONGEST_SNIPPET));
  const end = start + LONGEST_SNIPPET;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
