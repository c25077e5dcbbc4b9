import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  compareWritesSortKeys,
  copyCheckpoint,
  emptyCheckpoint,
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
  writesSortKey,
} from '@langchain/langgraph-checkpoint';
import type { ThreadMessage } from '../plugin/index.js';
import { isForeignKeyViolation } from './database-errors.js';
import { sessionMissing } from './missing.js';
import type { Store } from './types.js';

/**
 * LangGraph's checkpoints on our database. Of each thread and namespace only the newest checkpoint is kept, with the
 * writes that are pending on it, so that the database grows with the conversation. The root graph's channels
 * `messages` and `loadedPlugins` are not in the checkpoint: they are the thread's own (`Threads`), so text is stored
 * once, and what was appended to the thread after the last checkpoint (a crash in between) is in the next state.
 *
 * `thread_id` is a session's id. Forks and time travel have nothing to go back to: an older `checkpoint_id` is absent.
 */
export function createCheckpointSaver(store: Store): BaseCheckpointSaver {
  return new ThreadCheckpointSaver(store);
}

/** Where a checkpoint stands; `ns` is empty for the root graph. */
interface Place {
  readonly threadId: string;
  readonly ns: string;
}

/** Messages looked up at a time, from the newest back. */
const SUFFIX = 32;

class ThreadCheckpointSaver extends BaseCheckpointSaver {
  readonly #store: Store;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const place = placeOf(config);
    const wanted = getCheckpointId(config);
    const row = await this.#store.db
      .selectFrom('core_checkpoints')
      .select(['checkpoint_id', 'data'])
      .where('thread_id', '=', place.threadId)
      .where('ns', '=', place.ns)
      .executeTakeFirst();
    if (row === undefined) return wanted === '' ? this.#tupleOfThread(place) : undefined;
    if (wanted !== '' && wanted !== row.checkpoint_id) return undefined;
    const { checkpoint, metadata } = (await this.serde.loadsTyped('json', row.data)) as {
      checkpoint: Checkpoint;
      metadata: CheckpointMetadata;
    };
    if (place.ns === '') Object.assign(checkpoint.channel_values, await this.#threadValues(place.threadId));
    return {
      config: configOf(place, row.checkpoint_id),
      checkpoint,
      metadata,
      pendingWrites: await this.#pendingWrites(place, row.checkpoint_id),
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
    const stored = copyCheckpoint(checkpoint);
    if (place.ns === '') await this.#moveToThread(place.threadId, stored.channel_values);
    const [, bytes] = await this.serde.dumpsTyped({ checkpoint: stored, metadata });
    const row = { checkpoint_id: checkpoint.id, data: Buffer.from(bytes).toString('utf8') };
    await named(
      this.#store.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('core_checkpoints')
          .values({ thread_id: place.threadId, ns: place.ns, ...row })
          .onConflict((conflict) => conflict.columns(['thread_id', 'ns']).doUpdateSet(row))
          .execute();
        await trx
          .deleteFrom('core_checkpoint_writes')
          .where('thread_id', '=', place.threadId)
          .where('ns', '=', place.ns)
          .where('checkpoint_id', '!=', checkpoint.id)
          .execute();
      }),
    );
    return configOf(place, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const place = placeOf(config);
    const checkpointId = getCheckpointId(config);
    for (const [index, [channel, value]] of writes.entries()) {
      const [type, bytes] = await this.serde.dumpsTyped(value);
      const content = {
        channel,
        type,
        data: Buffer.from(bytes).toString(type === 'json' ? 'utf8' : 'base64'),
      };
      const idx = WRITES_IDX_MAP[channel] ?? index;
      await named(
        this.#store.db
          .insertInto('core_checkpoint_writes')
          .values({
            thread_id: place.threadId,
            ns: place.ns,
            checkpoint_id: checkpointId,
            task_id: taskId,
            idx,
            task_path: taskPath,
            ...content,
          })
          // Errors and interrupts (negative) take the newest; a task's own writes are final.
          .onConflict((conflict) => {
            const key = conflict.columns(['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx']);
            return idx < 0 ? key.doUpdateSet({ task_path: taskPath, ...content }) : key.doNothing();
          })
          .execute(),
      );
    }
  }

