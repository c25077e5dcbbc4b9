import { alignRows, printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type FilesOptions, fileSchema, query } from './remote.js';

const nodeSchema = z.object({
  type: z.enum(['file', 'folder']),
  path: z.string(),
  size: z.number().optional(),
  updatedAt: z.number().optional(),
  public: z.boolean(),
  hidden: z.boolean(),
  publicUrl: z.string().optional(),
});
const pageSchema = z.object({ nodes: z.array(nodeSchema), cursor: z.string().optional() });
const publishedSchema = z.object({
  public: z.boolean(),
  publicUrl: z.string().optional(),
  note: z.string().optional(),
});

type Node = z.output<typeof nodeSchema>;

/** `oracle files ls [path]`: folders first, then files; of a file its own line. */
export async function listFolder(named: string, options: FilesOptions, io: CommandIo): Promise<number> {
  // As it prints folders itself.
  const path = named.replace(/(?<=[^/])\/+$/, '');
  const nodes = await withOracle(options, io, async (remote) => {
    const file = await fileNode(remote, path, options);
    return file === undefined ? allNodes(remote, path, options) : [file];
  });
  if (options.json === true) {
    io.stdout(`${JSON.stringify(nodes, null, 2)}\n`);
    return 0;
  }
  if (nodes.length === 0) {
    io.stderr('Nothing here.\n');
    return 0;
  }
  io.stdout(
    alignRows([
      ['PATH', 'SIZE', 'CHANGED', 'STATE'],
      ...nodes.map((node) => [
        printable(node.type === 'folder' ? `${node.path}/` : node.path),
        node.size === undefined ? '' : String(node.size),
        node.updatedAt === undefined
          ? ''
          : new Date(node.updatedAt).toISOString().slice(0, 16).replace('T', ' '),
        [node.public ? 'public' : 'private', ...(node.hidden ? ['hidden'] : [])].join(','),
      ]),
    ]),
  );
  return 0;
}

async function fileNode(
  remote: OracleConnection,
  path: string,
  options: FilesOptions,
): Promise<Node | undefined> {
  const listed = z.object({ files: z.array(nodeSchema.omit({ type: true })) });
  const response = await remote.request('GET', `/api/fs/files${query(options, { path, limit: '1' })}`);
  const file = listed.parse(await response.json()).files.find((each) => each.path === path);
  return file && { ...file, type: 'file' };
}

async function allNodes(remote: OracleConnection, path: string, options: FilesOptions): Promise<Node[]> {
  const nodes: Node[] = [];
  let cursor: string | undefined;
  do {
    const page: z.output<typeof pageSchema> = pageSchema.parse(
      await (
        await remote.request(
          'GET',
          `/api/fs/tree${query(options, { path, ...(cursor === undefined ? {} : { cursor }) })}`,
        )
      ).json(),
    );
    nodes.push(...page.nodes);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return nodes;
}

/** `oracle files publish|unpublish <path>`: the link alone on standard output. */
export async function setPublic(
  path: string,
  value: boolean,
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  return withOracle(options, io, async (remote) => {
    const file = await findFile(remote, path, options);
    const flag = { public: String(value) };
    if (file === undefined) await requireFolder(remote, path, options);
    const response =
      file === undefined
        ? await remote.request('PUT', `/api/fs/folders/public${query(options, { path, ...flag })}`)
        : await remote.request('PATCH', `/api/fs/files/${file.id}/public${query(options, flag)}`);
    const state = publishedSchema.parse(await response.json());
    if (state.publicUrl !== undefined) io.stdout(`${remote.url}${state.publicUrl}\n`);
    if (state.note !== undefined) io.stderr(`${state.note}\n`);
    else if (!state.public)
      io.stderr(`${printable(path)} is private. Copies at the edge go within a minute.\n`);
    return 0;
  });
}

/** `oracle files share <path>`: the link of something that is published; it publishes nothing. */
export async function shareLink(path: string, options: FilesOptions, io: CommandIo): Promise<number> {
  return withOracle(options, io, async (remote) => {
    const publicUrl = (await findNode(remote, path, options))?.publicUrl;
    if (publicUrl === undefined) {
      throw new OracleError('not_found', {
        detail: `${path} is not public, or not there.`,
        hint: `Publish it with: oracle files publish ${path}`,
      });
    }
    io.stdout(`${remote.url}${publicUrl}\n`);
    return 0;
  });
}

/** `oracle files rm <paths...>` */
export async function removeFiles(
  paths: readonly string[],
  options: FilesOptions,
  io: CommandIo,
): Promise<number> {
  return withOracle(options, io, async (remote) => {
    for (const path of paths) {
      const file = await findFile(remote, path, options);
      if (file === undefined) await remote.request('DELETE', `/api/fs/folders${query(options, { path })}`);
      else await remote.request('DELETE', `/api/fs/files/${file.id}${query(options, {})}`);
      io.stderr(`${printable(path)} is in the trash.\n`);
    }
    return 0;
  });
}

/** The file at exactly this path. */
export async function findFile(
  remote: OracleConnection,
  path: string,
  options: FilesOptions,
): Promise<z.output<typeof fileSchema> | undefined> {
  const listed = z.object({ files: z.array(fileSchema) });
  const response = await remote.request('GET', `/api/fs/files${query(options, { path, limit: '1' })}`);
  return listed.parse(await response.json()).files.find((file) => file.path === path);
}

async function requireFolder(remote: OracleConnection, path: string, options: FilesOptions): Promise<void> {
  await remote.request('GET', `/api/fs/tree${query(options, { path, limit: '1' })}`);
}

async function findNode(
  remote: OracleConnection,
  path: string,
  options: FilesOptions,
): Promise<Node | undefined> {
  const parent = path.slice(0, path.lastIndexOf('/')) || '/';
  return (await allNodes(remote, parent, options)).find((node) => node.path === path);
}
