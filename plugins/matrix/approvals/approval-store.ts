import type { Kysely } from 'kysely';
import type { PluginDatabase } from 'oracle-runtime/plugin';
import type { MatrixTables } from '../store/tables.js';

/** A call that waits, and the message that asks about it. */
export interface Approval {
  readonly eventId: string;
  readonly roomId: string;
  readonly threadId: string | undefined;
  readonly sessionId: string;
  readonly callId: string;
  readonly asker: string;
  readonly summary: string;
  readonly quorum: number;
  /** User id -> whether they agree. */
  readonly votes: Readonly<Record<string, boolean>>;
  readonly state: 'open' | 'allowed' | 'declined' | 'over';
  /** Another plugin leads the session, and shows what comes of it. */
  readonly ledElsewhere: boolean;
}

/** What waits for members of rooms to agree. */
export class ApprovalStore {
  readonly #db: Kysely<MatrixTables>;

  constructor(database: PluginDatabase) {
    this.#db = database.as<MatrixTables>();
  }

  async open(approval: Omit<Approval, 'votes' | 'state'> & { readonly askedAt: number }): Promise<void> {
    await this.#db
      .insertInto('matrix_approvals')
      .values({
        event_id: approval.eventId,
        room_id: approval.roomId,
        thread_id: approval.threadId ?? '',
        session_id: approval.sessionId,
        call_id: approval.callId,
        asker: approval.asker,
        summary: approval.summary,
        quorum: approval.quorum,
        votes: '{}',
        state: 'open',
        at: approval.askedAt,
        led_elsewhere: approval.ledElsewhere ? 1 : 0,
      })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute();
  }

  async of(eventId: string): Promise<Approval | undefined> {
    const row = await this.#db
      .selectFrom('matrix_approvals')
      .selectAll()
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row && toApproval(row);
  }

  /** All that the session's run waited for and that is not over. */
  async ofSession(sessionId: string): Promise<Approval[]> {
    const rows = await this.#db
      .selectFrom('matrix_approvals')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('state', '!=', 'over')
      .execute();
    return rows.map(toApproval);
  }

  /** What waits in a room, the newest first, with the time at which it was asked (milliseconds since the epoch). */
  async openIn(roomId: string): Promise<(Approval & { readonly askedAt: number })[]> {
    const rows = await this.#db
      .selectFrom('matrix_approvals')
      .selectAll()
      .where('room_id', '=', roomId)
      .where('state', '=', 'open')
      .orderBy('at', 'desc')
      .execute();
    return rows.map((row) => ({ ...toApproval(row), askedAt: Number(row.at) }));
  }

  /** The calls of a session whose questions stood in the room at a time. */
  async shown(sessionId: string, at: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('matrix_approvals')
      .select('call_id')
      .where('session_id', '=', sessionId)
      .where('state', '!=', 'over')
      .where('at', '<=', at)
      .execute();
    return rows.map(({ call_id: id }) => id);
  }

  /** What was decided and not passed on: the process ended in between. */
  async decided(): Promise<Approval[]> {
    const rows = await this.#db
      .selectFrom('matrix_approvals')
      .selectAll()
      .where('state', 'in', ['allowed', 'declined'])
      .execute();
    return rows.map(toApproval);
  }

  async vote(eventId: string, votes: Approval['votes'], state: Approval['state']): Promise<void> {
    await this.#db
      .updateTable('matrix_approvals')
      .set({ votes: JSON.stringify(votes), state })
      .where('event_id', '=', eventId)
      .where('state', '=', 'open')
      .execute();
  }

  /** Nothing of it waits any more. */
  async end(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('matrix_approvals')
      .set({ state: 'over' })
      .where('session_id', '=', sessionId)
      .execute();
  }
}

function toApproval(row: MatrixTables['matrix_approvals']): Approval {
  return {
    eventId: row.event_id,
    roomId: row.room_id,
    threadId: row.thread_id === '' ? undefined : row.thread_id,
    sessionId: row.session_id,
    callId: row.call_id,
    asker: row.asker,
    summary: row.summary,
    quorum: row.quorum,
    votes: JSON.parse(row.votes) as Record<string, boolean>,
    state: row.state,
    ledElsewhere: row.led_elsewhere === 1,
  };
}
