import type { Kysely, Selectable } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import { type Delivery, definition, type RunState } from '../definition.js';
import type { RunRow, TaskTables } from './tables.js';

export interface TaskRun {
  readonly taskId: string;
  readonly dueAt: number;
  readonly state: RunState;
  readonly note: string | undefined;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly result: string | undefined;
  readonly endedAt: number | undefined;
  readonly delivery: Delivery;
  readonly tries: number;
}

/** How a run came out. */
export interface Ending {
  readonly state: 'waiting' | 'done' | 'failed';
  readonly note?: string | undefined;
  readonly result?: string | undefined;
  readonly delivery: 'none' | 'owed';
}

/** What became of the instants of tasks. */
export class RunStore {
  readonly #db: Kysely<TaskTables>;
  readonly #clock: Clock;
  /** The name under which this process holds runs. */
  readonly #process: string;

  constructor(database: PluginDatabase, clock: Clock, process: string) {
    this.#db = database.as<TaskTables>();
    this.#clock = clock;
    this.#process = process;
  }

  /** Runs of a task, the latest first. */
  async of(task: string, limit: number): Promise<readonly TaskRun[]> {
    const rows = await this.#db
      .selectFrom('tasks_runs')
      .selectAll()
      .where('task_id', '=', task)
      .orderBy('due_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toRun);
  }

  /** The run that a session is of. */
  async inSession(sessionId: string): Promise<TaskRun | undefined> {
    const row = await this.#db
      .selectFrom('tasks_runs')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return row && toRun(row);
  }

  /** How many runs of the owner's tasks were begun since then; reminders are none. */
  async begunSince(owner: string, since: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('tasks_runs')
      .innerJoin('tasks_tasks', 'tasks_tasks.id', 'tasks_runs.task_id')
      .select(({ fn }) => ['tasks_tasks.definition', fn.countAll<number>().as('n')])
      .where('tasks_tasks.owner', '=', owner)
      .where('tasks_runs.run_id', 'is not', null)
      .where('tasks_runs.due_at', '>', since)
      .groupBy(['tasks_tasks.id', 'tasks_tasks.definition'])
      .execute();
    return rows
      .filter((row) => definition.parse(JSON.parse(row.definition)).reminder !== true)
      .reduce((sum, { n }) => sum + Number(n), 0);
  }

  /** Runs that no process works on, of one task or of all, the oldest first. */
  async open(limit: number, task?: string): Promise<readonly TaskRun[]> {
    let query = this.#db
      .selectFrom('tasks_runs')
      .selectAll()
      .where('state', 'in', ['due', 'running'])
      .where('lease_until', '<', this.#clock.now());
    if (task !== undefined) query = query.where('task_id', '=', task);
    return (await query.orderBy('due_at').limit(limit).execute()).map(toRun);
  }

  /** Takes a run for this process, or goes on holding it; false when another has it or it is over. */
  async hold({ taskId, dueAt }: TaskRun, forMs: number): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks_runs')
      .set({ lease_owner: this.#process, lease_until: now + forMs })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .where('state', 'in', ['due', 'running'])
      .where((or) => or.or([or('lease_until', '<', now), or('lease_owner', '=', this.#process)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Lets go of a run for others to take up. */
  async release({ taskId, dueAt }: TaskRun): Promise<void> {
    await this.#db
      .updateTable('tasks_runs')
      .set({ lease_owner: null, lease_until: 0 })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .where('lease_owner', '=', this.#process)
      .execute();
  }

  async begin(
    { taskId, dueAt }: TaskRun,
    at: { readonly sessionId: string; readonly runId?: string },
  ): Promise<void> {
    await this.#db
      .updateTable('tasks_runs')
      .set({
        session_id: at.sessionId,
        ...(at.runId === undefined ? {} : { run_id: at.runId, state: 'running' }),
      })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .execute();
  }

  /** A run that waited goes on as another run of its session. */
  async goOn({ taskId, dueAt }: TaskRun, runId: string): Promise<void> {
    await this.#db
      .updateTable('tasks_runs')
      .set({
        run_id: runId,
        state: 'running',
        note: null,
        lease_owner: null,
        lease_until: 0,
        // What it asked needs no asking any more.
        delivery: 'none',
      })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .execute();
  }

  /** A run that waited is not gone on with. */
  async passOver({ taskId, dueAt }: TaskRun, note: string): Promise<void> {
    await this.#db
      .updateTable('tasks_runs')
      .set({ state: 'failed', note, ended_at: this.#clock.now(), delivery: 'none' })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** False when it ended otherwise meanwhile. */
  async end({ taskId, dueAt }: TaskRun, runId: string | undefined, ending: Ending): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks_runs')
      .set({
        state: ending.state,
        note: ending.note ?? null,
        result: ending.result ?? null,
        ended_at: ending.state === 'waiting' ? null : now,
        lease_owner: null,
        lease_until: 0,
        delivery: ending.delivery,
        delivery_tries: 0,
        delivery_at: now,
      })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .where('state', 'in', ['due', 'running'])
      .where('run_id', runId === undefined ? 'is' : '=', runId ?? null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Results that have to be brought somewhere now. */
  async owed(limit: number): Promise<readonly TaskRun[]> {
    const rows = await this.#db
      .selectFrom('tasks_runs')
      .selectAll()
      .where('delivery', '=', 'owed')
      .where('delivery_at', '<=', this.#clock.now())
      .orderBy('delivery_at')
      .limit(limit)
      .execute();
    return rows.map(toRun);
  }

  /**
   * Moves a delivery on; false when another process did, or when the run has come further: that a question was asked is not
   * that its result was sent.
   */
  async deliver(
    { taskId, dueAt, state }: TaskRun,
    from: Delivery,
    to: Delivery,
    more: { readonly againAt?: number; readonly tries?: number } = {},
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks_runs')
      .set({
        delivery: to,
        ...(more.againAt === undefined ? {} : { delivery_at: more.againAt }),
        ...(more.tries === undefined ? {} : { delivery_tries: more.tries }),
      })
      .where('task_id', '=', taskId)
      .where('due_at', '=', dueAt)
      .where('state', '=', state)
      .where('delivery', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

function toRun(row: Selectable<RunRow>): TaskRun {
  return {
    taskId: row.task_id,
    dueAt: Number(row.due_at),
    state: row.state as RunState,
    note: row.note ?? undefined,
    sessionId: row.session_id ?? undefined,
    runId: row.run_id ?? undefined,
    result: row.result ?? undefined,
    endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    delivery: row.delivery as Delivery,
    tries: row.delivery_tries,
  };
}
