import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type ProgressBar, progressBar } from './progress.js';
import { type FilesOptions, fileSchema, query } from './remote.js';

/** What is larger goes in parts of this size, and goes on where it was when it breaks off. */
const PART_BYTES = 16 * 1024 * 1024;
/** Times that a part is tried while nothing more arrives. */
const MOST_TRIES = 5;
const PAUSE_MS = 500;
const TUS = { 'Tus-Resumable': '1.0.0' };

/** A file of this machine that is being uploaded. */
interface LocalFile {
  readonly at: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

/** `oracle files put <local> <path>`: prints the path, and the link when it is public. */
export async function putFile(
  local: string,
  path: string,
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  const at = resolve(io.cwd, local);
  const info = await stat(at).catch(() => undefined);
  if (info?.isFile() !== true)
    throw new OracleError('invalid_request', { detail: `There is no file ${local} to upload.` });
  const file = { at, size: info.size, changed: Math.floor(info.mtimeMs) };
  return withOracle(options, io, async (remote) => {
    const send = file.size > PART_BYTES ? sendInParts : sendAtOnce;
    const stored = fileSchema.parse(await send(remote, file, path, options, io));
    io.stdout(`${printable(stored.path)}\n`);
    if (stored.publicUrl !== undefined) io.stderr(`Public at ${remote.url}${stored.publicUrl}\n`);
    return 0;
  });
}

async function sendAtOnce(
  remote: OracleConnection,
  file: LocalFile,
  path: string,
  options: FilesOptions,
): Promise<unknown> {
  const body = bodyOf(file, 0, file.size, () => undefined);
  const flag: Record<string, string> = options.public === true ? { public: 'true' } : {};
  const etag = options.overwrite === true ? await presentTag(remote, path, options) : undefined;
  const headers: Record<string, string> = etag === undefined ? {} : { 'If-Match': etag };
  const target = `/api/fs/files${query(options, { path, ...flag })}`;
  return (await remote.request('POST', target, { body, headers })).json();
}

async function sendInParts(
  remote: OracleConnection,
  file: LocalFile,
  path: string,
  options: FilesOptions,
  io: CommandIo,
): Promise<unknown> {
  const note = `${file.at}.oracle-upload`;
  const begun = {
    url: remote.url,
    namespace: options.namespace,
    path,
    size: file.size,
    changed: file.changed,
  };
  const location =
    (await wentOn(remote, note, begun)) ?? (await begin(remote, file, path, options, { note, begun }));
  const bar = progressBar(io, file.size);
  try {
    const id = await sendRest(remote, file, location, bar);
    await rm(note, { force: true });
    return (await remote.request('GET', `/api/fs/files/${id}${query(options, {})}`)).json();
  } finally {
    bar.end();
  }
}

const noteSchema = z.object({
  url: z.string(),
  namespace: z.string().optional(),
  path: z.string(),
  size: z.number(),
  changed: z.number(),
  location: z.string(),
});
type Begun = Omit<z.output<typeof noteSchema>, 'location'>;

/** Where an upload of this very file stands that broke off before. */
async function wentOn(remote: OracleConnection, note: string, begun: Begun): Promise<string | undefined> {
  const text = await readFile(note, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { location, ...was } = noteSchema.parse(JSON.parse(text));
    const isSame = Object.entries(begun).every(([name, value]) => was[name as keyof Begun] === value);
    if (isSame && (await offsetOf(remote, location)) !== undefined) return location;
  } catch {
    // A note that cannot be read is of no use.
  }
  return undefined;
}

async function begin(
  remote: OracleConnection,
  { size }: LocalFile,
  path: string,
  options: FilesOptions,
  { note, begun }: { readonly note: string; readonly begun: Begun },
): Promise<string> {
  const etag = options.overwrite === true ? await presentTag(remote, path, options) : undefined;
  const metadata = {
    path,
    ...(options.public === true ? { public: 'true' } : {}),
    ...(etag === undefined ? {} : { 'If-Match': etag }),
  };
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const response = await remote.request('POST', `/api/fs/upload${query(options, {})}`, {
    headers: { ...TUS, 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') },
  });
  const location = response.headers.get('location');
  if (location === null)
    throw new OracleError('upstream_failed', { detail: 'The oracle did not say where the upload goes on.' });
  await writeFile(note, `${JSON.stringify({ ...begun, location })}\n`, { mode: 0o600 });
  return location;
}

/** @returns the id of the file */
async function sendRest(
  remote: OracleConnection,
  file: LocalFile,
  location: string,
  bar: ProgressBar,
): Promise<string> {
  let tries = 0;
  for (let at = (await offsetOf(remote, location)) ?? 0; ; ) {
    bar.at(at);
    const end = Math.min(file.size, at + PART_BYTES);
    try {
      const response = await remote.request('PATCH', location, {
        body: bodyOf(file, at, end, (sent) => bar.at(at + sent)),
        headers: { ...TUS, 'Upload-Offset': String(at), 'Content-Type': 'application/offset+octet-stream' },
      });
      const id = response.headers.get('x-vfs-file-id');
      if (id !== null) return id;
      at = end;
      tries = 0;
    } catch (error) {
      tries += 1;
      if (tries >= MOST_TRIES) throw error;
      await sleep(PAUSE_MS * tries);
      const stands = await offsetOf(remote, location).catch(() => undefined);
      // What arrived of a part that broke off may have been stored only now.
      const wentOn = stands !== undefined && stands !== at;
      if (!wentOn && !isPassing(error)) throw error;
      at = stands ?? at;
    }
  }
}

/** What may go by itself: no connection, or a part that is still being received. */
function isPassing(error: unknown): boolean {
  return OracleError.isInstance(error) && (error.code === 'unavailable' || error.status === 423);
}

async function offsetOf(remote: OracleConnection, location: string): Promise<number | undefined> {
  const { headers } = await remote.request('HEAD', location, { headers: TUS });
  const offset = headers.get('upload-offset');
  return offset === null ? undefined : Number(offset);
}

function bodyOf({ at }: LocalFile, start: number, end: number, heard: (sent: number) => void) {
  const source = end > start ? createReadStream(at, { start, end: end - 1 }) : Readable.from([]);
  let sent = 0;
  async function* counted() {
    for await (const bytes of source) {
      sent += bytes.length;
      heard(sent);
      yield bytes;
    }
  }
  return Readable.toWeb(Readable.from(counted(), { objectMode: false })) as unknown as NonNullable<
    RequestInit['body']
  >;
}

/** The entity tag of the file that is there, which alone is to be replaced. */
async function presentTag(
  remote: OracleConnection,
  path: string,
  options: FilesOptions,
): Promise<string | undefined> {
  const present = await remote
    .request('HEAD', `/api/fs/content${query(options, { path })}`)
    .catch((error: unknown) => {
      if (OracleError.isInstance(error) && error.status === 404) return undefined;
      throw error;
    });
  return present?.headers.get('etag') ?? undefined;
}