  /** Forgets the thread's state: checkpoints, messages and loaded plugins. The session itself stays. */
  override async deleteThread(threadId: string): Promise<void> {
    await this.#store.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('core_checkpoints').where('thread_id', '=', threadId).execute();
      await trx.deleteFrom('core_checkpoint_writes').where('thread_id', '=', threadId).execute();
      await trx.deleteFrom('core_messages').where('session_id', '=', threadId).execute();
      await trx
        .updateTable('core_sessions')
        .set({ loaded_plugins: '[]' })
        .where('id', '=', threadId)
        .execute();
    });
  }

  /** The state of a thread that has messages but no checkpoint: its first run ended before one was written. */
  async #tupleOfThread(place: Place): Promise<CheckpointTuple | undefined> {
    if (place.ns !== '') return undefined;
    const values = await this.#threadValues(place.threadId);
    if (values.messages.length === 0 && values.loadedPlugins.length === 0) return undefined;
    const checkpoint: Checkpoint = {
      ...emptyCheckpoint(),
      channel_values: values,
      channel_versions: {
        messages: this.getNextVersion(undefined),
        loadedPlugins: this.getNextVersion(undefined),
      },
    };
    return {
      config: { configurable: { thread_id: place.threadId, checkpoint_ns: '' } },
      checkpoint,
      metadata: { source: 'loop', step: -1, parents: {} },
      pendingWrites: [],
    };
  }

  async #threadValues(threadId: string): Promise<{ messages: ThreadMessage[]; loadedPlugins: string[] }> {
    const { threads } = this.#store;
    return {
      messages: await threads.messages(threadId),
      loadedPlugins: await threads.loadedPlugins(threadId),
    };
  }

  /** Takes both channels out of `values` and stores what the thread does not hold yet. */
  async #moveToThread(threadId: string, values: Record<string, unknown>): Promise<void> {
    const { messages = [], loadedPlugins = [] } = values;
    delete values['messages'];
    delete values['loadedPlugins'];
    if (!isMessages(messages) || !isNames(loadedPlugins)) {
      throw new TypeError(
        'The channels `messages` and `loadedPlugins` hold thread messages (with `id` and `role`) and plugin names',
      );
    }
    const { threads } = this.#store;
    await threads.append(threadId, await this.#unstored(threadId, messages));
    const known = new Set(loadedPlugins.length === 0 ? [] : await threads.loadedPlugins(threadId));
    await threads.addLoadedPlugins(
      threadId,
      loadedPlugins.filter((name) => !known.has(name)),
    );
  }

  /**
   * The messages that the thread does not hold. A thread only grows at its end, so the search goes back from there
   * and stops where all are stored: the cost is that of the new ones, not of the conversation.
   */
  async #unstored(threadId: string, messages: readonly ThreadMessage[]): Promise<ThreadMessage[]> {
    const unstored: ThreadMessage[] = [];
    for (let end = messages.length; end > 0; end -= SUFFIX) {
      const chunk = messages.slice(Math.max(0, end - SUFFIX), end);
      const rows = await this.#store.db
        .selectFrom('core_messages')
        .select('id')
        .where('session_id', '=', threadId)
        .where(
          'id',
          'in',
          chunk.map((message) => message.id),
        )
        .execute();
      const stored = new Set(rows.map((row) => row.id));
      const missing = chunk.filter((message) => !stored.has(message.id));
      if (missing.length === 0) break;
      unstored.unshift(...missing);
    }
    return unstored;
  }

  async #pendingWrites(place: Place, checkpointId: string): Promise<CheckpointPendingWrite[]> {
    const rows = await this.#store.db
      .selectFrom('core_checkpoint_writes')
      .select(['task_id', 'idx', 'task_path', 'channel', 'type', 'data'])
      .where('thread_id', '=', place.threadId)
      .where('ns', '=', place.ns)
      .where('checkpoint_id', '=', checkpointId)
      .execute();
    rows.sort((a, b) =>
      compareWritesSortKeys(
        writesSortKey(a.task_path, a.task_id, a.idx),
        writesSortKey(b.task_path, b.task_id, b.idx),
      ),
    );
    return Promise.all(
      rows.map(async (row): Promise<CheckpointPendingWrite> => {
        const data = row.type === 'json' ? row.data : Buffer.from(row.data, 'base64');
        const value: unknown = await this.serde.loadsTyped(row.type, data);
        return [row.task_id, row.channel, value];
      }),
    );
  }
}

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

function isMessages(value: unknown): value is ThreadMessage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (item: unknown) =>
        typeof item === 'object' &&
        item !== null &&
        'id' in item &&
        typeof item.id === 'string' &&
        'role' in item &&
        typeof item.role === 'string',
    )
  );
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A write for a session that was deleted meanwhile says so. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw sessionMissing();
    throw error;
  }
}
