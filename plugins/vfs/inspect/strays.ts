import { sql } from 'kysely';
import type { Blobs } from 'oracle-runtime/plugin';
import { blobKey } from '../content/blob-key.js';
import { deleteParts } from '../content/joined-blobs.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';

/** So long may a process be about to refer to bytes that it wrote. */
const SETTLED_MS = 24 * 60 * 60 * 1_000;
/** Each look takes one pass over the tables, so few and large ones. */
const BATCH = 5_000;

export type StrayDeps = Pick<Vfs, 'db' | 'clock'> & { readonly blobs: Blobs };

export interface Stray {
  readonly detail: string;
  /** Undefined while somebody may yet refer to it. */
  readonly remove: (() => Promise<void>) | undefined;
}

/** Where rows refer to blobs. */
const REFERENCES = [
  ['vfs_files', 'blob'],
  ['vfs_versions', 'blob'],
  ['vfs_blob_parts', 'part'],
  ['vfs_upload_parts', 'blob'],
  ['vfs_doomed_blobs', 'blob'],
] as const satisfies readonly (readonly [keyof VfsTables, string])[];

/**
 * Stored bytes that no file, version or upload is made of, and that are not about to be deleted: files on the disk,
 * small content in the database, and what holds the parts of a file together.
 */
export async function* strays(deps: StrayDeps): AsyncGenerator<Stray> {
  yield* strayFiles(deps);
  yield* strayRows(deps);
}

async function* strayFiles({ db, blobs, clock }: StrayDeps): AsyncGenerator<Stray> {
  for await (const listed of batches(blobs.list())) {
    const unknown = await withoutRow(
      db,
      listed.map(({ key }) => key),
    );
    for (const { key, size, storedAt } of listed) {
      if (!unknown.has(key)) continue;
      const settled = clock.now() - storedAt > SETTLED_MS;
      const since = new Date(storedAt).toISOString();
      yield {
        detail: `${key}: ${size} bytes that no file is made of, since ${since}`,
        remove: settled ? () => blobs.delete(key) : undefined,
      };
    }
  }
}

/** Of blobs by their keys, those that no row speaks of. */
async function withoutRow(db: Vfs['db'], keys: readonly string[]): Promise<ReadonlySet<string>> {
  const unknown = new Map(keys.map((key) => [key.slice(key.lastIndexOf('/') + 1), key]));
  for (const [table, column] of REFERENCES) {
    if (unknown.size === 0) break;
    const ids = sql.join([...unknown.keys()]);
    const { rows } = await sql<{
      id: string;
    }>`select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} in (${ids})`.execute(
      db,
    );
    for (const { id } of rows) if (unknown.get(id) === blobKey(id)) unknown.delete(id);
  }
  return new Set(unknown.values());
}

/** Rows are written in the transaction that refers to them, so these need not wait for a day. */
async function* strayRows({ db, blobs }: StrayDeps): AsyncGenerator<Stray> {
  const small = await db
    .selectFrom('vfs_small_blobs')
    .select('blob')
    .where((eb) =>
      eb.and([
        eb('blob', 'not in', eb.selectFrom('vfs_files').select('blob')),
        eb('blob', 'not in', eb.selectFrom('vfs_versions').select('blob')),
        eb('blob', 'not in', eb.selectFrom('vfs_blob_parts').select('part')),
        eb('blob', 'not in', eb.selectFrom('vfs_upload_parts').select('blob')),
        eb('blob', 'not in', eb.selectFrom('vfs_doomed_blobs').select('blob')),
      ]),
    )
    .execute();
  for (const { blob } of small)
    yield {
      detail: `${blob}: content in the database that no file is made of`,
      remove: async () => void (await db.deleteFrom('vfs_small_blobs').where('blob', '=', blob).execute()),
    };
  const joined = await db
    .selectFrom('vfs_blob_parts')
    .select('blob')
    .distinct()
    .where((eb) =>
      eb.and([
        eb('blob', 'not in', eb.selectFrom('vfs_files').select('blob')),
        eb('blob', 'not in', eb.selectFrom('vfs_versions').select('blob')),
        eb('blob', 'not in', eb.selectFrom('vfs_doomed_blobs').select('blob')),
      ]),
    )
    .execute();
  for (const { blob } of joined)
    yield {
      detail: `${blob}: parts of an upload that became no file`,
      remove: () => deleteParts(db, blobs, blob),
    };
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
