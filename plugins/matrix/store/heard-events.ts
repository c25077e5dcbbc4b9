import type { Kysely } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import type { MatrixTables } from './tables.js';

type State = MatrixTables['matrix_events']['state'];

/** How long an event is known. Older ones are not answered, so that nothing is answered twice. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** How long after it was said a message that nobody answered still is: the time that the run of it is known by its key. */
export const ANSWERABLE_MS = 24 * 3_600_000;
/** Rows of one statement. */
const CHUNK = 200;

/** Which events were heard, and what became of them. */
export class HeardEvents {
  readonly #db: Kysely<MatrixTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#clock = clock;
  }

  /** Notes it as heard. `again`: it was heard before a restart, and its answer may have begun. `over`: it has been answered. */
  async claim(eventId: string, roomId: string): Promise<'new' | 'again' | 'over'> {
    const state = await this.#stateOf(eventId);
    if (state !== undefined) return state === 'heard' ? 'again' : 'over';
    await this.#insert([{ eventId, roomId }], 'heard');
    return 'new';
  }

  async done(eventId: string): Promise<void> {
    await this.#db
      .updateTable('matrix_events')
      .set({ state: 'done' })
      .where('event_id', '=', eventId)
      .execute();
  }

  /** What was there before the oracle was. */
  history(events: readonly { readonly eventId: string; readonly roomId: string }[]): Promise<void> {
    return this.#insert(events, 'history');
  }

  /** What the oracle itself said. */
  sent(eventId: string, roomId: string): Promise<void> {
    return this.#insert([{ eventId, roomId }], 'sent');
  }

  async isOurs(eventId: string): Promise<boolean> {
    return (await this.#stateOf(eventId)) === 'sent';
  }

  /** Whether this event is the first that carries the encrypted message of this place, see `placeOf`. */
  async isFirst(place: string, eventId: string): Promise<boolean> {
    await this.#db
      .insertInto('matrix_ciphertexts')
      .values({ place, event_id: eventId, at: this.#clock.now() })
      .onConflict((conflict) => conflict.column('place').doNothing())
      .execute();
    const { event_id: first } = await this.#db
      .selectFrom('matrix_ciphertexts')
      .select('event_id')
      .where('place', '=', place)
      .executeTakeFirstOrThrow();
    return first === eventId;
  }

  /** Forgets what is too old to come again. */
  async tidy(): Promise<void> {
    await this.#db
      .deleteFrom('matrix_events')
      .where('at', '<', this.#clock.now() - KEPT_MS)
      .execute();
  }

  async #stateOf(eventId: string): Promise<State | undefined> {
    const row = await this.#db
      .selectFrom('matrix_events')
      .select('state')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row?.state;
  }

  async #insert(
    events: readonly { readonly eventId: string; readonly roomId: string }[],
    state: State,
  ): Promise<void> {
    const at = this.#clock.now();
    const rows = events.map(({ eventId, roomId }) => ({ event_id: eventId, room_id: roomId, state, at }));
    for (let i = 0; i < rows.length; i += CHUNK)
      await this.#db
        .insertInto('matrix_events')
        .values(rows.slice(i, i + CHUNK))
        .onConflict((conflict) => conflict.column('event_id').doNothing())
        .execute();
  }
}
