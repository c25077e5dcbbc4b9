import type { Queue, Worker } from 'bullmq';
import { abortable, sha256Hex, timeLimit } from 'oracle-runtime/kit';
import type { HealthReport, Logger } from 'oracle-runtime/plugin';

/** One wake-up: an instant of a task that comes. */
export interface WakeUp {
  readonly task: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

export interface TaskQueueOptions {
  readonly url: string;
  /** What all processes of this oracle have in common, and no other oracle on that Redis. */
  readonly oracle: string;
  readonly logger: Logger;
  /** How many tasks one process works on at a time. */
  readonly atOnce: number;
  wake(wakeUp: WakeUp): Promise<void>;
  /** Redis can be reached, for the first time or again. */
  reached(): void;
}

/** Milliseconds between attempts to reach Redis, and until a call is given up. */
const RECONNECT_MS = 1_000;
const ANSWER_MS = 2_000;

const UNKNOWN = 'no connection';
/** What waiting does not mend. */
const REFUSED: ReadonlySet<string> = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM']);

/**
 * Wakes processes when tasks are due: one delayed job of BullMQ for each instant, named after it, so that adding it twice
 * is adding it once. The queue holds nothing that the database does not: what Redis loses is added anew.
 */
export class TaskQueue {
  readonly #options: TaskQueueOptions;
  #queue: Queue<WakeUp> | undefined;
  #worker: Worker<WakeUp> | undefined;
  #away: string | undefined = 'it was not reached yet';
  #hasBegun = false;
  /** The last reason that the log has. */
  #told: string | undefined;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#hasBegun = true;
    const { Queue, Worker } = await import('bullmq');
    const { url, oracle, atOnce, wake } = this.#options;
    const prefix = `oracle:${sha256Hex(oracle).slice(0, 16)}`;
    const retryStrategy = () => RECONNECT_MS;
    // Whoever adds a job is told at once that Redis is away; whoever waits for jobs waits.
    const adding = { url, retryStrategy, enableOfflineQueue: false, maxRetriesPerRequest: 1 };
    const waiting = { url, retryStrategy, maxRetriesPerRequest: null };
    const queue = new Queue<WakeUp>('tasks', { connection: adding, prefix });
    const worker = new Worker<WakeUp>('tasks', ({ data }) => wake(data), {
      connection: waiting,
      prefix,
      concurrency: atOnce,
      lockDuration: 30_000,
      stalledInterval: 15_000,
      maxStalledCount: 3,
    });
    queue.on('error', (error) => this.#lost(error));
    worker.on('error', (error) => this.#lost(error));
    worker.on('failed', (_, error) =>
      this.#options.logger.warn({ err: error }, 'a task could not be served'),
    );
    worker.on('ready', () => this.#found());
    this.#queue = queue;
    this.#worker = worker;
  }

  /** Adds the wake-up for an instant. @throws Error while Redis is away */
  async add({ task, dueAt }: WakeUp, now: number): Promise<void> {
    if (this.#queue === undefined) throw new Error('Redis was not reached yet');
    await answered(
      this.#queue.add(
        'due',
        { task, dueAt },
        {
          jobId: `task:${task}:${dueAt}`,
          delay: Math.max(0, dueAt - now),
          attempts: 3,
          backoff: { type: 'fixed', delay: 2_000 },
          // The database says what was done: a job that stayed would hide the next of that name.
          removeOnComplete: true,
          removeOnFail: true,
        },
      ),
    );
    this.#found();
  }

  /** Asks Redis whether it is there; says so by `health` and `reached`. */
  async look(): Promise<void> {
    try {
      await answered(this.#queue?.getJobCounts('delayed'));
      this.#found();
    } catch (error) {
      this.#lost(error);
    }
  }

  health(): HealthReport {
    const away = this.#away;
    // Only an oracle that serves connects.
    if (away === undefined || !this.#hasBegun) return { status: 'ok' };
    const how = REFUSED.has(away)
      ? `Redis lets nobody in by REDIS_URL (${away}): set it to the user and password that Redis has, and start again. Tasks wait until then, and are done by their rule for missed instants.`
      : `Redis (REDIS_URL) is away: ${away}. Tasks wait, and are done by their rule for missed instants once it is back.`;
    return { status: 'degraded', detail: how };
  }

  /** Why nothing wakes now; undefined while all is well. */
  get away(): string | undefined {
    return this.#away;
  }

  async close(): Promise<void> {
    // What it works on is released by its own signal; the database knows the rest.
    await this.#worker?.close(true).catch(() => undefined);
    await this.#queue?.close().catch(() => undefined);
  }

  #lost(error: unknown): void {
    const why = inWords(error);
    // Each reason once: what is retried every second would fill the log.
    if (this.#away === undefined || (why !== UNKNOWN && why !== this.#told)) {
      this.#told = why;
      const said = REFUSED.has(why)
        ? 'Redis lets nobody in by REDIS_URL: tasks wait'
        : 'Redis is away: tasks wait';
      this.#options.logger.warn({ reason: why }, said);
    }
    // A refusal says more than the silence that follows it.
    if (this.#away === undefined || why !== UNKNOWN) this.#away = why;
  }

  #found(): void {
    if (this.#away === undefined) return;
    this.#away = undefined;
    this.#told = undefined;
    this.#options.logger.info({}, 'Redis is reached: tasks are served');
    this.#options.reached();
  }
}

/** What Redis answers within a time; a call that waits for the connection is done later, and does no harm. */
function answered<T>(call: Promise<T> | undefined): Promise<T | undefined> {
  return abortable(Promise.resolve(call), timeLimit(ANSWER_MS));
}

/** Without the address, which may hold a password. */
function inWords(error: unknown): string {
  if (typeof error !== 'object' || error === null) return UNKNOWN;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  const text = typeof message === 'string' ? message : '';
  const known = /^(WRONGPASS|NOAUTH|NOPERM|LOADING|READONLY|OOM|MISCONF)\b/.exec(text);
  return known?.[1] ?? UNKNOWN;
}
