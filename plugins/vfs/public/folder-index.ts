import { pipeline } from 'node:stream/promises';
import type { RouteContext } from 'oracle-runtime/plugin';
import { ROOT } from '../paths/namespace-path.js';
import type { FileStore } from '../types.js';
import type { Place } from './raw-params.js';

const PAGE = 1_000;

type Index = Pick<FileStore, 'findFolderAt' | 'listEntries' | 'listFolders'>;

/**
 * Sends a page of links to what is published directly in a folder, as web servers do and `wget -r` and rclone read it:
 * names, folders with a slash. It is as long as the folder is.
 * @returns false, with nothing sent, where nothing is published
 */
export async function sendFolderIndex(
  { request, response }: RouteContext['raw'],
  store: Index,
  place: Place,
  cacheControl: string,
): Promise<boolean> {
  const lines = linesOf(store, place);
  const first = await lines.next();
  const folder = first.done === true ? await store.findFolderAt(place.namespace, place.path) : undefined;
  if (first.done === true && folder?.public !== true) return false;
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
  });
  if (request.method === 'HEAD') {
    await lines.return(undefined);
    response.end();
    return true;
  }
  await pipeline(pageOf(place, first.value ?? '', lines), response);
  return true;
}

async function* pageOf({ path }: Place, first: string, lines: AsyncGenerator<string>) {
  const title = escapeHtml(path === ROOT ? path : `${path}/`);
  const up = path === ROOT ? '' : '<li><a href="../">../</a></li>\n';
  yield `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${title}</title>\n<h1>${title}</h1>\n<ul>\n${up}${first}`;
  yield* lines;
  yield '</ul>\n</html>\n';
}

/** Folders, then files, each by path. */
async function* linesOf(store: Index, place: Place): AsyncGenerator<string, undefined> {
  const page = { ...place, view: 'tree', publicOnly: true, limit: PAGE } as const;
  for (const list of ['listFolders', 'listEntries'] as const) {
    let after: string | undefined;
    do {
      const items = await store[list]({ ...page, ...(after === undefined ? {} : { after }) });
      for (const { name } of items) yield lineOf(name, list === 'listFolders' ? '/' : '');
      after = items.length < PAGE ? undefined : items.at(-1)?.path;
    } while (after !== undefined);
  }
  return undefined;
}

function lineOf(name: string, slash: string): string {
  return `<li><a href="${encodeURIComponent(name).replaceAll("'", '%27')}${slash}">${escapeHtml(name + slash)}</a></li>\n`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
