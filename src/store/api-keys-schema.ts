import { type Kysely, sql } from 'kysely';

/**
 * Whose data a key sees. Keys from before keep their own, also those that act for a DID: what they have made in tables
 * of plugins stays theirs.
 */
export async function nameKeyPrincipals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_api_keys').addColumn('principal', 'text').execute();
  await sql`update core_api_keys set principal = 'key:' || id`.execute(db);
}

/** A key is renewed under its id: the secret before may hold for a while. And where it was used from last. */
export async function renewKeysInPlace(db: Kysely<unknown>): Promise<void> {
  for (const column of ['previous_hash', 'last_used_from'])
    await db.schema.alterTable('core_api_keys').addColumn(column, 'text').execute();
  for (const column of ['previous_until', 'rotated_at'])
    await db.schema.alterTable('core_api_keys').addColumn(column, 'bigint').execute();
}

/** A key may be held to fewer requests than others. */
export async function limitKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_api_keys').addColumn('per_minute', 'bigint').execute();
}

/** A key may be held to fewer runs at once than others, which are counted by the key that asked for them. */
export async function limitRunsOfKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_api_keys').addColumn('runs_at_once', 'bigint').execute();
  await db.schema.alterTable('core_runs').addColumn('api_key', 'text').execute();
}
