import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, type Keys, OracleError, type PluginDatabase } from 'oracle-runtime/plugin';
import { seal, unseal } from '../store/sealing.js';
import type { MatrixTables } from '../store/tables.js';
import { rank } from './rank.js';

/** Something that a room wants remembered. */
export interface RoomMemory {
  readonly id: string;
  readonly text: string;
  /** User id of whoever said it. */
  readonly writtenBy: string;
  /** ISO 8601. */
  readonly at: string;
}

/** As many as one room may keep; all of them are read for a search. */
const MOST = 500;

/** What each room wants remembered: its own, whoever asks, and sealed at rest. */
export class RoomMemories {
  readonly #db: Kysely<MatrixTables>;
  readonly #keys: Keys;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, keys: Keys, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#keys = keys;
    this.#clock = clock;
  }

  /** The newest first. */
  async list(roomId: string): Promise<RoomMemory[]> {
    const rows = await this.#db
      .selectFrom('matrix_memories')
      .selectAll()
      .where('room_id', '=', roomId)
      .orderBy('at', 'desc')
      .orderBy('id')
      .execute();
    const key = await this.#keys.get('room-memory');
    return rows.map((row) => ({
      id: row.id,
      text: unseal(key, Buffer.from(row.text, 'base64'), `${roomId} ${row.id}`).toString('utf8'),
      writtenBy: row.written_by,
      at: new Date(Number(row.at)).toISOString(),
    }));
  }

  /** Those that share words with the query, the nearest first. */
  async search(roomId: string, query: string, limit: number): Promise<RoomMemory[]> {
    return rank(await this.list(roomId), query).slice(0, limit);
  }

  /** @throws OracleError `insufficient_storage` */
  async save(roomId: string, text: string, writtenBy: string): Promise<RoomMemory> {
    const held = await this.list(roomId);
    const same = held.find((memory) => memory.text === text);
    if (same !== undefined) return same;
    if (held.length >= MOST)
      throw new OracleError('insufficient_storage', {
        detail: `This room remembers ${MOST} things already.`,
        hint: 'Let it forget some first.',
      });
    const id = randomUUID();
    const at = this.#clock.now();
    const key = await this.#keys.get('room-memory');
    const sealed = seal(key, Buffer.from(text), `${roomId} ${id}`).toString('base64');
    await this.#db
      .insertInto('matrix_memories')
      .values({ id, room_id: roomId, text: sealed, written_by: writtenBy, at })
      .execute();
    return { id, text, writtenBy, at: new Date(at).toISOString() };
  }

  /** @throws OracleError `not_found`, also for a memory of another room */
  async forget(roomId: string, id: string): Promise<RoomMemory> {
    const found = (await this.list(roomId)).find((memory) => memory.id === id);
    if (found === undefined)
      throw new OracleError('not_found', { detail: `This room remembers nothing with the id ${id}.` });
    await this.#db.deleteFrom('matrix_memories').where('room_id', '=', roomId).where('id', '=', id).execute();
    return found;
  }

  /** One room stands in the place of another: what that one remembers is this one's. */
  async move(before: string, now: string): Promise<void> {
    const key = await this.#keys.get('room-memory');
    for (const { id, text } of await this.list(before))
      await this.#db
        .updateTable('matrix_memories')
        .set({ room_id: now, text: seal(key, Buffer.from(text), `${now} ${id}`).toString('base64') })
        .where('id', '=', id)
        .execute();
  }
}
