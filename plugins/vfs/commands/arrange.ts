import { printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { findFile } from './actions.js';
import { type FilesOptions, query, withRemote } from './remote.js';

/** `oracle files mv <from> <to>` */
export function moveItem(from: string, to: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withRemote(options, io, async (remote) => {
    const file = await findFile(remote, from, options).catch(asNone);
    if (file === undefined)
      await send(remote, 'PUT', `/api/fs/folders/path${query(options, {})}`, { from, to });
    else {
      const target = `/api/fs/files/${file.id}/path${query(options, {})}`;
      await send(remote, 'PATCH', target, { path: to, overwrite: options.overwrite === true });
    }
    io.stdout(`${printable(to)}\n`);
    return 0;
  });
}

/** `oracle files cp <from> <to>` */
export function copyItem(from: string, to: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withRemote(options, io, async (remote) => {
    const overwrite = options.overwrite === true;
    await send(remote, 'POST', `/api/fs/copy${query(options, {})}`, { from, to, overwrite });
    io.stdout(`${printable(to)}\n`);
    return 0;
  });
}

/** `oracle files mkdir <path>` */
export function makeFolder(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withRemote(options, io, async (remote) => {
    await remote.request('POST', `/api/fs/folders${query(options, { path })}`);
    io.stdout(`${printable(path)}\n`);
    return 0;
  });
}

const trashSchema = z.object({
  files: z.array(z.object({ id: z.string(), path: z.string(), trashedAt: z.number() })),
  cursor: z.string().optional(),
});
type Trashed = z.output<typeof trashSchema>['files'][number];

/** `oracle files restore <path>`: the file, or all of the folder, that was deleted there last. */
export function restoreItem(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withRemote(options, io, async (remote) => {
    const files = await lastDeleted(remote, path, options);
    if (files.length === 0)
      throw new OracleError('not_found', { detail: `Nothing of ${path} is in the trash.` });
    for (const { id, path: back } of files) {
      await remote.request('POST', `/api/fs/files/${id}/restore${query(options, {})}`);
      io.stdout(`${printable(back)}\n`);
    }
    return 0;
  });
}

/** The trash is listed from the last deletion on. */
async function lastDeleted(
  remote: OracleConnection,
  path: string,
  options: FilesOptions,
): Promise<Trashed[]> {
  const found: Trashed[] = [];
  for (let cursor: string | undefined; ; ) {
    const target = `/api/fs/trash${query(options, cursor === undefined ? {} : { cursor })}`;
    const page = trashSchema.parse(await (await remote.request('GET', target)).json());
    for (const file of page.files) {
      if (file.path === path) return [file];
      const isOfIt = found[0] === undefined || found[0].trashedAt === file.trashedAt;
      if (file.path.startsWith(`${path}/`) && isOfIt) found.push(file);
    }
    cursor = page.cursor;
    if (cursor === undefined) return found;
  }
}

async function send(remote: OracleConnection, method: string, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await remote.request(method, path, { body: JSON.stringify(body), headers });
}

function asNone(error: unknown): undefined {
  if (OracleError.isInstance(error) && error.status === 404) return undefined;
  throw error;
}
