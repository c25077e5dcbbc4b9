import { OracleError, type RouteContext } from 'oracle-runtime/plugin';
import { isShownSafely } from '../content/mime-type.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileStore, VersionContent } from '../types.js';
import { attachment, inline } from './content-disposition.js';
import { lastModifiedOf, type Representation } from './select-response.js';
import { type Sent, sendSelection, withValidators } from './send-selection.js';

/** Content of a file and what it is to be saved as. */
export interface DownloadableFile extends VersionContent {
  readonly name: string;
  readonly path: NamespacePath;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export interface DownloadOptions {
  readonly cacheControl: string;
  /** Pages of other origins may embed it. Default false. */
  readonly crossOrigin?: boolean;
  /** A browser shows it in place, when its type is one that runs nothing. Default false: it saves it. */
  readonly inline?: boolean;
}

/** Whatever the type says, a browser that shows it runs none of it. */
const SANDBOX = "sandbox; default-src 'none'";

/**
 * Answers a GET or HEAD with the content of a file: Range and If-Range, conditions, the headers of a download. The
 * response has been sent when it returns; return `HANDLED` from the route.
 * @throws OracleError `precondition_failed` or `range_not_satisfiable`; other errors are a content that failed, after
 *   whose first byte the connection is torn already
 */
export function sendFile(
  { request, response }: RouteContext['raw'],
  store: Pick<FileStore, 'open'>,
  file: DownloadableFile,
  options: DownloadOptions,
): Promise<Sent> {
  const content = store.open(file);
  const sending = sendSelection(request, response, {
    ...representationOf(file),
    headers: headersOf(file, options),
    bytes: () => content.bytes(),
    check: () => content.check(),
    read: (range) => content.read(range),
  });
  return namingFile(file, sending);
}

/** Content that fails is told to the log by the place and version that whoever mends it knows. */
export async function namingFile<T>(
  { namespace, path, version }: Pick<DownloadableFile, 'namespace' | 'path' | 'version'>,
  reading: Promise<T>,
): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (OracleError.isInstance(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${namespace}${path}, version ${version}: ${reason}`, { cause });
  }
}

/** What conditions and ranges of requests are weighed against. */
export function representationOf({ size, cid, updatedAt }: DownloadableFile): Representation {
  return { size, etag: `"${cid}"`, lastModified: lastModifiedOf(updatedAt) };
}

/** All headers of an answer with the whole file. */
export function wholeHeaders(
  file: DownloadableFile,
  representation: Representation,
  options: DownloadOptions,
): Record<string, string> {
  return {
    ...withValidators(headersOf(file, options), representation),
    'accept-ranges': 'bytes',
    'content-length': String(file.size),
  };
}

function headersOf(file: DownloadableFile, options: DownloadOptions): Record<string, string> {
  return {
    'content-type': file.mimeType,
    'content-disposition': (options.inline === true && isShownSafely(file.mimeType) ? inline : attachment)(
      file.name,
    ),
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'x-vfs-cid': file.cid,
    'x-vfs-content-hash': file.contentHash,
    'x-vfs-version': String(file.version),
    'cache-control': options.cacheControl,
    ...(options.crossOrigin === true ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
}
