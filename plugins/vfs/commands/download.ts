import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { type ProgressBar, progressBar } from './progress.js';
import { type FilesOptions, query } from './remote.js';

/** Times that it is asked for again while nothing more arrives. */
const MOST_TRIES = 5;
const PAUSE_MS = 500;
/** How disks say that they know no links: exFAT, some shares. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** `oracle files get <path> [local]`: to a file, or to standard output for none and for `-`. */
export async function getFile(
  path: string,
  local: string | undefined,
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  const target = local === undefined || local === '-' ? undefined : resolve(io.cwd, local);
  if (target !== undefined && options.force !== true && existsSync(target))
    throw isThere(target, 'Add --force to replace it.');
  const url = `/api/fs/content${query(options, { path })}`;
  return withOracle(options, io, async (remote) => {
    if (target === undefined) {
      for await (const chunk of bodyOf(await remote.request('GET', url))) io.bytes(chunk as Uint8Array);
      return 0;
    }
    await saveWhole(remote, url, { path: target, replace: options.force === true }, io);
    io.stderr(`Saved ${local}.\n`);
    return 0;
  });
}

/** Where a download goes. */
interface LocalTarget {
  readonly path: string;
  /** Whether it may take the place of a file that is there. */
  readonly replace: boolean;
  /** Of a new file; as the system has it by default. */
  readonly mode?: number;
}

/**
 * Half a download never stands under the name of the whole: it comes beside it, is checked, and takes its place.
 * @throws OracleError `conflict` when the place is taken
 */
export async function saveWhole(
  remote: OracleConnection,
  url: string,
  { path, replace, mode }: LocalTarget,
  io: CommandIo,
): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  const response = await remote.request('GET', url);
  const bar = progressBar(io, Number(response.headers.get('content-length') ?? 0));
  try {
    const hash = createHash('sha256');
    const source = resumed(remote, url, response, bar);
    await pipeline(
      source,
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(part, { flags: 'wx', flush: true, ...(mode === undefined ? {} : { mode }) }),
    );
    const expected = response.headers.get('x-vfs-content-hash');
    if (expected !== null && expected !== hash.digest('hex')) {
      throw new OracleError('upstream_failed', {
        detail: 'What arrived is not what was sent.',
        hint: 'Try again.',
      });
    }
    await (replace ? rename(part, path) : becomeNew(part, path));
  } finally {
    bar.end();
    await rm(part, { force: true });
  }
}

/** A link is refused where something is, whoever came first; a disk that knows no links is looked at. */
async function becomeNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (existsSync(path)) throw isThere(path, 'It came while this was saved: choose another name.');
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await rename(part, path);
  }
}

export function isThere(path: string, hint: string): OracleError {
  return new OracleError('conflict', { detail: `${path} is there already.`, hint });
}

/** The content, gone on with where it was each time that the connection breaks. */
async function* resumed(
  remote: OracleConnection,
  url: string,
  first: Response,
  bar: ProgressBar,
): AsyncGenerator<Uint8Array> {
  const etag = first.headers.get('etag');
  let at = 0;
  let tries = 0;
  for (let response: Response | undefined = first; ; ) {
    const before = at;
    try {
      response ??= await rest(remote, url, at, etag);
      for await (const chunk of bodyOf(response)) {
        at += chunk.length;
        bar.at(at);
        yield chunk;
      }
      return;
    } catch (error) {
      tries = at > before ? 1 : tries + 1;
      if (
        etag === null ||
        tries >= MOST_TRIES ||
        (OracleError.isInstance(error) && error.code !== 'unavailable')
      )
        throw error;
      response = undefined;
      await sleep(PAUSE_MS * tries);
    }
  }
}

async function rest(
  remote: OracleConnection,
  url: string,
  at: number,
  etag: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {
    Range: `bytes=${at}-`,
    ...(etag === null ? {} : { 'If-Range': etag }),
  };
  const response = await remote.request('GET', url, { headers });
  if (response.status === 206 || at === 0) return response;
  await response.body?.cancel();
  throw new OracleError('conflict', { detail: 'The file changed while it was read.', hint: 'Get it again.' });
}

function bodyOf(response: Response): Readable {
  return Readable.fromWeb((response.body ?? new Blob([]).stream()) as unknown as ReadableStream);
}
