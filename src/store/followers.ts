import { randomUUID } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import type { Database } from './dialect.js';

/** Who is being told of a run, over which connection, in any process. */
export interface Followers {
  /** A connection is told of a run from now on; those of this principal that were left count no more. Gives its id. */
  begin(principal: string, runId: string): Promise<string>;
  /** The client of this connection went away before the end. */
  leave(id: string): Promise<void>;
  /** The principal was told of the run to its end. */
  told(principal: string, runId: string): Promise<void>;
  /**
   * Whether the principal was told of the run and not to its end, over no connection that is still there: it was left, or
   * its process is gone.
   */
  haveLeft(principal: string, runId: string): Promise<boolean>;
}

export function createFollowers(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { clock, own, alone }: { readonly clock: Clock; readonly own: string; readonly alone: boolean },
): Followers {
  const now = (): Expression<number> =>
    dialect === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : sql<number>`${sql.lit(clock.now())}`;

  /** Of a connection: its process is there and has not seen it close. */
  const isThere = () => {
    const living = alone
      ? sql<boolean>`instance = ${own}`
      : sql<boolean>`exists (
          select 1 from core_instances where core_instances.id = instance and lease_until > ${now()})`;
    return sql<boolean>`(left_at is null and ${living})`;
  };

  const of = (principal: string, runId: string) =>
    sql<boolean>`run_id = ${runId} and principal = ${principal}`;

  return {
    async begin(principal, runId) {
      const id = randomUUID();
      await sql`delete from core_followers where ${of(principal, runId)} and not ${isThere()}`.execute(db);
      // Of a run that was deleted nothing is kept.
      await sql`
        insert into core_followers (id, run_id, principal, instance)
        select ${id}, id, ${principal}, ${own} from core_runs where id = ${runId}`.execute(db);
      return id;
    },

    async leave(id) {
      await sql`update core_followers set left_at = ${now()} where id = ${id}`.execute(db);
    },

    async told(principal, runId) {
      await sql`delete from core_followers where ${of(principal, runId)}`.execute(db);
    },

    async haveLeft(principal, runId) {
      const { rows } = await sql<{ all: number; there: number }>`
        select count(*) as "all", coalesce(sum(case when ${isThere()} then 1 else 0 end), 0) as there
        from core_followers where ${of(principal, runId)}`.execute(db);
      const [counted] = rows;
      return Number(counted?.all ?? 0) > 0 && Number(counted?.there ?? 0) === 0;
    },
  };
}
