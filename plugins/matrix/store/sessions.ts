import type { Kysely } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import type { MatrixTables } from './tables.js';

/** Where a conversation stands. */
export interface Place {
  readonly roomId: string;
  /** Root of the thread; undefined in the room itself. */
  readonly threadId: string | undefined;
  /** Whose conversation it is. */
  readonly userId: string;
}

/** How long after the last word the oracle still listens in a thread without being named. */
const ACTIVE_MS = 7 * 24 * 3_600_000;

/** Which session belongs to which place. */
export class Sessions {
  readonly #db: Kysely<MatrixTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#clock = clock;
  }

  async placeOf(sessionId: string): Promise<Place | undefined> {
    const row = await this.#db
      .selectFrom('matrix_sessions')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      roomId: row.room_id,
      threadId: row.thread_id === '' ? undefined : row.thread_id,
      userId: row.user_id,
    };
  }

  /** When its person last said something in a session, milliseconds since the epoch. */
  async saidAt(sessionId: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('matrix_sessions')
      .select('at')
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return row && Number(row.at);
  }

  async keep(sessionId: string, { roomId, threadId, userId }: Place): Promise<void> {
    const row = { room_id: roomId, thread_id: threadId ?? '', user_id: userId, at: this.#clock.now() };
    await this.#db
      .insertInto('matrix_sessions')
      .values({ session_id: sessionId, ...row })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
      .execute();
  }

  /** Whether the oracle has answered anybody in this thread lately. */
  async isActive(roomId: string, threadId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('matrix_sessions')
      .select('session_id')
      .where('room_id', '=', roomId)
      .where('thread_id', '=', threadId)
      .where('at', '>', this.#clock.now() - ACTIVE_MS)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
