import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { Claim } from '../chain/records.js';
import type { ClaimSummary } from '../claims/claim.js';
import type { EntitySummary } from '../entity/read-entity.js';
import { type FollowedList, type ListName, type ReadPage, saveClaims } from './lists.js';
import type { IndexTables } from './tables.js';

export interface Progress {
  readonly cursor: string | undefined;
  readonly startedAt: number | undefined;
  /** When the list was last read to its end: of then it is, or of the block that a node had which was behind. */
  readonly completedAt: number | undefined;
}

export interface Rows<T> {
  readonly rows: readonly T[];
  /** Id of the last row when there are more. */
  readonly next: string | undefined;
}

const NOTHING: Progress = { cursor: undefined, startedAt: undefined, completedAt: undefined };

/** What this oracle remembers of the chain's lists, in its database. */
export class LocalIndex {
  readonly #db: Kysely<IndexTables>;
  readonly #clock: Clock;
  readonly #source: string;

  /** @param source which chain it is about; what was read from another counts for nothing */
  constructor(db: Kysely<IndexTables>, clock: Clock, source: string) {
    this.#db = db;
    this.#clock = clock;
    this.#source = source;
  }

  async progress(list: ListName): Promise<Progress> {
    const row = await this.#db
      .selectFrom('entities_progress')
      .selectAll()
      .where('list', '=', list)
      .where('source', '=', this.#source)
      .executeTakeFirst();
    if (row === undefined) return NOTHING;
    return {
      cursor: row.cursor ?? undefined,
      startedAt: row.started_at === null ? undefined : Number(row.started_at),
      completedAt: row.completed_at === null ? undefined : Number(row.completed_at),
    };
  }

  /** Begins a round at the first page; on another chain than before also an empty index. */
  async begin(list: FollowedList): Promise<Progress> {
    const startedAt = this.#clock.now();
    const { completedAt } = await this.progress(list.name);
    await this.#db.transaction().execute(async (db) => {
      if (await this.#isForeign(db, list.name)) await list.forget(db, Number.MAX_SAFE_INTEGER);
      await this.#note(db, list.name, { cursor: undefined, startedAt, completedAt });
    });
    return { cursor: undefined, startedAt, completedAt };
  }

  /** Keeps a page and where the next begins, or with the last page forgets what the round did not see. */
  async keep(list: FollowedList, page: ReadPage, before: Progress): Promise<Progress> {
    const now = this.#clock.now();
    const startedAt = before.startedAt ?? now;
    const after: Progress =
      page.next === undefined
        ? { cursor: undefined, startedAt: undefined, completedAt: Math.min(now, page.madeAt ?? now) }
        : { cursor: page.next, startedAt, completedAt: before.completedAt };
    await this.#db.transaction().execute(async (db) => {
      await page.save(db, now);
      if (page.next === undefined) await list.forget(db, startedAt);
      await this.#note(db, list.name, after);
    });
    return after;
  }

  /** A claim that was just read from the chain itself. */
  async keepClaims(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    await this.#db.transaction().execute((db) => saveClaims(db, claims, this.#clock.now()));
  }

  /** Entities whose record or document holds every word, by id. */
  async search(
    words: readonly string[],
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
  ): Promise<Rows<EntitySummary>> {
    let query = this.#db
      .selectFrom('entities_records as record')
      .leftJoin('entities_documents as document', 'document.id', 'record.id')
      .select(['record.id', 'record.type', 'record.status', 'record.verified'])
      .orderBy('record.id')
      .limit(limit + 1);
    for (const word of words) {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      query = query.where(
        sql<boolean>`record.text || ' ' || coalesce(document.text, '') like ${pattern} escape '\\'`,
      );
    }
    if (after !== undefined) query = query.where('record.id', '>', after);
    const found = await query.execute();
    const rows = found.map(({ id, type, status, verified }) => ({
      id,
      type,
      status: Number(status),
      verified: Number(verified) === 1,
    }));
    return pageOf(rows, limit);
  }

  /** Claims by id, of a collection or of all, of one state or of all. */
  async claims(query: {
    readonly collectionId: string | undefined;
    readonly state: string | undefined;
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<Rows<ClaimSummary>> {
    let select = this.#db
      .selectFrom('entities_claims')
      .select(['id', 'collection_id', 'state', 'agent', 'address', 'submitted', 'evaluated'])
      .orderBy('id')
      .limit(query.limit + 1);
    if (query.collectionId !== undefined) select = select.where('collection_id', '=', query.collectionId);
    if (query.state !== undefined) select = select.where('state', '=', query.state);
    if (query.after !== undefined) select = select.where('id', '>', query.after);
    const rows = (await select.execute()).map(({ evaluated, collection_id: collection, ...claim }) => ({
      ...claim,
      collection,
      ...(evaluated === '' ? {} : { evaluated }),
    }));
    return pageOf(rows, query.limit);
  }

  async countClaims(collectionId: string | undefined, state: string | undefined): Promise<number> {
    let select = this.#db.selectFrom('entities_claims').select(({ fn }) => fn.countAll().as('count'));
    if (collectionId !== undefined) select = select.where('collection_id', '=', collectionId);
    if (state !== undefined) select = select.where('state', '=', state);
    return Number((await select.executeTakeFirst())?.count ?? 0);
  }

  async countEntities(): Promise<number> {
    const row = await this.#db
      .selectFrom('entities_records')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  async #isForeign(db: Transaction<IndexTables>, list: ListName): Promise<boolean> {
    const row = await db
      .selectFrom('entities_progress')
      .select('source')
      .where('list', '=', list)
      .executeTakeFirst();
    return row !== undefined && row.source !== this.#source;
  }

  async #note(db: Transaction<IndexTables>, list: ListName, progress: Progress): Promise<void> {
    const row = {
      cursor: progress.cursor ?? null,
      started_at: progress.startedAt ?? null,
      completed_at: progress.completedAt ?? null,
      source: this.#source,
    };
    await db
      .insertInto('entities_progress')
      .values({ list, ...row })
      .onConflict((conflict) => conflict.column('list').doUpdateSet(row))
      .execute();
  }
}

function pageOf<T extends { readonly id: string }>(found: readonly T[], limit: number): Rows<T> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.id : undefined };
}
