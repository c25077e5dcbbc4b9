import type { Kysely } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import type { MatrixTables } from './tables.js';

/** Where somebody talks with the oracle alone. */
export interface DirectRoom {
  readonly userId: string;
  readonly roomId: string;
}

/** In which rooms people talk with the oracle alone: the last one of each. */
export class People {
  readonly #db: Kysely<MatrixTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<MatrixTables>();
    this.#clock = clock;
  }

  async keep(principalId: string, { userId, roomId }: DirectRoom): Promise<void> {
    const row = { user_id: userId, room_id: roomId, at: this.#clock.now() };
    await this.#db
      .insertInto('matrix_people')
      .values({ principal_id: principalId, ...row })
      .onConflict((conflict) => conflict.column('principal_id').doUpdateSet(row))
      .execute();
  }

  async find(principalId: string): Promise<DirectRoom | undefined> {
    const row = await this.#db
      .selectFrom('matrix_people')
      .select(['user_id', 'room_id'])
      .where('principal_id', '=', principalId)
      .executeTakeFirst();
    return row && { userId: row.user_id, roomId: row.room_id };
  }
}
