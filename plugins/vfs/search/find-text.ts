import { type Access, requireAbility, requireScope } from '../access/access.js';
import { isTextType } from '../content/mime-type.js';
import { checkCursor } from '../paths/list-cursor.js';
import { asPath, isWithin, type NamespacePath } from '../paths/namespace-path.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { parseGlob } from './glob.js';
import { normalize } from './words.js';

const PAGE = 500;
/** Bytes that one request decrypts before it stops. */
const MOST_BYTES = 128 * 1024 * 1024;
const LONGEST_SNIPPET = 300;

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
  let last = after;
  for (;;) {
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
  const items: FileRow[] = [];
  for await (const file of filesUnder(vfs, access, glob.folder, request.after)) {
    if (!glob.matches(file.path)) continue;
    if (items.length === request.limit) return { items, next: lastPath(items) };
    items.push(file);
  }
  return { items };
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
  let left = MOST_BYTES;
  for await (const file of filesUnder(vfs, access, request.path)) {
    request.signal?.throwIfAborted();
    if (!isTextType(file.mimeType)) continue;
    if (file.size > left) return { matches, truncated: true };
    left -= file.size;
    for await (const match of matchesIn(vfs, file, request)) {
      if (matches.length === request.limit) return { matches, truncated: true };
      matches.push(match);
    }
  }
  return { matches, truncated: false };
}

async function* matchesIn(vfs: Vfs, file: FileRow, { q, ignoreCase }: GrepRequest): AsyncGenerator<Match> {
  const fold = (text: string) => (ignoreCase === true ? normalize(text) : text);
  const wanted = fold(q);
  let line = 0;
  let rest = '';
  const decoder = new TextDecoder();
  const take = function* (text: string): Generator<Match> {
    line += 1;
    const at = fold(text).indexOf(wanted);
    if (at !== -1) yield { file, line, snippet: snippetOf(text, at) };
  };
  for await (const piece of vfs.files.open(file).read()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield* take(text);
  }
  if (rest !== '') yield* take(rest);
}

/** The part of a line around a place in it. */
function snippetOf(line: string, at: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.length <= LONGEST_SNIPPET) return text;
  const start = Math.max(0, Math.min(at - 60, text.length - LONGEST_SNIPPET));
  const end = start + LONGEST_SNIPPET;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
