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
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
  writesSortKey,
} from '@langchain/langgraph-checkpoint';
import type { ThreadMessage } from '../plugin/index.js';
import { type CheckpointRows, createCheckpointRows, type Place, type WriteRow } from './checkpoint-rows.js';
import type { Store, Threads } from './types.js';

/**
 * LangGraph's checkpoints on our database. Of each thread and namespace only the newest checkpoint is kept, with the
 * writes that are pending on it, so that the database grows with the conversation. The root graph's channels
 * `messages` and `loadedPlugins` are not in the checkpoint: they are the thread's own (`Threads`), so text is stored
 * once, and what was appended to the thread after the last checkpoint (a crash in between) is in the next state.
 *
 * The order of the thread is that of its appends: what enters a run is appended before the nodes append theirs.
 * `thread_id` is a session's id. Forks and time travel have nothing to go back to: an older `checkpoint_id` is absent.
 */
export function createCheckpointSaver(store: Store): BaseCheckpointSaver {
  return new ThreadCheckpointSaver(createCheckpointRows(store.db), store.threads);
}

/** As in `emptyCheckpoint`, which makes a random id that nobody reads: a tenth of what a run of the graph costs. */
const CHECKPOINT_FORMAT = 4;
/** Id of the state before the first checkpoint; sorts before any. */
const BEFORE_ALL = '00000000-0000-6000-8000-000000000000';
/** Messages looked up at a time, from the newest back. */
const SUFFIX = 32;

class ThreadCheckpointSaver extends BaseCheckpointSaver {
  readonly #rows: CheckpointRows;
  readonly #threads: Threads;

  constructor(rows: CheckpointRows, threads: Threads) {
    super();
    this.#rows = rows;
    this.#threads = threads;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const place = placeOf(config);
    const wanted = getCheckpointId(config);
    const { loadedPlugins, stored } = await this.#rows.read(place);
    if (stored === undefined) return wanted === '' ? this.#tupleOfThread(place, loadedPlugins) : undefined;
    if (wanted !== '' && wanted !== stored.checkpointId) return undefined;
    const { checkpoint, metadata } = (await this.serde.loadsTyped('json', stored.data)) as {
      checkpoint: Checkpoint;
      metadata: CheckpointMetadata;
    };
    if (place.ns === '') {
      const messages = await this.#threads.messages(place.threadId);
      Object.assign(checkpoint.channel_values, { messages, loadedPlugins });
    }
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
    const stored = copyCheckpoint(checkpoint);
    if (place.ns === '') await this.#moveToThread(place.threadId, stored.channel_values);
    const [, bytes] = await this.serde.dumpsTyped({ checkpoint: stored, metadata });
    await this.#rows.replace(place, checkpoint.id, Buffer.from(bytes).toString('utf8'));
    return configOf(place, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
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

  /** Forgets the thread's state: checkpoints, messages and loaded plugins. The session itself stays. */
  override deleteThread(threadId: string): Promise<void> {
    return this.#rows.forget(threadId);
  }

  /** The state of a thread that has no checkpoint: its messages and loaded plugins, if it has any. */
  async #tupleOfThread(place: Place, loadedPlugins: string[]): Promise<CheckpointTuple | undefined> {
    if (place.ns !== '') return undefined;
    const messages = await this.#threads.messages(place.threadId);
    if (messages.length === 0 && loadedPlugins.length === 0) return undefined;
    const version = this.getNextVersion(undefined);
    return {
      config: { configurable: { thread_id: place.threadId, checkpoint_ns: '' } },
      checkpoint: {
        v: CHECKPOINT_FORMAT,
        id: BEFORE_ALL,
        ts: new Date().toISOString(),
        channel_values: { messages, loadedPlugins },
        channel_versions: { messages: version, loadedPlugins: version },
        versions_seen: {},
      },
      metadata: { source: 'loop', step: -1, parents: {} },
      pendingWrites: [],
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
    await this.#threads.append(threadId, await this.#unstored(threadId, messages));
    if (loadedPlugins.length === 0) return;
    const known = new Set(await this.#threads.loadedPlugins(threadId));
    await this.#threads.addLoadedPlugins(
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
      const stored = await this.#rows.storedMessages(
        threadId,
        chunk.map((message) => message.id),
      );
      const missing = chunk.filter((message) => !stored.has(message.id));
      if (missing.length === 0) break;
      unstored.unshift(...missing);
    }
    return unstored;
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

function isMessages(value: unknown): value is ThreadMessage[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'role' in value &&
    typeof value.role === 'string'
  );
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
