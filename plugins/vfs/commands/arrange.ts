import { printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { findFile } from './actions.js';
import { type FilesOptions, query } from './remote.js';

/** `oracle files mv <from> <to>` */
export function moveItem(from: string, to: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withOracle(options, io, async (remote) => {
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
  return withOracle(options, io, async (remote) => {
    const overwrite = options.overwrite === true;
    await send(remote, 'POST', `/api/fs/copy${query(options, {})}`, { from, to, overwrite });
    io.stdout(`${printable(to)}\n`);
    return 0;
  });
}

/** `oracle files mkdir <path>` */
export function makeFolder(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withOracle(options, io, async (remote) => {
    await remote.request('POST', `/api/fs/folders${query(options, { path })}`);
    io.stdout(`${printable(path)}\n`);
    return 0;
  });
}

const restoredSchema = z.object({ type: z.enum(['file', 'folder']), files: z.number() });

/** `oracle files restore <path>`: the file, or all of the folder, that was deleted there last. */
export function restoreItem(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withOracle(options, io, async (remote) => {
    const target = `/api/fs/trash/restore${query(options, {})}`;
    const response = await send(remote, 'POST', target, { path }).catch(asNone);
    if (response === undefined) throw notInTrash(path);
    const { type, files } = restoredSchema.parse(await response.json());
    io.stdout(`${printable(path)}\n`);
    if (type === 'folder') io.stderr(`${filesIn(files)} ${files === 1 ? 'is' : 'are'} there again.\n`);
    return 0;
  });
}

const purgedSchema = z.object({ files: z.number() });

/** `oracle files purge <path>`: what of it is in the trash, for good. */
export function purgeItem(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withOracle(options, io, async (remote) => {
    const response = await remote.request('DELETE', `/api/fs/trash${query(options, { path })}`);
    const { files } = purgedSchema.parse(await response.json());
    if (files === 0) throw notInTrash(path);
    io.stderr(`${filesIn(files)} of ${printable(path)} ${files === 1 ? 'is' : 'are'} deleted for good.\n`);
    if (response.status === 202)
      io.stderr('Nobody finds them any more; the oracle goes on destroying the keys of the last ones.\n');
    return 0;
  });
}

function notInTrash(path: string): OracleError {
  return new OracleError('not_found', { detail: `Nothing of ${path} is in the trash.` });
}

const filesIn = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

function send(remote: OracleConnection, method: string, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return remote.request(method, path, { body: JSON.stringify(body), headers });
}

function asNone(error: unknown): undefined {
  if (OracleError.isInstance(error) && error.status === 404) return undefined;
  throw error;
}
