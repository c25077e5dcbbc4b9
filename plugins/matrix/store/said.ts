import type { Kysely } from 'kysely';
import type { Clock, Keys, PluginDatabase } from 'oracle-runtime/plugin';
import { seal, unseal } from './sealing.js';
import type { MatrixTables } from './tables.js';

/** How long a change waits for its message to be taken up. */
const KEPT_MS = 24 * 3_600_000;

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

  /** A message was taken into a conversation; a change of it that came meanwhile stands. */
  async keep(eventId: string, sender: string, into: { sessionId: string; messageId: string }): Promise<void> {
    const place = { session_id: into.sessionId, message_id: into.messageId };
    await this.#db
      .insertInto('matrix_said')
      .values({
        event_id: eventId,
        user_id: sender,
        ...place,
        state: 'said',
        text: '',
        at: this.#clock.now(),
      })
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(place))
      .execute();
  }

  /** Whether the oracle took this message up, and `sender` said it where one is given. */
  async isHeard(eventId: string, sender?: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('matrix_said')
      .select('user_id')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row !== undefined && (sender === undefined || row.user_id === sender);
  }

  /** Its writer says something else in its place; undefined: it was taken back. What was taken back stays so. */
  async change(eventId: string, sender: string, text: string | undefined): Promise<void> {
    const state = text === undefined ? 'taken-back' : 'changed';
    const key = await this.#keys.get('said');
    const sealed = text === undefined ? '' : seal(key, Buffer.from(text), eventId).toString('base64');
    await this.#db
      .insertInto('matrix_said')
      .values({
        event_id: eventId,
        user_id: sender,
        session_id: '',
        message_id: '',
        state,
        text: sealed,
        at: this.#clock.now(),
      })
      .onConflict((conflict) =>
        conflict
          .column('event_id')
          .doUpdateSet({ state, text: sealed })
          .where('matrix_said.state', '!=', 'taken-back'),
      )
      .execute();
  }

  /** Message id -> what it says now, undefined where it was taken back; of those that were changed. */
  async changedIn(sessionId: string): Promise<ReadonlyMap<string, string | undefined>> {
    const rows = await this.#db
      .selectFrom('matrix_said')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('state', '!=', 'said')
      .execute();
    if (rows.length === 0) return new Map();
    const key = await this.#keys.get('said');
    return new Map(
      rows.map((row) => [
        row.message_id,
        row.state === 'taken-back'
          ? undefined
          : unseal(key, Buffer.from(row.text, 'base64'), row.event_id).toString('utf8'),
      ]),
    );
  }

  /** Forgets changes of what was never taken up. */
  async tidy(): Promise<void> {
    await this.#db
      .deleteFrom('matrix_said')
      .where('session_id', '=', '')
      .where('at', '<', this.#clock.now() - KEPT_MS)
      .execute();
  }
}
