import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint';
import type { RunContext } from '../runs/run-context.js';

/**
 * Writes a checkpoint only where one is needed: when a run stops for a person, and when a thread has one from such
 * a stop that is now out of date. Otherwise the thread's messages and loaded plugins are the whole state, and a
 * checkpoint a run would cost a transaction that nobody reads.
 */
export function pendingCheckpoints(inner: BaseCheckpointSaver): BaseCheckpointSaver {
  return new PendingCheckpoints(inner);
}

class PendingCheckpoints extends BaseCheckpointSaver {
  readonly #inner: BaseCheckpointSaver;
  /** Runs whose thread has a stored checkpoint. */
  readonly #stored = new WeakSet<RunContext>();

  constructor(inner: BaseCheckpointSaver) {
    super(inner.serde);
    this.#inner = inner;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await this.#inner.getTuple(config);
    if (tuple?.config.configurable?.['checkpoint_id'] !== undefined) this.#stored.add(runOf(config));
    return tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: Parameters<BaseCheckpointSaver['put']>[3],
  ): Promise<RunnableConfig> {
    const run = runOf(config);
    if (run.result?.type !== 'approvals' && !this.#stored.has(run)) return config;
    return this.#inner.put(config, checkpoint, metadata, versions);
  }

  override putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    path?: string,
  ): Promise<void> {
    return this.#inner.putWrites(config, writes, taskId, path);
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#inner.list(config, options);
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#inner.deleteThread(threadId);
  }
}

function runOf(config: RunnableConfig): RunContext {
  return config.configurable?.['run'] as RunContext;
}
