import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { toPage } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import { olderThan } from './older-than.js';
import type { SamplingTables } from './tables.js';

type DocumentTable =
  | 'sampling_registries'
  | 'sampling_commitments'
  | 'sampling_selections'
  | 'sampling_periods'
  | 'sampling_submissions';

/** Columns that a table has besides id, owner, time and document. */
type Extra<Table extends DocumentTable> = Omit<
  Insertable<SamplingTables[Table]>,
  'id' | 'owner' | 'created_at' | 'document'
>;

export interface Stored<Document> {
  readonly id: string;
  readonly createdAt: string;
  readonly document: Document;
}

/** Documents of one kind, each seen by its owner alone. */
export interface DocumentsStore<Document, More> {
  /** `make` sees the id that the document will have. `within` is a transaction that it is stored in. */
  create(
    owner: string,
    more: More,
    make: (id: string, createdAt: string) => Document,
    within?: Kysely<SamplingTables>,
  ): Promise<Stored<Document>>;
  /** @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<Stored<Document>>;
  /** The same whoever owns it: for what belongs to a design that the caller may see. */
  ofAnybody(id: string, within?: Kysely<SamplingTables>): Promise<Stored<Document> | undefined>;
  list(
    owner: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    where?: Partial<Record<keyof More, string>>,
  ): Promise<{ items: Stored<Document>[]; cursor?: string }>;
  delete(owner: string, id: string, within?: Kysely<SamplingTables>): Promise<void>;
}

/**
 * @param kind prefix of ids, such as `registry`
 */
export function createDocumentsStore<Document, Table extends DocumentTable>(
  database: Kysely<SamplingTables>,
  clock: Clock,
  table: Table,
  kind: string,
): DocumentsStore<Document, Extra<Table>> {
  // All these tables share id, owner, created_at and document; the query builder cannot see that through a variable.
  const shared = (on: Kysely<SamplingTables>) => on as unknown as Kysely<{ documents: SharedColumns }>;
  const db = shared(database);
  const name = table as unknown as 'documents';
  const stored = (row: Selectable<SharedColumns>): Stored<Document> => ({
    id: row.id,
    createdAt: row.created_at,
    document: JSON.parse(row.document) as Document,
  });
  const missing = (id: string) => new OracleError('not_found', { detail: `There is no ${kind} '${id}'.` });

  return {
    async create(owner, more, make, within = database) {
      const id = `${kind}-${randomUUID()}`;
      const createdAt = new Date(clock.now()).toISOString();
      const document = make(id, createdAt);
      const row: SharedColumns = { id, owner, created_at: createdAt, document: JSON.stringify(document) };
      await shared(within)
        .insertInto(name)
        .values({ ...more, ...row })
        .execute();
      return { id, createdAt, document };
    },
    async get(owner, id) {
      const row = await db
        .selectFrom(name)
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      if (row === undefined) throw missing(id);
      return stored(row);
    },
    async ofAnybody(id, within = database) {
      const row = await shared(within).selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst();
      return row && stored(row);
    },
    async list(owner, { limit, cursor }, where = {}) {
      let query = db
        .selectFrom(name)
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      for (const [column, value] of Object.entries(where))
        if (typeof value === 'string') query = query.where(column as keyof SharedColumns, '=', value);
      if (cursor !== undefined) query = query.where(olderThan(cursor));
      return toPage(await query.execute(), limit, stored, (row) => [row.created_at, row.id]);
    },
    async delete(owner, id, within = database) {
      const { numDeletedRows } = await shared(within)
        .deleteFrom(name)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw missing(id);
    },
  };
}

interface SharedColumns {
  id: string;
  owner: string;
  created_at: string;
  document: string;
}
