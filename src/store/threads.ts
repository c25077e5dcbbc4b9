import type { Kysely } from 'kysely';
import { decodeCursor, nextTurn, prepareQuery, toPage } from '../kit/index.js';
import {
  type Clock,
  type OracleError,
  refuseCursor,
  type ThreadMessage,
  type ToolMessage,
  type TurnMessage,
} from '../plugin/index.js';
import { activeRun } from './active-run.js';
import { amendMessage } from './amend-message.js';
import type { Database } from './dialect.js';
import { answerNotes } from './listed-messages.js';
import { appending, createMessageRows } from './message-rows.js';
import { runLost, sessionMissing } from './missing.js';
import type { Tables } from './tables.js';
import type { Threads } from './types.js';
import { chooseVariant, dropEmptyVariant, holdSession, questionOf } from './variants.js';

/** Rows of one read; a read of this many is far under a millisecond. */
const PAGE = 64;
/** Milliseconds of parsing after which others get their turn. */
const SLICE_MS = 8;

type MessageRow = Tables['core_messages'];

/** @param instance the process whose runs append as runs */
export function createThreads(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { clock, instance }: { readonly clock: Clock; readonly instance: string },
): Threads {
  const rows = createMessageRows(db, dialect);
  const nextPage = prepareQuery<{ session_id: string; after: number }, Pick<MessageRow, 'position' | 'json'>>(
    (param) =>
      db
        .selectFrom('core_messages')
        .select(['position', 'json'])
        .where('session_id', '=', param('session_id'))
        .where('hidden', '=', 0)
        .where('position', '>', param('after'))
        .orderBy('position')
        .limit(PAGE),
  );
  const nextPageOfAll = prepareQuery<
    { session_id: string; after: number },
    Pick<MessageRow, 'position' | 'json' | 'role' | 'hidden'>
  >((param) =>
    db
      .selectFrom('core_messages')
      .select(['position', 'json', 'role', 'hidden'])
      .where('session_id', '=', param('session_id'))
      .where('position', '>', param('after'))
      .orderBy('position')
      .limit(PAGE),
  );
  const loadedOf = prepareQuery<{ id: string }, { loaded_plugins: string }>((param) =>
    db.selectFrom('core_sessions').select('loaded_plugins').where('id', '=', param('id')),
  );

  const amendedAfter = prepareQuery<
    { session_id: string; amended: number },
    { amended: number | null; json: string }
  >((param) =>
    db
      .selectFrom('core_messages')
      .select(['amended', 'json'])
      .where('session_id', '=', param('session_id'))
      .where('amended', '>', param('amended'))
      .orderBy('amended'),
  );

  /** Gives each row of a session after that position to `take`. */
  async function readOn<Row extends Pick<MessageRow, 'position'>>(
    page: (db: Kysely<Tables>, from: { session_id: string; after: number }) => Promise<{ rows: Row[] }>,
    sessionId: string,
    position: number,
    take: (row: Row) => void,
  ): Promise<void> {
    let after = position;
    let sliceStart = performance.now();
    while (true) {
      const { rows } = await page(db, { session_id: sessionId, after });
      for (const row of rows) {
        take(row);
        after = row.position;
        if (performance.now() - sliceStart > SLICE_MS) {
          await nextTurn();
          sliceStart = performance.now();
        }
      }
      if (rows.length < PAGE) return;
    }
  }

  /** Why nothing was stored of what a run says. */
  async function lost(runId: string): Promise<OracleError> {
    const run = await db.selectFrom('core_runs').select('id').where('id', '=', runId).executeTakeFirst();
    return run === undefined ? sessionMissing() : runLost();
  }

  async function messagesAfter(sessionId: string, position: number): Promise<ThreadMessage[]> {
    const messages: ThreadMessage[] = [];
    await readOn(nextPage, sessionId, position, ({ json }) => {
      messages.push(JSON.parse(json) as ThreadMessage);
    });
    return messages;
  }

  return {
    async append(sessionId, messages, runId) {
      const distinct = [...new Map(messages.map((message) => [message.id, message])).values()];
      if (distinct.length === 0) return;
      const now = clock.now();
      if (runId !== undefined) {
        for (const message of distinct) {
          const said = { id: runId, instance };
          if (!(await appending(() => rows.appendSaid(db, sessionId, message, now, said))))
            throw await lost(runId);
        }
        return;
      }
      const [only] = distinct;
      await appending(() =>
        distinct.length === 1 && only !== undefined
          ? rows.appendOne(db, sessionId, only, now)
          : db.transaction().execute((trx) => rows.appendMany(trx, sessionId, distinct, now)),
      );
    },

    messages: (sessionId) => messagesAfter(sessionId, -1),

    async page(sessionId, limit, cursor, all = false) {
      const [after] = cursor === undefined ? [-1] : (decodeCursor(cursor, ['number']) ?? refuseCursor());
      let query = db
        .selectFrom('core_messages')
        .select(['position', 'json', 'created_at', 'hidden'])
        .where('session_id', '=', sessionId)
        // What a summary stands for is in the list itself.
        .where('role', '!=', 'summary')
        .where('position', '>', after);
      if (!all) query = query.where('hidden', '=', 0);
      const rows = await query
        .orderBy('position')
        .limit(limit + 1)
        .execute();
      const notes = await answerNotes(db, sessionId);
      return toPage(
        rows,
        limit,
        (row) => {
          const message = JSON.parse(row.json) as TurnMessage;
          const [variantOf, answers] = [notes.answered.get(message.id), notes.answers.get(message.id)];
          return {
            ...message,
            createdAt: row.created_at,
            active: row.hidden === 0,
            ...(variantOf === undefined ? {} : { variantOf }),
            ...(answers === undefined ? {} : { answers }),
          };
        },
        (row) => [row.position],
      );
    },

    async question(sessionId, messageId) {
      const { message: question, position } = await questionOf(db, sessionId, messageId);
      return { question, after: await messagesAfter(sessionId, position) };
    },

    choose: (sessionId, messageId) =>
      db.transaction().execute(async (trx) => {
        if (!(await holdSession(trx, sessionId))) throw sessionMissing();
        const active = await activeRun(trx, sessionId);
        if (active !== undefined) throw active;
        await chooseVariant(trx, sessionId, messageId);
      }),

    dropEmptyAnswer: (sessionId, runId) =>
      db.transaction().execute(async (trx) => {
        if (await holdSession(trx, sessionId)) await dropEmptyVariant(trx, sessionId, runId);
      }),

    async withReplaced(sessionId) {
      const messages: ThreadMessage[] = [];
      const replaced: ThreadMessage[] = [];
      await readOn(nextPageOfAll, sessionId, -1, ({ json, role, hidden }) => {
        if (hidden === 0) messages.push(JSON.parse(json) as ThreadMessage);
        else if (role === 'assistant') replaced.push(JSON.parse(json) as ThreadMessage);
      });
      return { messages, replaced };
    },

    amend: (sessionId, messageId, amendment) =>
      db.transaction().execute((trx) => amendMessage(trx, sessionId, messageId, amendment)),

    async amendedSince(sessionId, amendment) {
      const { rows } = await amendedAfter(db, { session_id: sessionId, amended: amendment });
      return {
        last: Math.max(amendment, ...rows.map(({ amended }) => Number(amended))),
        messages: rows.map(({ json }) => JSON.parse(json) as ThreadMessage),
      };
    },

    async *results(sessionId) {
      let before = Number.MAX_SAFE_INTEGER;
      while (true) {
        const rows = await db
          .selectFrom('core_messages as message')
          .innerJoin('core_sessions as session', 'session.id', 'message.session_id')
          .select(['message.position', 'message.json'])
          .where('message.session_id', '=', sessionId)
          .where('message.role', '=', 'tool')
          .where('message.position', '<', before)
          // What a branch was made with was done in its parent.
          .whereRef('message.position', '>=', 'session.own_from')
          .orderBy('message.position', 'desc')
          .limit(PAGE)
          .execute();
        for (const row of rows) yield JSON.parse(row.json) as ToolMessage;
        before = rows.at(-1)?.position ?? 0;
        if (rows.length < PAGE) return;
        await nextTurn();
      }
    },

    async addLoadedPlugins(sessionId, names) {
      if (names.length === 0) return;
      await db.transaction().execute(async (trx) => {
        // A write first: it holds the row, so that two unions of one thread cannot undo each other.
        const row = await trx
          .updateTable('core_sessions')
          .set({ updated_at: clock.now() })
          .where('id', '=', sessionId)
          .returning('loaded_plugins')
          .executeTakeFirst();
        if (row === undefined) throw sessionMissing();
        const loaded = parseNames(row.loaded_plugins);
        const union = [...new Set([...loaded, ...names])];
        if (union.length === loaded.length) return;
        await trx
          .updateTable('core_sessions')
          .set({ loaded_plugins: JSON.stringify(union) })
          .where('id', '=', sessionId)
          .execute();
      });
    },

    async loadedPlugins(sessionId) {
      const { rows } = await loadedOf(db, { id: sessionId });
      return rows[0] === undefined ? [] : parseNames(rows[0].loaded_plugins);
    },
  };
}

const parseNames = (json: string): string[] => JSON.parse(json) as string[];
