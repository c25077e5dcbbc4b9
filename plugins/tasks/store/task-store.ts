import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { type Clock, OracleError, type PluginDatabase, type Principal } from 'oracle-runtime/plugin';
import { type Definition, definition, type TaskStatus } from '../definition.js';
import { keepPrincipal } from './kept-principal.js';
import type { TaskRow, TaskTables } from './tables.js';

export interface Task {
  readonly id: string;
  readonly owner: string;
  readonly definition: Definition;
  /** As `principalOf` reads it. */
  readonly principal: string;
  readonly status: TaskStatus;
  readonly nextAt: number | undefined;
  readonly createdAt: number;
}

/** What an instant that has come leaves: see `settle`. */
export interface SettledRows {
  readonly run: readonly number[];
  readonly skipped: readonly number[];
  readonly next: number | undefined;
}

/** Tasks of everybody; each method that takes an owner reaches that one's alone. */
export class TaskStore {
  readonly #db: Kysely<TaskTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<TaskTables>();
    this.#clock = clock;
  }

  /**
   * Keeps new tasks, all or none; takes the preview with it, so that it makes them once.
   * @throws OracleError `conflict` when the preview was used, `rate_limited` when the owner has too many tasks
   */
  async create(
    principal: Principal,
    made: readonly { readonly definition: Definition; readonly nextAt: number }[],
    { token, most }: { readonly token: string; readonly most: number },
  ): Promise<readonly Task[]> {
    const now = this.#clock.now();
    const rows = made.map(({ definition, nextAt }) => ({
      id: `task-${randomUUID()}`,
      owner: principal.id,
      definition: JSON.stringify(definition),
      principal: keepPrincipal(principal),
      status: 'active',
      next_at: nextAt,
      created_at: now,
      changed_at: now,
    }));
    await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('tasks_previews')
        .where('token', '=', token)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw used();
      if ((await countLive(tx, principal.id)) + rows.length > most) throw tooMany(most);
      await tx.insertInto('tasks_tasks').values(rows).execute();
    });
    return rows.map(toTask);
  }

  /**
   * Keeps tasks of known ids, in the place of those that are there.
   * @throws OracleError `conflict` when the owner has too many tasks
   */
  async put(
    principal: Principal,
    made: readonly { readonly id: string; readonly definition: Definition; readonly nextAt: number }[],
    most: number,
  ): Promise<void> {
    const now = this.#clock.now();
    await this.#db.transaction().execute(async (tx) => {
      for (const { id, definition, nextAt } of made) {
        const row = {
          definition: JSON.stringify(definition),
          principal: keepPrincipal(principal),
          status: 'active',
          next_at: nextAt,
          changed_at: now,
        };
        await tx
          .insertInto('tasks_tasks')
          .values({ id, owner: principal.id, created_at: now, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }
      if ((await countLive(tx, principal.id)) > most) throw tooMany(most);
    });
  }

  async get(owner: string, id: string): Promise<Task> {
    const row = await this.#db
      .selectFrom('tasks_tasks')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirst();
    if (row === undefined) throw noTask(id);
    return toTask(row);
  }

  /** By id alone, for whoever serves them. */
  async find(id: string): Promise<Task | undefined> {
    const row = await this.#db.selectFrom('tasks_tasks').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toTask(row);
  }

  /** Newest first; what is over only when asked for. */
  async list(owner: string, { all }: { readonly all: boolean }): Promise<readonly Task[]> {
    let query = this.#db.selectFrom('tasks_tasks').selectAll().where('owner', '=', owner);
    if (!all) query = query.where('status', 'in', ['active', 'paused']);
    return (await query.orderBy('created_at', 'desc').orderBy('id').limit(200).execute()).map(toTask);
  }

  /** What is over since then (milliseconds since the epoch), the latest first. */
  async overSince(owner: string, since: number, limit: number): Promise<readonly Task[]> {
    const rows = await this.#db
      .selectFrom('tasks_tasks')
      .selectAll()
      .where('owner', '=', owner)
      .where('status', 'in', ['done', 'cancelled'])
      .where('changed_at', '>', since)
      .orderBy('changed_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toTask);
  }

  countOf(owner: string): Promise<number> {
    return countLive(this.#db, owner);
  }

  /** Changes a task that is not over, unless somebody else did meanwhile. @throws OracleError `conflict` */
  async change(
    task: Task,
    to: {
      readonly definition?: Definition;
      readonly status?: TaskStatus;
      readonly nextAt?: number | undefined;
    },
  ): Promise<Task> {
    const status = to.status ?? task.status;
    const nextAt = 'nextAt' in to ? to.nextAt : task.nextAt;
    const { numUpdatedRows } = await this.#db
      .updateTable('tasks_tasks')
      .set({
        definition: JSON.stringify(to.definition ?? task.definition),
        status,
        next_at: nextAt ?? null,
        changed_at: this.#clock.now(),
      })
      .where('id', '=', task.id)
      .where('status', '=', task.status)
      .where('next_at', task.nextAt === undefined ? 'is' : '=', task.nextAt ?? null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw changedMeanwhile(task.id);
    return { ...task, definition: to.definition ?? task.definition, status, nextAt };
  }

  /** Active tasks with an instant to come or to settle, the earliest first. */
  async upcoming(limit: number): Promise<readonly { readonly id: string; readonly nextAt: number }[]> {
    const rows = await this.#db
      .selectFrom('tasks_tasks')
      .select(['id', 'next_at'])
      .where('status', '=', 'active')
      .where('next_at', 'is not', null)
      .orderBy('next_at')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, nextAt: Number(row.next_at) }));
  }

  /**
   * Ends a paused task whose last instant has passed: nothing of it can come any more.
   * @param last that instant
   */
  async endPaused({ id }: Task, last: number): Promise<void> {
    const now = this.#clock.now();
    await this.#db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tasks_tasks')
        .set({ status: 'done', changed_at: now })
        .where('id', '=', id)
        .where('status', '=', 'paused')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await tx
        .insertInto('tasks_runs')
        .values(passedOver(id, [last], now, 'its time passed while it was paused'))
        .onConflict((conflict) => conflict.columns(['task_id', 'due_at']).doNothing())
        .execute();
    });
  }

  async paused(): Promise<readonly Task[]> {
    const rows = await this.#db
      .selectFrom('tasks_tasks')
      .selectAll()
      .where('status', '=', 'paused')
      .execute();
    return rows.map(toTask);
  }

  /**
   * Makes runs of the instants of a task that have come, and moves it on, in one step: whoever comes second changes
   * nothing.
   */
  async settle(task: Task, settled: SettledRows): Promise<void> {
    const due = task.nextAt;
    if (due === undefined) return;
    await this.#db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tasks_tasks')
        .set({
          next_at: settled.next ?? null,
          ...(settled.next === undefined ? { status: 'done', changed_at: this.#clock.now() } : {}),
        })
        .where('id', '=', task.id)
        .where('status', '=', 'active')
        .where('next_at', '=', due)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const rows = [
        ...settled.run.map((at) => ({ ...open(task.id, at), state: 'due', note: null, ended_at: null })),
        ...passedOver(task.id, settled.skipped, this.#clock.now()),
      ];
      if (rows.length === 0) return;
      await tx
        .insertInto('tasks_runs')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['task_id', 'due_at']).doNothing())
        .execute();
    });
  }
}

