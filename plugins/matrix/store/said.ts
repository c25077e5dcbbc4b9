import { type Kysely, sql } from 'kysely';
import type { Clock, Keys, PluginDatabase } from 'oracle-runtime/plugin';
import { seal, unseal } from './sealing.js';
import type { MatrixTables } from './tables.js';

/** How long a change waits for its message to be taken up. */
const KEPT_MS = 24 * 3_600_000;

/** A correction of a message. */
export interface Edit {
  readonly eventId: string;
  /** The event that it corrects. */
  readonly of: string;
  readonly sender: string;
  /** When its server got it: of several the newest counts, of one instant that of the higher id, by the Matrix specification. */
  readonly at: number;
  readonly text: string;
}

/** Which message of a room became which message of a conversation, and what its writer has made of it since. */
export class Said {
  readonly #db: Kysely<MatrixTables>;
  readonly #keys: Keys;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, keys: Keys, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#keys = keys;
    this.#clock = clock;
  }

  /** A message was taken into a conversation; what was made of it meanwhile stands. */
  async keep(eventId: string, sender: string, into: { sessionId: string; messageId: string }): Promise<void> {
    const place = { user_id: sender, session_id: into.sessionId, message_id: into.messageId };
    await this.#insert(eventId, place)
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(place))
      .execute();
  }

  /** Whether the oracle knows this event: a message that it took up, or a correction of one; of `sender` where one is given. */
  async isHeard(eventId: string, sender?: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('matrix_said')
      .select('user_id')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row !== undefined && (sender === undefined || row.user_id === sender);
  }

  async correct({ eventId, of, sender, at, text }: Edit): Promise<void> {
    const key = await this.#keys.get('said');
    const sealed = seal(key, Buffer.from(text), eventId).toString('base64');
    await this.#insert(eventId, { user_id: sender, corrects: of, text: sealed, at })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute();
  }

  /** A message or a correction was taken back, for ever. */
  async takeBack(eventId: string): Promise<void> {
    const gone = { state: 'taken-back' as const, text: '' };
    await this.#insert(eventId, gone)
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(gone))
      .execute();
  }

  /** Message id -> what it says now, undefined where it was taken back; of those that were changed. */
  async changedIn(sessionId: string): Promise<ReadonlyMap<string, string | undefined>> {
    const rows = await this.#db
      .selectFrom('matrix_said as message')
      .leftJoin('matrix_said as edit', (join) =>
        join.onRef('edit.corrects', '=', 'message.event_id').on('edit.state', '=', 'said'),
      )
      .select(['message.message_id', 'message.state', 'edit.event_id', 'edit.text'])
      .where('message.session_id', '=', sessionId)
      .where((where) =>
        where.or([where('message.state', '=', 'taken-back'), where('edit.event_id', 'is not', null)]),
      )
      .orderBy('edit.at')
      .orderBy(sql`edit.event_id`)
      .execute();
    if (rows.length === 0) return new Map();
    const key = await this.#keys.get('said');
    return new Map(
      rows.map(({ message_id, state, event_id, text }) => [
        message_id,
        state === 'taken-back' || event_id === null || text === null
          ? undefined
          : unseal(key, Buffer.from(text, 'base64'), event_id).toString('utf8'),
      ]),
    );
  }

  /** Forgets what was made of messages that were never taken up. */
  async tidy(): Promise<void> {
    const known = this.#db.selectFrom('matrix_said').select('event_id').where('session_id', '!=', '');
    await this.#db
      .deleteFrom('matrix_said')
      .where('session_id', '=', '')
      .where('at', '<', this.#clock.now() - KEPT_MS)
      .where('corrects', 'not in', known)
      .execute();
  }

  #insert(eventId: string, row: Partial<MatrixTables['matrix_said']>) {
    const blank = { user_id: '', session_id: '', message_id: '', corrects: '', text: '' };
    return this.#db
      .insertInto('matrix_said')
      .values({ event_id: eventId, ...blank, state: 'said', at: this.#clock.now(), ...row });
  }
}
