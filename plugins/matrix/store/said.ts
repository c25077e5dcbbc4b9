import { type Kysely, sql } from 'kysely';
import type { Amendment, Clock, Conversations, Keys, PluginDatabase } from 'oracle-runtime/plugin';
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

export interface SaidDeps {
  readonly database: PluginDatabase;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly conversations: Pick<Conversations, 'amend'>;
}

/**
 * Which message of a room became which message of a conversation, also an answer, and what became of it there since. The
 * conversation is told how each stands now, and again after a stop that came in between.
 */
export class Said {
  readonly #db: Kysely<MatrixTables>;
  readonly #deps: SaidDeps;
  /** One change after the other, so that the last one is told last. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(deps: SaidDeps) {
    this.#db = deps.database.as<MatrixTables>();
    this.#deps = deps;
  }

  /** A message stands in a conversation; what was made of it meanwhile stands. */
  async keep(eventId: string, sender: string, into: { sessionId: string; messageId: string }): Promise<void> {
    const place = { user_id: sender, session_id: into.sessionId, message_id: into.messageId };
    await this.#insert(eventId, place)
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(place))
      .execute();
    await this.#tell(eventId);
  }

  /** Whether the oracle knows this event: a message that it took up or said, or a correction of one; of `sender` where one is given. */
  async isHeard(eventId: string, sender?: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('matrix_said')
      .select('user_id')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row !== undefined && (sender === undefined || row.user_id === sender);
  }

  async correct({ eventId, of, sender, at, text }: Edit): Promise<void> {
    const key = await this.#deps.keys.get('said');
    const sealed = seal(key, Buffer.from(text), eventId).toString('base64');
    await this.#insert(eventId, { user_id: sender, corrects: of, text: sealed, at })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute();
    await this.#tell(of);
  }

  /**
   * A message or a correction was taken back, for ever.
   * @returns where it was the last that its writer said in a session; undefined for any other
   */
  async takeBack(
    eventId: string,
  ): Promise<{ readonly sessionId: string; readonly userId: string } | undefined> {
    const gone = { state: 'taken-back' as const, text: '' };
    await this.#insert(eventId, gone)
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(gone))
      .execute();
    const row = await this.#db
      .selectFrom('matrix_said')
      .select(['session_id', 'user_id', 'corrects', 'at'])
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    await this.#tell(row.corrects === '' ? eventId : row.corrects);
    if (row.corrects !== '' || row.session_id === '') return undefined;
    const later = await this.#db
      .selectFrom('matrix_said')
      .select('event_id')
      .where('session_id', '=', row.session_id)
      .where('user_id', '=', row.user_id)
      .where('at', '>', row.at)
      .limit(1)
      .executeTakeFirst();
    return later === undefined ? { sessionId: row.session_id, userId: row.user_id } : undefined;
  }

  /** Tells what the conversations were not told when it came. */
  async tellAll(): Promise<void> {
    const rows = await this.#db
      .selectFrom('matrix_said as message')
      .select('message.event_id')
      .where('message.told', '=', 0)
      .where('message.session_id', '!=', '')
      .where((where) =>
        where.or([
          where('message.state', '=', 'taken-back'),
          where.exists(
            where
              .selectFrom('matrix_said as edit')
              .select('edit.event_id')
              .whereRef('edit.corrects', '=', 'message.event_id'),
          ),
        ]),
      )
      .execute();
    for (const { event_id } of rows) await this.#tell(event_id);
  }

  /** Forgets what was made of messages that were never taken up. */
  async tidy(): Promise<void> {
    const known = this.#db.selectFrom('matrix_said').select('event_id').where('session_id', '!=', '');
    await this.#db
      .deleteFrom('matrix_said')
      .where('session_id', '=', '')
      .where('at', '<', this.#deps.clock.now() - KEPT_MS)
      .where('corrects', 'not in', known)
      .execute();
  }

  #tell(eventId: string): Promise<void> {
    const told = this.#telling.then(() => this.#tellNow(eventId));
    this.#telling = told.catch(() => undefined);
    return told;
  }

  async #tellNow(eventId: string): Promise<void> {
    const message = this.#db.updateTable('matrix_said').where('event_id', '=', eventId);
    await message.set({ told: 0 }).execute();
    const row = await this.#db
      .selectFrom('matrix_said')
      .select(['session_id', 'message_id', 'user_id', 'state'])
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (row === undefined || row.session_id === '') return;
    const now =
      row.state === 'taken-back'
        ? ({ state: 'taken_back' } as const)
        : await this.#corrected(eventId, row.user_id);
    if (now !== undefined) await this.#deps.conversations.amend(row.session_id, row.message_id, now);
    await message.set({ told: 1 }).execute();
  }

  /** What its writer's corrections make of it; undefined where there never was one. */
  async #corrected(eventId: string, userId: string): Promise<Amendment | undefined> {
    const edits = await this.#db
      .selectFrom('matrix_said')
      .select(['event_id', 'text', 'state'])
      .where('corrects', '=', eventId)
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .orderBy(sql`event_id`, 'desc')
      .execute();
    if (edits.length === 0) return undefined;
    const last = edits.find(({ state }) => state === 'said');
    if (last === undefined) return { state: 'as_sent' };
    const key = await this.#deps.keys.get('said');
    const text = unseal(key, Buffer.from(last.text, 'base64'), last.event_id).toString('utf8');
    return { state: 'corrected', text };
  }

  #insert(eventId: string, row: Partial<MatrixTables['matrix_said']>) {
    const blank = { user_id: '', session_id: '', message_id: '', corrects: '', text: '', told: 0 };
    return this.#db
      .insertInto('matrix_said')
      .values({ event_id: eventId, ...blank, state: 'said', at: this.#deps.clock.now(), ...row });
  }
}
