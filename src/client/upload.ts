import { noOracle, OracleError } from './oracle-error.js';
import type { Call } from './request.js';
import { sleep } from './sleep.js';

/** The version of the protocol (https://tus.io/protocols/resumable-upload, 1.0.0). */
const TUS = { 'Tus-Resumable': '1.0.0' };
const PART_BYTES = 4 * 1024 * 1024;
const PART_TIMEOUT_MS = 120_000;
const MOST_FAILURES = 6;

export interface UploadOptions {
  /** Where it shall be, such as `/registries/homes.csv`. */
  readonly path: string;
  readonly contentType?: string;
  /** Whether a file that is there already is replaced by a new version. Default false: it is refused. */
  readonly overwrite?: boolean;
  /** Gives it up. Default: never. */
  readonly signal?: AbortSignal;
  /** An upload that was begun before; see `onBegun`. */
  readonly resumeAt?: string;
  /** Where to go on with it, also after the page was closed. */
  readonly onBegun?: (location: string) => void;
  readonly onProgress?: (sent: number, total: number) => void;
}

/**
 * Puts a file into the file system piece by piece; a connection that breaks is taken up where it stopped.
 * @returns the id of the file, where the oracle names it
 * @throws OracleError what the oracle refuses, or `unavailable` when it stays away; TypeError for what is no file or has no path
 */
export async function upload(call: Call, file: Blob, options: UploadOptions): Promise<string | undefined> {
  // Programs without types mistake the order, and say no path.
  if (!(file instanceof Blob) || typeof options?.path !== 'string')
    throw new TypeError(
      "upload takes a Blob or File and where it shall be: upload(file, { path: '/a.csv' })",
    );
  const { signal = new AbortController().signal, onProgress } = options;
  let location = options.resumeAt;
  let offset = 0;
  let fileId: string | null = null;
  if (location === undefined) {
    const begun = await call('POST', '/api/fs/upload', {
      signal,
      headers: { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': metadataOf(options) },
    });
    fileId = begun.headers.get('X-Vfs-File-Id');
    location = locationOf(begun);
    options.onBegun?.(location);
  } else offset = await offsetAt(call, location, signal);
  onProgress?.(offset, file.size);

  for (let failures = 0; offset < file.size; ) {
    // No AbortSignal.timeout: Node 20 may forget one that stands beside another (https://github.com/nodejs/node/issues/57736).
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException('A part took too long.', 'TimeoutError')),
      PART_TIMEOUT_MS,
    );
    try {
      const part = await call('PATCH', location, {
        signal: AbortSignal.any([signal, late.signal]),
        bytes: file.slice(offset, offset + PART_BYTES),
        headers: {
          ...TUS,
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
      });
      offset = Number(part.headers.get('Upload-Offset'));
      fileId = part.headers.get('X-Vfs-File-Id') ?? fileId;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures > MOST_FAILURES || !isPassing(error)) throw error;
      await sleep(500 * 2 ** failures, signal);
      offset = await offsetAt(call, location, signal).catch(() => offset);
    } finally {
      clearTimeout(timer);
    }
    onProgress?.(offset, file.size);
  }
  return fileId ?? undefined;
}

/** How much of an upload has arrived. @throws OracleError `not_found` once it is over */
async function offsetAt(call: Call, location: string, signal: AbortSignal): Promise<number> {
  const { headers } = await call('HEAD', location, { signal, headers: TUS });
  return Number(headers.get('Upload-Offset'));
}

/** The path alone: behind a proxy the oracle may know itself by another name than its client does. */
function locationOf(response: Response): string {
  const location = response.headers.get('Location');
  if (location === null) {
    throw noOracle('The oracle did not say where to send the file.');
  }
  const { pathname, search } = new URL(location, 'http://oracle.invalid');
  return pathname + search;
}

function metadataOf({ path, contentType, overwrite }: UploadOptions): string {
  const fields = { path, contentType, overwrite: overwrite === undefined ? undefined : String(overwrite) };
  return Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${base64Of(value)}`]))
    .join(',');
}

function base64Of(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** A connection that broke, an oracle that restarts, a part that arrived after all. */
function isPassing(error: unknown): boolean {
  if (!OracleError.isInstance(error)) return true;
  return error.status >= 500 || error.code === 'conflict' || error.code === 'rate_limited';
}
