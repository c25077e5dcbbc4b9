import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { ChatTables } from './tables.js';

/** Which message of Slack became which message of a conversation, and what its writer has made of it since. */
export interface Said {
  /** A message was taken into a conversation; a change of it that came meanwhile stands. */
  keep(key: string, into: { readonly sessionId: string; readonly messageId: string }): Promise<void>;
  isHeard(key: string): Promise<boolean>;
  /** It says something else now; undefined: it was deleted, and stays so. */
  change(key: string, text: string | undefined): Promise<void>;
  /** Message id -> what it says now, undefined where it was deleted; of those that were changed. */
  changedIn(sessionId: string): Promise<ReadonlyMap<string, string | undefined>>;
}

const table = 'chat_integration_said';

export function createSaid(db: Kysely<ChatTables>, clock: Clock): Said {
  return {
    async keep(key, { sessionId, messageId }) {
      const place = { session_id: sessionId, message_id: messageId };
      await db
        .insertInto(table)
        .values({ key, ...place, state: 'said', text: '', at: clock.now() })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(place))
        .execute();
    },
    async isHeard(key) {
      const row = await db.selectFrom(table).select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
    async change(key, text) {
      const now = { state: text === undefined ? 'deleted' : 'changed', text: text ?? '' } as const;
      await db
        .insertInto(table)
        .values({ key, session_id: '', message_id: '', ...now, at: clock.now() })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(now).where('chat_integration_said.state', '!=', 'deleted'),
        )
        .execute();
    },
    async changedIn(sessionId) {
      const rows = await db
        .selectFrom(table)
        .select(['message_id', 'state', 'text'])
        .where('session_id', '=', sessionId)
        .where('state', '!=', 'said')
        .execute();
      return new Map(
        rows.map(({ message_id, state, text }) => [message_id, state === 'deleted' ? undefined : text]),
      );
    },
  };
}
