import { readArchive } from 'oracle-runtime/kit';
import { OracleError, type RouteContext } from 'oracle-runtime/plugin';
import { attachment } from '../http/content-disposition.js';
import { type Sent, sendSelection } from '../http/send-selection.js';
import type { FileStore } from '../types.js';
import { type ArchivedFolder, type FolderSnapshot, takeSnapshot } from './folder-snapshot.js';

/** What an archive may hold at most. */
export interface ArchiveLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export interface FolderZipOptions extends ArchiveLimits {
  readonly cacheControl: string;
}

/** How a request was answered, and what the archive holds. */
export interface SentArchive extends Sent {
  readonly files: number;
}

/**
 * Answers a GET or HEAD with a folder as a ZIP archive of known length that can be resumed: the same files in the same
 * versions give the same bytes under the same entity tag. Undefined when the folder has no file to show; nothing has
 * been sent then. Otherwise return `HANDLED` from the route.
 * @throws OracleError `payload_too_large` over the limits, `precondition_failed`, `range_not_satisfiable`; other errors
 *   are a content that failed, after whose first byte the connection is torn already
 */
export async function sendFolderZip(
  raw: RouteContext['raw'],
  store: FileStore,
  folder: ArchivedFolder,
  { cacheControl, maxFiles, maxBytes }: FolderZipOptions,
): Promise<SentArchive | undefined> {
  const measured = await store.measure(folder, maxFiles + 1);
  if (measured.files === 0) return undefined;
  if (measured.files > maxFiles) throw tooLarge(`more than ${maxFiles} files`);
  if (measured.bytes > maxBytes) throw tooLarge(`more than ${maxBytes} bytes`);
  const name = folder.name === '' ? topOf(folder.namespace) : folder.name;
  const snapshot = await takeSnapshot(store, { ...folder, name }, maxFiles + 1);
  const { count } = snapshot.layout;
  if (count > 0 && count <= maxFiles) return sendArchive(raw, snapshot, { name, cacheControl });
  // What was measured has changed since.
  snapshot.release();
  if (count === 0) return undefined;
  throw tooLarge(`more than ${maxFiles} files`);
}

/**
 * Answers a GET or HEAD with an archive, and lets go of it.
 * @throws OracleError as {@link sendFolderZip}
 */
export async function sendArchive(
  { request, response }: RouteContext['raw'],
  { layout, contents, release }: FolderSnapshot,
  { name, cacheControl }: { readonly name: string; readonly cacheControl: string },
): Promise<SentArchive> {
  try {
    const sent = await sendSelection(request, response, {
      size: layout.size,
      etag: layout.etag,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': attachment(`${name}.zip`),
        'x-content-type-options': 'nosniff',
        'cache-control': cacheControl,
      },
      read: (range) => readArchive(layout, contents, range),
    });
    return { ...sent, files: layout.count };
  } finally {
    release();
  }
}

/** The root of a namespace has no name of its own; a `:` would be refused by some systems. */
export function topOf(namespace: string): string {
  return namespace.replaceAll(':', '-');
}

function tooLarge(found: string): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The folder holds ${found}, too much for one archive.`,
    hint: 'Download its folders one by one, or its files.',
  });
}
