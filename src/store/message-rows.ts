import { type Expression, type Kysely, type OnConflictBuilder, sql } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { OracleError, type ThreadMessage } from '../plugin/index.js';
import { isForeignKeyViolation, lostRace } from './database-errors.js';
import type { Database } from './dialect.js';
import { sessionMissing } from './missing.js';
import type { Tables } from './tables.js';

/** Rows of one insert; SQLite binds at most 32,766 values a statement. */
const INSERT_ROWS = 1_000;
/** Each collision means that another append went through, so this many are never met in earnest. */
const MAX_COLLISIONS = 100;

/** What a message brings; its place in the thread is found when it is stored. */
type NewRow = Omit<Tables['core_messages'], 'position' | 'variant' | 'hidden' | 'amended' | 'as_sent'>;

/** Writes messages at the end of their thread. */
export interface MessageRows {
  /** One statement. A message whose id is there keeps its position and time. */
  appendOne(db: Kysely<Tables>, sessionId: string, message: ThreadMessage, now: number): Promise<void>;
  /** As {@link appendOne} while that process works on the run; false when it does not any more. */
  appendSaid(
    db: Kysely<Tables>,
    sessionId: string,
    message: ThreadMessage,
    now: number,
    run: { readonly id: string; readonly instance: string },
  ): Promise<boolean>;
  /** As {@link appendOne} for any number, in a transaction. Ids are distinct. */
  appendMany(
    trx: Kysely<Tables>,
    sessionId: string,
    messages: readonly ThreadMessage[],
    now: number,
  ): Promise<void>;
}

/** @param dialect PostgreSQL holds the run's row, so that who takes the run over comes before the message or after it */
export function createMessageRows(db: Kysely<Tables>, dialect: Database['dialect']): MessageRows {
  const insertOne = prepareQuery<NewRow, never>((param) =>
    db
      .insertInto('core_messages')
      .values((row) => ({
        session_id: param('session_id'),
        position: row
          .selectFrom('core_messages')
          .select((last) => nextPosition(last.fn.max('position')).as('position'))
          .where('session_id', '=', param('session_id')),
        id: param('id'),
        role: param('role'),
        json: param('json'),
        created_at: param('created_at'),
        variant: row.selectFrom('core_sessions').select('variant').where('id', '=', param('session_id')),
        hidden: 0,
      }))
      .onConflict(replaceSameId),
  );

  const insertSaid = prepareQuery<NewRow & { run: string; instance: string }, { id: string }>((param) =>
    db
      .insertInto('core_messages')
      .columns(['session_id', 'position', 'id', 'role', 'json', 'created_at', 'variant', 'hidden'])
      .expression((row) =>
        row
          .selectFrom('core_runs as run')
          .$if(dialect === 'postgres', (query) => query.forShare())
          .select((said) => [
            'run.session_id',
            said
              .selectFrom('core_messages')
              .select((last) => nextPosition(last.fn.max('position')).as('position'))
              .where('session_id', '=', param('session_id'))
              .as('position'),
            sql<string>`cast(${param('id')} as text)`.as('id'),
            sql<string>`cast(${param('role')} as text)`.as('role'),
            sql<string>`cast(${param('json')} as text)`.as('json'),
            sql<number>`cast(${param('created_at')} as bigint)`.as('created_at'),
            said
              .selectFrom('core_sessions')
              .select('variant')
              .where('id', '=', param('session_id'))
              .as('variant'),
            sql<number>`0`.as('hidden'),
          ])
          .where('run.id', '=', param('run'))
          .where('run.session_id', '=', param('session_id'))
          .where('run.status', '=', 'running')
          .where('run.instance', '=', param('instance')),
      )
      .onConflict(replaceSameId)
      .returning('id'),
  );

  return {
    async appendOne(db, sessionId, message, now) {
      await insertOne(db, toRow(sessionId, message, now));
    },

    async appendSaid(db, sessionId, message, now, { id: run, instance }) {
      const said = { ...toRow(sessionId, message, now), run, instance };
      return (await insertSaid(db, said)).rows.length > 0;
    },

    async appendMany(trx, sessionId, messages, now) {
      const { next } = await trx
        .selectFrom('core_messages')
        .select((row) => nextPosition(row.fn.max('position')).as('next'))
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow();
      const session = await trx
        .selectFrom('core_sessions')
        .select('variant')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      const variant = session?.variant ?? null;
      for (let start = 0; start < messages.length; start += INSERT_ROWS) {
        await trx
          .insertInto('core_messages')
          .values(
            messages.slice(start, start + INSERT_ROWS).map((message, index) => ({
              ...toRow(sessionId, message, now),
              position: next + start + index,
              variant,
              hidden: 0,
            })),
          )
          .onConflict(replaceSameId)
          .execute();
      }
    },
  };
}

/** @throws OracleError `conflict` when the session has a message of this id, also one that was replaced */
export async function refuseKnownMessage(trx: Kysely<Tables>, sessionId: string, id: string): Promise<void> {
  const known = await trx
    .selectFrom('core_messages')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (known === undefined) return;
  throw new OracleError('conflict', {
    detail: 'The session has a message of this id.',
    hint: 'Give each message an id of its own.',
  });
}

/** After the last one of the thread. */
function nextPosition(last: Expression<number>) {
  return sql<number>`coalesce(${last} + 1, 0)`;
}

function replaceSameId(conflict: OnConflictBuilder<Tables, 'core_messages'>) {
  return conflict.columns(['session_id', 'id']).doUpdateSet((row) => ({
    role: row.ref('excluded.role'),
    // Who says it again has not heard what became of it.
    json: row
      .case()
      .when('core_messages.amended', 'is', null)
      .then(row.ref('excluded.json'))
      .else(row.ref('core_messages.json'))
      .end(),
  }));
}

function toRow(sessionId: string, message: ThreadMessage, now: number): NewRow {
  return {
    session_id: sessionId,
    id: message.id,
    role: message.role,
    json: JSON.stringify(message),
    created_at: now,
  };
}

/**
 * Does `append` again when another process took the same position at the same time (SQLite has one writer, so only
 * PostgreSQL knows this). @throws OracleError `not_found` when there is no such session.
 */
export async function appending<T>(append: () => Promise<T>): Promise<T> {
  for (let collisions = 0; ; collisions += 1) {
    try {
      return await append();
    } catch (error) {
      if (isForeignKeyViolation(error)) throw sessionMissing();
      if (!lostRace(error, 'core_messages_pk') || collisions === MAX_COLLISIONS) throw error;
    }
  }
}