const open = (task_id: string, due_at: number) => ({
  task_id,
  due_at,
  session_id: null,
  run_id: null,
  result: null,
  lease_owner: null,
  lease_until: 0,
  delivery: 'none',
  delivery_tries: 0,
  delivery_at: 0,
});

/** Of more times in a row than this the first tells of those that are not listed. */
const MOST_LISTED = 10;

/** One of each time that was passed over. */
function passedOver(task: string, skipped: readonly number[], now: number, note = 'missed') {
  const [first, ...rest] = skipped;
  if (first === undefined) return [];
  const listed = rest.slice(-(MOST_LISTED - 1));
  const unlisted = rest.length - listed.length;
  const row = (at: number, why: string) => ({
    ...open(task, at),
    state: 'skipped',
    note: why,
    ended_at: now,
  });
  return [
    row(first, unlisted === 0 ? note : `this and ${unlisted} after it were missed`),
    ...listed.map((at) => row(at, note)),
  ];
}

async function countLive(db: Kysely<TaskTables> | Transaction<TaskTables>, owner: string): Promise<number> {
  const { n } = await db
    .selectFrom('tasks_tasks')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('owner', '=', owner)
    .where('status', 'in', ['active', 'paused'])
    .executeTakeFirstOrThrow();
  return Number(n);
}

function toTask(row: Selectable<TaskRow>): Task {
  return {
    id: row.id,
    owner: row.owner,
    definition: definition.parse(JSON.parse(row.definition)),
    principal: row.principal,
    status: row.status as TaskStatus,
    nextAt: row.next_at === null ? undefined : Number(row.next_at),
    createdAt: Number(row.created_at),
  };
}

export function noTask(id: string): OracleError {
  return new OracleError('not_found', {
    detail: `You have no task ${JSON.stringify(id.slice(0, 100))}.`,
    hint: 'list_tasks (GET /tasks) names yours.',
  });
}

function used(): OracleError {
  return new OracleError('conflict', {
    detail: 'This preview has been agreed to already.',
    hint: 'list_tasks shows the task that came of it.',
  });
}

function tooMany(most: number): OracleError {
  return new OracleError('conflict', {
    detail: `You have ${most} tasks, which is as many as this oracle keeps for one person.`,
    hint: 'Cancel one that you need no more; the operator sets plugins.tasks.mostTasks in oracle.config.json.',
  });
}

function changedMeanwhile(id: string): OracleError {
  return new OracleError('conflict', {
    detail: `The task ${id} has changed meanwhile.`,
    hint: 'Look at it again with get_task.',
  });
}
