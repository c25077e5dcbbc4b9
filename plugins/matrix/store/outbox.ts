import type { Kysely } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import type { MatrixTables } from './tables.js';

/** Words of a process that is not connected, for the one that is. */
export interface WaitingPost {
  readonly key: string;
  readonly roomId: string;
  /** Root of the thread; empty in the room itself. */
  readonly threadId: string;
  /** Markdown; empty where something is asked. */
  readonly text: string;
  readonly ask: Ask | undefined;
}

/** What a post asks. */
export interface Ask {
  readonly sessionId: string;
  /** The tool call's id. */
  readonly callId: string;
  /** Whose leave it needs. */
  readonly userId: string;
  readonly summary: string;
  /** Nobody else may read it. */
  readonly alone: boolean;
}

/** What became of a post: the event that it is, or why it is none. */
export type Posted = { readonly eventId: string } | { readonly fault: string };

/** How long what was posted is known, so that the same words of the same key are not said again. */
const KEPT_MS = 24 * 3_600_000;

/** What the processes of an oracle want said in rooms: any of them writes, the connected one reads. */
export class Outbox {
  readonly #db: Kysely<MatrixTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#clock = clock;
  }

  /** Two of one key are one; what could not be said is tried anew. */
  async put({ key, roomId, threadId, text, ask }: WaitingPost): Promise<void> {
    await this.#db.deleteFrom('matrix_outbox').where('key', '=', key).where('fault', '!=', '').execute();
    await this.#db
      .insertInto('matrix_outbox')
      .values({
        key,
        room_id: roomId,
        thread_id: threadId,
        text,
        at: this.#clock.now(),
        event_id: '',
        fault: '',
        ask: ask === undefined ? '' : JSON.stringify(ask),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }

  /** Undefined while it waits. */
  async resultOf(key: string): Promise<Posted | undefined> {
    const row = await this.#db
      .selectFrom('matrix_outbox')
      .select(['event_id', 'fault'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return { fault: 'It was taken back.' };
    if (row.event_id !== '') return { eventId: row.event_id };
    return row.fault === '' ? undefined : { fault: row.fault };
  }

  /** Oldest first. */
  async waiting(limit: number): Promise<WaitingPost[]> {
    const rows = await this.#db
      .selectFrom('matrix_outbox')
      .select(['key', 'room_id', 'thread_id', 'text', 'ask'])
      .where('event_id', '=', '')
      .where('fault', '=', '')
      .orderBy('at')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      key: row.key,
      roomId: row.room_id,
      threadId: row.thread_id,
      text: row.text,
      ask: row.ask === '' ? undefined : (JSON.parse(row.ask) as Ask),
    }));
  }

  async settle(key: string, posted: Posted): Promise<void> {
    await this.#db
      .updateTable('matrix_outbox')
      .set('eventId' in posted ? { event_id: posted.eventId } : { fault: posted.fault })
      .where('key', '=', key)
      .execute();
    await this.#db
      .deleteFrom('matrix_outbox')
      .where('at', '<', this.#clock.now() - KEPT_MS)
      .execute();
  }

  /** Who wanted it said waits no longer. Nothing happens to what was said. */
  async takeBack(key: string): Promise<void> {
    await this.#db
      .deleteFrom('matrix_outbox')
      .where('key', '=', key)
      .where('event_id', '=', '')
      .where('fault', '=', '')
      .execute();
  }
}
