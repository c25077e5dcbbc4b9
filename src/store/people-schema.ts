import { type Kysely, sql } from 'kysely';

/** Whom the owner has invited. */
export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_people')
    .addColumn('did', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_seen_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
  // A name means one person, so that ending one cannot hit another.
  await db.schema
    .createIndex('core_people_name')
    .unique()
    .on('core_people')
    .column('name')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
}

/** A person has one open link: the last one that was made. */
export async function nameOpenLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_people').addColumn('link', 'text').execute();
}

/** What people have shared with each other. */
export async function createShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_shares')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('grantee', 'text', (column) => column.notNull())
    .addColumn('access', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('core_shares_pk', ['kind', 'id', 'grantee'])
    .execute();
  for (const column of ['grantee', 'owner'])
    await db.schema
      .createIndex(`core_shares_by_${column}`)
      .on('core_shares')
      .columns([column, 'since'])
      .execute();
}
