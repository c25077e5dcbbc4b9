import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  compareWritesSortKeys,
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
  writesSortKey,
} from '@langchain/langgraph-checkpoint';
import { type CheckpointRows, createCheckpointRows, type Place, type WriteRow } from './checkpoint-rows.js';
import type { Store } from './types.js';

/**
 * LangGraph's checkpoints on our database. Of each thread and namespace only the newest checkpoint is kept, with the
 * writes that are pending on it: enough to resume a run that waits. `thread_id` is a session's id, and the checkpoint
 * goes with its session. Forks and time travel have nothing to go back to: an older `checkpoint_id` is absent.
 */
export function createCheckpointSaver(store: Store): BaseCheckpointSaver {
  return new NewestCheckpointSaver(createCheckpointRows(store.db));
}

class NewestCheckpointSaver extends BaseCheckpointSaver {
  readonly #rows: CheckpointRows;
  /** Under way. A checkpoint waits for them, so that it finds and drops the writes of the one that it replaces. */
  readonly #writing = new Set<Promise<void>>();

  constructor(rows: CheckpointRows) {
    super();
    this.#rows = rows;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const place = placeOf(config);
    const wanted = getCheckpointId(config);
    const stored = await this.#rows.read(place);
    if (stored === undefined || (wanted !== '' && wanted !== stored.checkpointId)) return undefined;
    const { checkpoint, metadata } = (await this.serde.loadsTyped('json', stored.data)) as {
      checkpoint: Checkpoint;
      metadata: CheckpointMetadata;
    };
    return {
      config: configOf(place, stored.checkpointId),
      checkpoint,
      metadata,
      pendingWrites: await this.#pendingWrites(place, stored.checkpointId),
    };
  }

  override async *list(
    config: RunnableConfig,
    options?: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    const before = options?.before === undefined ? '' : getCheckpointId(options.before);
    if (options?.limit !== undefined && options.limit <= 0) return;
    const tuple = await this.getTuple(config);
    if (tuple === undefined || (before !== '' && tuple.checkpoint.id >= before)) return;
    const metadata: Readonly<Record<string, unknown>> = { ...tuple.metadata };
    const matches = Object.entries(options?.filter ?? {}).every(([key, value]) => metadata[key] === value);
    if (matches) yield tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const place = placeOf(config);
    const [, bytes] = await this.serde.dumpsTyped({ checkpoint, metadata });
    await Promise.allSettled(this.#writing);
    await this.#rows.replace(place, checkpoint.id, Buffer.from(bytes).toString('utf8'));
    return configOf(place, checkpoint.id);
  }

  override putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const writing = this.#write(config, writes, taskId, taskPath).finally(() =>
      this.#writing.delete(writing),
    );
    this.#writing.add(writing);
    return writing;
  }

  async #write(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath: string,
  ): Promise<void> {
    const place = placeOf(config);
    for (const [index, [channel, value]] of writes.entries()) {
      const [type, bytes] = await this.serde.dumpsTyped(value);
      await this.#rows.addWrite(place, getCheckpointId(config), {
        task_id: taskId,
        // Errors and interrupts have fixed negative places, where the newest wins.
        idx: WRITES_IDX_MAP[channel] ?? index,
        task_path: taskPath,
        channel,
        type,
        data: Buffer.from(bytes).toString(type === 'json' ? 'utf8' : 'base64'),
      });
    }
  }

  /** Forgets the thread's checkpoints. What was said stays, as does the session. */
  override deleteThread(threadId: string): Promise<void> {
    return this.#rows.forget(threadId);
  }

  async #pendingWrites(place: Place, checkpointId: string): Promise<CheckpointPendingWrite[]> {
    const rows = await this.#rows.writes(place, checkpointId);
    rows.sort((a, b) => compareWritesSortKeys(sortKey(a), sortKey(b)));
    return Promise.all(
      rows.map(async (row): Promise<CheckpointPendingWrite> => {
        const data = row.type === 'json' ? row.data : Buffer.from(row.data, 'base64');
        const value: unknown = await this.serde.loadsTyped(row.type, data);
        return [row.task_id, row.channel, value];
      }),
    );
  }
}

const sortKey = (row: WriteRow) => writesSortKey(row.task_path, row.task_id, row.idx);

function placeOf(config: RunnableConfig): Place {
  const threadId: unknown = config.configurable?.['thread_id'];
  const ns: unknown = config.configurable?.['checkpoint_ns'] ?? '';
  if (typeof threadId !== 'string' || typeof ns !== 'string') {
    throw new TypeError('A checkpoint needs `configurable.thread_id`, the id of its session');
  }
  return { threadId, ns };
}

function configOf(place: Place, checkpointId: string): RunnableConfig {
  return {
    configurable: { thread_id: place.threadId, checkpoint_ns: place.ns, checkpoint_id: checkpointId },
  };
}
