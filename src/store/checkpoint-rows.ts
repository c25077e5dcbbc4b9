import type { Kysely } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { isForeignKeyViolation } from './database-errors.js';
import { sessionMissing } from './missing.js';
import type { Tables } from './tables.js';

/** Where a checkpoint stands; `ns` is empty for the root graph. */
export interface Place {
  readonly threadId: string;
  readonly ns: string;
}

type CheckpointRow = Tables['core_checkpoints'];
export type WriteRow = Omit<Tables['core_checkpoint_writes'], 'thread_id' | 'ns' | 'checkpoint_id'>;

/** Checkpoints as rows: one a place, and the writes that are pending on it. */
export interface CheckpointRows {
  read(place: Place): Promise<{ readonly checkpointId: string; readonly data: string } | undefined>;
  /** Replaces the place's checkpoint and drops the writes of the one before. @throws OracleError `not_found`. */
  replace(place: Place, checkpointId: string, data: string): Promise<void>;
  /** In no order. */
  writes(place: Place, checkpointId: string): Promise<WriteRow[]>;
  /** A row that is there stays, unless its `idx` is negative. @throws OracleError `not_found`. */
  addWrite(place: Place, checkpointId: string, row: WriteRow): Promise<void>;
  /** All of the thread's checkpoints and writes. */
  forget(threadId: string): Promise<void>;
}

export function createCheckpointRows(db: Kysely<Tables>): CheckpointRows {
  const selectCheckpoint = prepareQuery<
    Pick<CheckpointRow, 'thread_id' | 'ns'>,
    Pick<CheckpointRow, 'checkpoint_id' | 'data'>
  >((param) =>
    db
      .selectFrom('core_checkpoints')
      .select(['checkpoint_id', 'data'])
      .where('thread_id', '=', param('thread_id'))
      .where('ns', '=', param('ns')),
  );
  const upsertCheckpoint = prepareQuery<CheckpointRow, never>((param) =>
    db
      .insertInto('core_checkpoints')
      .values({
        thread_id: param('thread_id'),
        ns: param('ns'),
        checkpoint_id: param('checkpoint_id'),
        data: param('data'),
      })
      .onConflict((conflict) =>
        conflict.columns(['thread_id', 'ns']).doUpdateSet((row) => ({
          checkpoint_id: row.ref('excluded.checkpoint_id'),
          data: row.ref('excluded.data'),
        })),
      ),
  );
  const dropOldWrites = prepareQuery<Omit<CheckpointRow, 'data'>, never>((param) =>
    db
      .deleteFrom('core_checkpoint_writes')
      .where('thread_id', '=', param('thread_id'))
      .where('ns', '=', param('ns'))
      .where('checkpoint_id', '!=', param('checkpoint_id')),
  );
  const selectWrites = prepareQuery<Omit<CheckpointRow, 'data'>, WriteRow>((param) =>
    db
      .selectFrom('core_checkpoint_writes')
      .select(['task_id', 'idx', 'task_path', 'channel', 'type', 'data'])
      .where('thread_id', '=', param('thread_id'))
      .where('ns', '=', param('ns'))
      .where('checkpoint_id', '=', param('checkpoint_id')),
  );

  return {
    async read({ threadId, ns }) {
      const { rows } = await selectCheckpoint(db, { thread_id: threadId, ns });
      const [row] = rows;
      return row === undefined ? undefined : { checkpointId: row.checkpoint_id, data: row.data };
    },

    async replace({ threadId, ns }, checkpointId, data) {
      const key = { thread_id: threadId, ns, checkpoint_id: checkpointId };
      await ofSession(
        db.transaction().execute(async (trx) => {
          await upsertCheckpoint(trx, { ...key, data });
          await dropOldWrites(trx, key);
        }),
      );
    },

    async writes({ threadId, ns }, checkpointId) {
      const { rows } = await selectWrites(db, { thread_id: threadId, ns, checkpoint_id: checkpointId });
      return [...rows];
    },

    async addWrite({ threadId, ns }, checkpointId, row) {
      const { task_path, channel, type, data } = row;
      await ofSession(
        db
          .insertInto('core_checkpoint_writes')
          .values({ thread_id: threadId, ns, checkpoint_id: checkpointId, ...row })
          .onConflict((conflict) => {
            const key = conflict.columns(['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx']);
            return row.idx < 0 ? key.doUpdateSet({ task_path, channel, type, data }) : key.doNothing();
          })
          .execute(),
      );
    },

    async forget(threadId) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('core_checkpoints').where('thread_id', '=', threadId).execute();
        await trx.deleteFrom('core_checkpoint_writes').where('thread_id', '=', threadId).execute();
      });
    },
  };
}

/** A write for a session that was deleted meanwhile says so. */
async function ofSession<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isForeignKeyViolation(error) ? sessionMissing() : error;
  }
}
