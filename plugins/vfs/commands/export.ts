import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandIo, OracleError, withOracle } from 'oracle-runtime/plugin';
import { asNamespace } from '../paths/namespace.js';
import { isThere, saveWhole } from './download.js';
import { type FilesOptions, query } from './remote.js';

/** What nobody else on this machine reads: private files lie open in it. */
const OWNER_ONLY = 0o600;

/** `oracle files export [namespace] [--to file]`: prints where the archive is. */
export async function exportFiles(
  given: string | undefined,
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  const named = given ?? options.namespace;
  if (named !== undefined && asNamespace(named) === undefined)
    throw new OracleError('invalid_request', {
      detail: `${named} is no namespace.`,
      hint: 'Such as user:z6Mk… or entity:did:ixo:entity:…',
    });
  const to = options.to ?? `${(named ?? 'files').replaceAll(':', '-')}.zip`;
  const path = resolve(io.cwd, to);
  if (existsSync(path)) throw isThere(to, 'An export is a new file: choose another with --to.');
  return withOracle(options, io, async (remote) => {
    const url = `/api/fs/export${query({}, named === undefined ? {} : { namespace: named })}`;
    await saveWhole(remote, url, { path, replace: false, mode: OWNER_ONLY }, io);
    io.stdout(`${path}\n`);
    return 0;
  });
}
