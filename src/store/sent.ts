import type { Kysely } from 'kysely';
import type { Clock } from '../plugin/index.js';
import type { SentOnce } from './run-types.js';
import type { Tables } from './tables.js';

/** Ends the transaction that would start a second run for a message. */
export class SentBefore extends Error {
  readonly runId: string;

  constructor(runId: string) {
    super('This message was sent before');
    this.runId = runId;
  }
}

/** Which run each message that may be delivered again has started. */
export function createSent(clock: Clock) {
  return {
    /** @throws SentBefore when another run has the key */
    async claim(trx: Kysely<Tables>, sessionId: string, runId: string, once: SentOnce): Promise<void> {
      const { plugin, key, expiresAt } = once;
      await trx.deleteFrom('core_sent').where('expires_at', '<=', clock.now()).execute();
      const inserted = await trx
        .insertInto('core_sent')
        .values({ session_id: sessionId, plugin, key, run_id: runId, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n) return;
      const { run_id } = await trx
        .selectFrom('core_sent')
        .select('run_id')
        .where('session_id', '=', sessionId)
        .where('plugin', '=', plugin)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      throw new SentBefore(run_id);
    },
  };
}
