/**
 * The product's app with the file system of this tree, filled in-process and told what to do over IPC: the parent sends
 * a `Task`, the child answers with a `Done`. Its log lines go to standard output, as in production.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import type { Plugin } from 'oracle-runtime/plugin';
import { shippedPlugins } from '../../plugins/index.js';
import { type Access, accessOf } from '../../plugins/vfs/access/access.js';
import { vfsConfig } from '../../plugins/vfs/config.js';
import { createVfs } from '../../plugins/vfs/create-vfs.js';
import { createFile } from '../../plugins/vfs/drive/write.js';
import { type NamespacePath, parsePath } from '../../plugins/vfs/paths/namespace-path.js';
import type { VfsTables } from '../../plugins/vfs/store/tables.js';
import type { Vfs } from '../../plugins/vfs/vfs.js';
import { createOracleApp } from '../../src/app.js';
import { batchLines } from '../../src/batch-lines.js';
import { loadConfig } from '../../src/config.js';
import { createLogger } from '../../src/logger.js';
import { LoopWatch, type Turns } from './loop-turns.js';

/** What the parent asks for. */
export type Task =
  | { readonly kind: 'file'; readonly path: string; readonly from: string }
  | { readonly kind: 'files'; readonly folder: string; readonly count: number; readonly bytes: number }
  | { readonly kind: 'rows'; readonly folder: string; readonly count: number }
  /** Look at the turns of the event loop from now on, and tell what was seen of them. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'watched' };

export interface Done {
  /** Of a single file. */
  readonly id?: string;
  readonly ms: number;
  readonly turns?: Turns;
}

const DID = 'did:key:zBench';
let vfs: Vfs | undefined;
const watch = new LoopWatch();

/** The plugin as it ships; what fills it sees the same database, blobs and keys. */
function observed(files: Plugin): Plugin {
  return {
    ...files,
    setup(ctx) {
      const { blobs, keys, clock, logger, shares } = ctx;
      const db = ctx.database.as<VfsTables>();
      const config = vfsConfig.parse({});
      vfs = createVfs({
        db,
        blobs,
        keys,
        config,
        clock,
        logger,
        oracle: { did: DID, entityDid: undefined },
        shares,
      });
      return files.setup?.(ctx) ?? {};
    },
  };
}

async function main(): Promise<void> {
  const app = await createOracleApp({
    config: loadConfig({ cwd: process.argv[2] ?? '.' }),
    plugins: shippedPlugins.map((plugin) => (plugin.name === 'vfs' ? observed(plugin) : plugin)),
    logger: createLogger({
      level: 'info',
      format: 'json',
      write: batchLines((lines) => void process.stdout.write(lines)),
    }),
    createIdentity: true,
  });
  const { url } = await app.listen();
  const did = app.identity?.did;
  if (did === undefined) throw new Error('The oracle has no identity.');
  // The owner's, so that what an earlier run left is there for a later one.
  const { secret } = await app.store.apiKeys.create({ name: `bench ${Date.now()}`, scopes: ['*'], did });
  process.on('message', (task: Task) => {
    perform(task).then(
      (done) => process.send?.(done),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url, key: secret });
}

async function perform(task: Task): Promise<Done> {
  if (task.kind === 'watch') {
    watch.begin();
    return { ms: 0 };
  }
  if (task.kind === 'watched') return { turns: await watch.end(), ms: 0 };
  if (vfs === undefined) throw new Error('The plugin is not set up.');
  const principal = { id: DID, kind: 'owner', did: DID, scopes: new Set(['*']), name: 'bench' } as const;
  const access = accessOf(vfs.oracle, { principal, hidden: false });
  const start = performance.now();
  if (task.kind === 'file') {
    const { id } = await put(
      vfs,
      access,
      task.path,
      createReadStream(task.from, { highWaterMark: 256 * 1024 }),
    );
    return { id, ms: performance.now() - start };
  }
  // What is measured is reading; a power cut while a benchmark fills its folder costs nothing.
  await sql`pragma synchronous = off`.execute(vfs.db);
  if (task.kind === 'files') await fillFolder(vfs, access, task);
  else await fillRows(vfs, access, task);
  await sql`pragma synchronous = full`.execute(vfs.db);
  return { ms: performance.now() - start };
}

const put = (vfs: Vfs, access: Access, path: string, source: AsyncIterable<Uint8Array>) =>
  createFile(vfs, access, {
    path: parsePath(path),
    source,
    public: true,
    mimeType: 'application/octet-stream',
  });

const placeOf = (folder: string, index: number): NamespacePath =>
  parsePath(`${folder}/${String(index % 100).padStart(2, '0')}/${String(index).padStart(6, '0')}.bin`);

async function fillFolder(
  vfs: Vfs,
  access: Access,
  { folder, count, bytes }: Extract<Task, { kind: 'files' }>,
): Promise<void> {
  const content = Buffer.alloc(bytes, 'benchmark ');
  for (let index = 0; index < count; index++) {
    await put(
      vfs,
      access,
      placeOf(folder, index),
      (async function* once() {
        yield content;
      })(),
    );
  }
}

/** Rows of files that nobody reads, for lists. */
async function fillRows(
  vfs: Vfs,
  access: Access,
  { folder, count }: Extract<Task, { kind: 'rows' }>,
): Promise<void> {
  const template = await put(
    vfs,
    access,
    `${folder}/template.bin`,
    (async function* once() {
      yield Buffer.from('x');
    })(),
  );
  const row = await vfs.db
    .selectFrom('vfs_files')
    .selectAll()
    .where('id', '=', template.id)
    .executeTakeFirstOrThrow();
  const step = 500;
  for (let at = 0; at < count; at += step) {
    const rows = Array.from({ length: Math.min(step, count - at) }, (_, index) => {
      const path = placeOf(folder, at + index);
      return { ...row, id: randomUUID(), path, parent: path.slice(0, path.lastIndexOf('/')) };
    });
    await vfs.db.insertInto('vfs_files').values(rows).execute();
  }
}

await main();
