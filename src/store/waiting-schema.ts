import { type Kysely, sql } from 'kysely';

/** Runs that wait, found without a look at all that ever ran. */
export async function indexWaits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('core_runs_waiting')
    .on('core_runs')
    .column('session_id')
    .where(sql.ref('request'), 'is not', null)
    .execute();
}
