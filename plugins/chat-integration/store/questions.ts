import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { ChatTables } from './tables.js';

/** A call that waits for a person, as it stands in Slack. */
export interface AskedQuestion {
  readonly runId: string;
  readonly approvalId: string;
  readonly sessionId: string;
  readonly summary: string;
  readonly channel: string;
  /** `<team>/<user>` who alone decides it. */
  readonly asker: string;
  /** The thread that it stands in. */
  readonly thread: string;
}

/** One that nobody has decided. */
export interface OpenQuestion extends Pick<AskedQuestion, 'sessionId' | 'summary' | 'asker' | 'thread'> {
  readonly askedAt: number;
}

export interface StoredQuestion extends Omit<AskedQuestion, 'asker' | 'thread'> {
  readonly ts: string | undefined;
  readonly approved: boolean | undefined;
}

/** The questions that stand in Slack with buttons. */
export interface Questions {
  /** False when it was asked before. */
  ask(question: AskedQuestion): Promise<boolean>;
  standsIn(question: Pick<AskedQuestion, 'runId' | 'approvalId'>, ts: string): Promise<void>;
  /** All of a run, in the order in which they were asked. */
  of(runId: string): Promise<readonly StoredQuestion[]>;
  /** What waits in a thread, or anywhere for a person; the newest first. */
  open(thread: string, asker: string): Promise<readonly OpenQuestion[]>;
  /** What waits in a session; of those that were asked before it was kept by whom, none. */
  waiting(sessionId: string): Promise<readonly OpenQuestion[]>;
  /** The approvals of a session whose questions stood in Slack before a message of this time (`1700000000.000100`). */
  shown(sessionId: string, before: string): Promise<readonly string[]>;
  /** The first decision counts. */
  decide(runId: string, approvalId: string, approved: boolean): Promise<void>;
  /** Takes away all of a session but those of one run, and tells those that nobody had decided. */
  close(sessionId: string, except: string): Promise<readonly StoredQuestion[]>;
}

const table = 'chat_integration_questions';

export function createQuestions(db: Kysely<ChatTables>, clock: Clock): Questions {
  const one = (runId: string, approvalId: string) =>
    db.updateTable(table).where('run_id', '=', runId).where('approval_id', '=', approvalId);
  return {
    async ask({ runId, approvalId, sessionId, summary, channel, asker, thread }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto(table)
        .values({
          run_id: runId,
          approval_id: approvalId,
          session_id: sessionId,
          summary,
          channel,
          asker,
          thread,
          ts: null,
          approved: null,
          asked_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) return true;
      // Asked by a process that ended before the buttons stood.
      const known = await this.of(runId);
      return known.some((each) => each.approvalId === approvalId && each.ts === undefined);
    },
    async standsIn({ runId, approvalId }, ts) {
      await one(runId, approvalId).set({ ts }).execute();
    },
    async of(runId) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('asked_at')
        .execute();
      return rows.map(questionOf);
    },
    async open(thread, asker) {
      const rows = await db
        .selectFrom(table)
        .select(['session_id', 'summary', 'asker', 'thread', 'asked_at'])
        .where('approved', 'is', null)
        .where((where) => where.or([where('thread', '=', thread), where('asker', '=', asker)]))
        .orderBy('asked_at', 'desc')
        .limit(20)
        .execute();
      return rows.map(openOf);
    },
    async waiting(sessionId) {
      const rows = await db
        .selectFrom(table)
        .select(['session_id', 'summary', 'asker', 'thread', 'asked_at'])
        .where('session_id', '=', sessionId)
        .where('approved', 'is', null)
        .where('asker', 'is not', null)
        .execute();
      return rows.map(openOf);
    },
    async shown(sessionId, before) {
      const rows = await db
        .selectFrom(table)
        .select(['approval_id', 'ts'])
        .where('session_id', '=', sessionId)
        .where('ts', 'is not', null)
        .execute();
      return rows.filter(({ ts }) => Number(ts) < Number(before)).map(({ approval_id: id }) => id);
    },
    async decide(runId, approvalId, approved) {
      await one(runId, approvalId)
        .where('approved', 'is', null)
        .set({ approved: approved ? 1 : 0 })
        .execute();
    },
    async close(sessionId, except) {
      const rows = await db
        .deleteFrom(table)
        .where('session_id', '=', sessionId)
        .where('run_id', '!=', except)
        .returningAll()
        .execute();
      return rows.filter(({ approved }) => approved === null).map(questionOf);
    },
  };
}

type Row = Omit<ChatTables['chat_integration_questions'], 'asked_at' | 'asker' | 'thread'>;

function questionOf(row: Row): StoredQuestion {
  return {
    runId: row.run_id,
    approvalId: row.approval_id,
    sessionId: row.session_id,
    summary: row.summary,
    channel: row.channel,
    ts: row.ts ?? undefined,
    approved: row.approved === null ? undefined : row.approved === 1,
  };
}

function openOf(
  row: Pick<
    ChatTables['chat_integration_questions'],
    'session_id' | 'summary' | 'asker' | 'thread' | 'asked_at'
  >,
): OpenQuestion {
  return {
    sessionId: row.session_id,
    summary: row.summary,
    asker: row.asker ?? '',
    thread: row.thread ?? '',
    askedAt: Number(row.asked_at),
  };
}
