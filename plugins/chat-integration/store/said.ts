import type { Kysely } from 'kysely';
import type { Clock, Conversations } from 'oracle-runtime/plugin';
import type { ChatTables } from './tables.js';

/** Where a message stands in a conversation. */
export interface Standing {
  readonly sessionId: string;
  readonly messageId: string;
}

/**
 * Which message of Slack became which message of a conversation, also an answer. The conversation is told what becomes of
 * it in Slack, and again after a stop that came in between.
 */
export interface Said {
  /** A message stands in a conversation; a change of it that came meanwhile stands. */
  keep(key: string, into: Standing): Promise<void>;
  isHeard(key: string): Promise<boolean>;
  /**
   * It says something else now; undefined: it was deleted, and stays so.
   * @returns the session where it is the last that a person said there; undefined for any other
   */
  change(key: string, text: string | undefined): Promise<string | undefined>;
  /** Tells what the conversations were not told when it came. */
  tellAll(): Promise<void>;
}

const table = 'chat_integration_said';

/** The key of an answer of the oracle's, by that of its message: what is only edited of it is no news. */
export function answerKey(key: string): string {
  return `answer/${key}`;
}

export function createSaid(
  db: Kysely<ChatTables>,
  clock: Clock,
  conversations: Pick<Conversations, 'amend'>,
): Said {
  /** A row holds a change until the conversation knows it. */
  async function tell(key: string): Promise<void> {
    const row = await db.selectFrom(table).selectAll().where('key', '=', key).executeTakeFirst();
    if (row === undefined || row.session_id === '' || row.state === 'said') return;
    const now =
      row.state === 'deleted'
        ? ({ state: 'taken_back' } as const)
        : ({ state: 'corrected', text: row.text } as const);
    await conversations.amend(row.session_id, row.message_id, now);
    await db
      .updateTable(table)
      .set({ state: 'said', text: '' })
      .where('key', '=', key)
      .where('state', '=', row.state)
      .where('text', '=', row.text)
      .execute();
  }

  return {
    async keep(key, { sessionId, messageId }) {
      const place = { session_id: sessionId, message_id: messageId };
      await db
        .insertInto(table)
        .values({ key, ...place, state: 'said', text: '', at: clock.now() })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(place))
        .execute();
      await tell(key);
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
      await tell(key);
      const { session_id: sessionId, at } = await db
        .selectFrom(table)
        .select(['session_id', 'at'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      const later = await db
        .selectFrom(table)
        .select('key')
        .where('session_id', '=', sessionId)
        .where('key', 'not like', answerKey('%'))
        .where('at', '>', at)
        .limit(1)
        .executeTakeFirst();
      const isLast = sessionId !== '' && later === undefined && !key.startsWith(answerKey(''));
      return isLast ? sessionId : undefined;
    },
    async tellAll() {
      const rows = await db
        .selectFrom(table)
        .select('key')
        .where('state', '!=', 'said')
        .where('session_id', '!=', '')
        .execute();
      for (const { key } of rows) await tell(key);
    },
  };
}
