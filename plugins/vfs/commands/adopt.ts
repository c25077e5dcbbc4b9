import { alignRows, printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { FilesOptions } from './remote.js';

const pageSchema = z.object({
  namespaces: z.array(
    z.object({
      namespace: z.string(),
      owner: z.string().optional(),
      usedBytes: z.number(),
      adoptedAt: z.number().optional(),
      home: z.boolean().optional(),
    }),
  ),
  more: z.boolean(),
});
type Listed = z.output<typeof pageSchema>['namespaces'][number];

/** `oracle files adopt [namespace] [--home | --release]` */
export async function adoptFiles(
  namespace: string | undefined,
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  if (namespace === undefined && options.release === true)
    throw new OracleError('invalid_request', { detail: 'Which namespace is to be given back?' });
  if (options.home === true && (namespace === undefined || options.release === true))
    throw new OracleError('invalid_request', {
      detail: '--home names the namespace where your own files are from now on.',
      hint: 'Such as: oracle files adopt user:z6Mk… --home',
    });
  return withOracle(options, io, async (remote) => {
    if (namespace === undefined) list(await allNamespaces(remote), io);
    else if (options.release === true) {
      await remote.request('DELETE', `/api/fs/adoptions?${new URLSearchParams({ namespace })}`);
      io.stderr(`${printable(namespace)} is again whose it was.\n`);
    } else {
      const headers = { 'Content-Type': 'application/json' };
      const home = options.home === true;
      const body = JSON.stringify({ namespace, home });
      await remote.request('POST', '/api/fs/adoptions', { body, headers });
      const how = home ? 'oracle files ls' : `oracle files ls --namespace ${printable(namespace)}`;
      io.stderr(`${printable(namespace)} is yours. List it with: ${how}\n`);
    }
    return 0;
  });
}

function list(namespaces: readonly Listed[], io: CommandIo): void {
  io.stdout(
    alignRows([
      ['NAMESPACE', 'BYTES', 'OWNER', 'ADOPTED'],
      ...namespaces.map(({ namespace, usedBytes, owner, adoptedAt, home }) => [
        printable(namespace),
        String(usedBytes),
        printable(owner ?? ''),
        adoptedAt === undefined
          ? ''
          : `${new Date(adoptedAt).toISOString().slice(0, 10)}${home ? ' home' : ''}`,
      ]),
    ]),
  );
}

async function allNamespaces(remote: OracleConnection): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let more = true; more; ) {
    const after = found.at(-1)?.namespace;
    const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
    const page = pageSchema.parse(await (await remote.request('GET', `/api/fs/namespaces${query}`)).json());
    found.push(...page.namespaces);
    more = page.more;
  }
  return found;
}
