import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '../plugin/index.js';
import { createSessions } from './sessions.js';
import type { Tables } from './tables.js';
import type { ConversationRows, ThreadName } from './types.js';

export function createConversationRows(db: Kysely<Tables>, clock: Clock): ConversationRows {
  const sessionOf = ({ plugin, owner, key }: ThreadName) =>
    db
      .selectFrom('core_conversations')
      .select('session_id as sessionId')
      .where('plugin', '=', plugin)
      .where('owner', '=', owner)
      .where('key', '=', key);

  return {
    async open(thread) {
      const known = await sessionOf(thread).executeTakeFirst();
      if (known !== undefined) return known;
      const { plugin, owner, key } = thread;
      await db.transaction().execute(async (trx) => {
        const sessions = createSessions(trx, clock);
        const { id } = await sessions.create(owner, randomUUID());
        const inserted = await trx
          .insertInto('core_conversations')
          .values({ plugin, owner, key, session_id: id })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        // Another was faster.
        if (inserted.numInsertedOrUpdatedRows === 0n) await sessions.delete(owner, id);
      });
      return sessionOf(thread).executeTakeFirstOrThrow();
    },

    find: async (thread) => (await sessionOf(thread).executeTakeFirst())?.sessionId,

    async isOpenedBy(plugin, sessionId) {
      const row = await db
        .selectFrom('core_conversations')
        .select('key')
        .where('session_id', '=', sessionId)
        .where('plugin', '=', plugin)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async bind(thread, sessionId) {
      await db
        .insertInto('core_conversations')
        .values({ ...thread, session_id: sessionId })
        .onConflict((conflict) =>
          conflict.columns(['plugin', 'owner', 'key']).doUpdateSet({ session_id: sessionId }),
        )
        .execute();
    },

    async take({ plugin, owner, key }) {
      const row = await db
        .deleteFrom('core_conversations')
        .where('plugin', '=', plugin)
        .where('owner', '=', owner)
        .where('key', '=', key)
        .returning('session_id')
        .executeTakeFirst();
      return row?.session_id;
    },

    async sent({ plugin, sessionId, key }) {
      const row = await db
        .selectFrom('core_sent')
        .select('run_id')
        .where('session_id', '=', sessionId)
        .where('plugin', '=', plugin)
        .where('key', '=', key)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.run_id;
    },

    async sentUnder({ plugin, sessionId, prefix }) {
      const row = await db
        .selectFrom('core_sent')
        .select('run_id')
        .where('session_id', '=', sessionId)
        .where('plugin', '=', plugin)
        .where('key', '>=', prefix)
        // Behind the prefix stands a hash, in hexadecimal digits.
        .where('key', '<', `${prefix}g`)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.run_id;
    },
  };
}
