import { type Kysely, sql } from 'kysely';

/** What became of messages where they had been said. */
export async function amendMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_messages').addColumn('amended', 'bigint').execute();
  await db.schema.alterTable('core_messages').addColumn('as_sent', 'text').execute();
  await db.schema
    .createIndex('core_messages_by_amendment')
    .on('core_messages')
    .columns(['session_id', 'amended'])
    .where(sql.ref('amended'), 'is not', null)
    .execute();
}
