import { type Kysely, sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import type { Tables } from './tables.js';

/** In the place of an id: up to which time what was used may be forgotten. No id has this form. */
const FORGOTTEN = '<forgotten>';

/** Where the ids of what was used are kept until they expire by themselves. */
const PLACES = {
  core_used_nonces: sql.ref('nonce'),
  core_ucan_uses: sql.ref('cid'),
} as const;

/** What may be used once, by id. It stays used when the clock goes forward and comes back. */
export interface UsedOnce {
  /** False for what was used, or may have been: it expires before something that is forgotten already. */
  use(id: string, expiresAt: number): Promise<boolean>;
  /** Forgets what has expired. */
  sweep(): Promise<void>;
}

export function createUsedOnce(db: Kysely<Tables>, clock: Clock, table: keyof typeof PLACES): UsedOnce {
  const name = sql.table(table);
  const id = PLACES[table];

  async function forgottenUntil(): Promise<number> {
    const { rows } = await sql<{ expires_at: number }>`
      select expires_at from ${name} where ${id} = ${FORGOTTEN}`.execute(db);
    return Number(rows[0]?.expires_at ?? Number.NEGATIVE_INFINITY);
  }

  return {
    async use(used, expiresAt) {
      if (expiresAt <= (await forgottenUntil())) return false;
      const { rows } = await sql`
        insert into ${name} (${id}, expires_at) values (${used}, ${expiresAt})
        on conflict do nothing returning ${id}`.execute(db);
      return rows.length === 1;
    },

    async sweep() {
      const { rows } = await sql<{ expires_at: number }>`
        delete from ${name} where expires_at <= ${clock.now()} and ${id} <> ${FORGOTTEN}
        returning expires_at`.execute(db);
      if (rows.length === 0) return;
      const until = rows.reduce((most, { expires_at }) => Math.max(most, Number(expires_at)), 0);
      await sql`
        insert into ${name} (${id}, expires_at) values (${FORGOTTEN}, ${until})
        on conflict (${id}) do update set expires_at = excluded.expires_at
        where ${name}.expires_at < excluded.expires_at`.execute(db);
    },
  };
}
