import type { Kysely, Selectable } from 'kysely';
import { prepareQuery } from 'oracle-runtime/kit';
import type { Namespace } from '../paths/namespace.js';
import type { FolderChangeTable, VfsTables } from '../store/tables.js';
import { changeOf, concerns, type FolderChange, type Region } from './folder-change.js';

/** In a transaction: its rows are not all those that were decided. It is rolled back, and done once they are. */
export class Unsettled extends Error {
  readonly changes: readonly FolderChange[];
  constructor(changes: readonly FolderChange[]) {
    super('A change of a folder is under way.');
    this.changes = changes;
  }
}

/**
 * What large folders still have to follow. Whoever comes to such a place is answered when it is through, and helps it
 * on: nobody is shown the old state or half of the new one, and what a process left that died goes on.
 */
export class PendingChanges {
  readonly #db: Kysely<VfsTables>;
  readonly #follow: (change: FolderChange) => Promise<void>;
  readonly #following = new Map<string, Promise<void>>();

  /** @param follow lets the rows of a change follow, and resolves when they have */
  constructor(db: Kysely<VfsTables>, follow: (change: FolderChange) => Promise<void>) {
    this.#db = db;
    this.#follow = follow;
  }

  /** Resolves when all rows of the change have followed. */
  settle(change: FolderChange): Promise<void> {
    const running = this.#following.get(change.id);
    if (running !== undefined) return running;
    const following = this.#follow(change).finally(() => this.#following.delete(change.id));
    this.#following.set(change.id, following);
    return following;
  }

  /** As {@link settle}, for all there are: after a start, for those that a process left. Returns how many. */
  async settleAll(): Promise<number> {
    const rows = await this.#db.selectFrom('vfs_folder_changes').selectAll().execute();
    for (const row of rows) await this.settle(changeOf(row));
    return rows.length;
  }

  /** Reads one row by whatever names it, as soon as nothing is under way where it is, or else at `place`. */
  async readRow<Row extends Place>(
    find: () => Promise<Row | undefined>,
    place?: Place,
  ): Promise<Row | undefined> {
    for (;;) {
      const row = await find();
      const at = row ?? place;
      // Looked up afterwards: a row that followed is seen only once all have.
      const pending = at === undefined ? [] : await pendingAt(this.#db, at.namespace, { path: at.path });
      if (pending.length === 0) return row;
      await this.#settleEach(pending);
    }
  }

  /** Reads many rows of a region as they were at one moment. */
  async readAll<Result>(
    namespace: Namespace,
    region: Region,
    work: () => Promise<Result>,
    discard: (result: Result) => void = () => undefined,
  ): Promise<Result> {
    for (;;) {
      const before = await this.decided(namespace);
      const pending = await pendingAt(this.#db, namespace, region);
      if (pending.length > 0) {
        await this.#settleEach(pending);
        continue;
      }
      const result = await work();
      if ((await this.decided(namespace)) === before) return result;
      discard(result);
    }
  }

  async #settleEach(changes: readonly FolderChange[]): Promise<void> {
    for (const change of changes) await this.settle(change);
  }

  /** How many changes of large folders were decided by now: what was read between two like numbers is of one state. */
  async decided(namespace: Namespace): Promise<number> {
    const [row] = (await decidedIn(this.#db, { namespace })).rows;
    return row?.folder_changes ?? 0;
  }
}

const decidedIn = prepareQuery<{ namespace: string }, { folder_changes: number }, Kysely<VfsTables>>(
  (param, db) =>
    db.selectFrom('vfs_namespaces').select('folder_changes').where('namespace', '=', param('namespace')),
);

const pendingIn = prepareQuery<{ namespace: string }, Selectable<FolderChangeTable>, Kysely<VfsTables>>(
  (param, db) => db.selectFrom('vfs_folder_changes').selectAll().where('namespace', '=', param('namespace')),
);

type Place = Region & { readonly namespace: Namespace };

/** In a transaction, before rows of the region are trusted. @throws Unsettled */
export async function requireSettled(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  region: Region,
): Promise<void> {
  await requireAllSettled(trx, namespace, [region]);
}

/** As {@link requireSettled}, of several. */
export async function requireAllSettled(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  regions: readonly Region[],
): Promise<void> {
  const pending = await pendingAt(trx, namespace, ...regions);
  if (pending.length > 0) throw new Unsettled(pending);
}

/** All changes of the namespace whose rows follow. */
export async function allPending(db: Kysely<VfsTables>, namespace: Namespace): Promise<FolderChange[]> {
  return (await pendingIn(db, { namespace })).rows.map(changeOf);
}

async function pendingAt(
  db: Kysely<VfsTables>,
  namespace: Namespace,
  ...regions: readonly Region[]
): Promise<FolderChange[]> {
  const pending = await allPending(db, namespace);
  return pending.filter((change) => regions.some((region) => concerns(change, region)));
}
