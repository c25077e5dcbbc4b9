import type { BackgroundTask, Clock, Logger, Middleware, PromptSection } from 'oracle-runtime/plugin';
import type { TaskQueue, WakeUp } from '../queue/task-queue.js';
import { instantInWords } from '../schedule/in-words.js';
import { settle } from '../schedule/missed.js';
import type { Timetable } from '../schedule/timetable.js';
import type { Task, TaskStore } from '../store/task-store.js';
import { callingModel } from './calling-model.js';
import { Deliveries, type DeliveryDeps } from './deliver.js';
import { type PerformDeps, perform } from './perform.js';
import { tellingModel } from './telling-model.js';

export interface TaskServiceDeps extends PerformDeps, DeliveryDeps {
  readonly tasks: TaskStore;
  readonly timetable: Timetable;
  readonly queue: () => TaskQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the process shuts down. */
  readonly signal: AbortSignal;
}

/** Clocks of processes and of Redis differ by less. */
const SKEW_MS = 1_000;
/** How often what is left lying is looked for, and how often all wake-ups are added anew. */
const SWEEP_MS = 3_000;
const REPLAN_MS = 60_000;
const MOST_PLANNED = 2_000;

/** Plans what comes, serves what is due, and takes up what others left. */
export class TaskService {
  readonly #deps: TaskServiceDeps;
  readonly #deliveries: Deliveries;
  #replanAt = 0;
  #endAt = 0;

  constructor(deps: TaskServiceDeps) {
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
  }

  /** Adds the wake-up of a task. Without Redis the next round does. */
  async plan(wakeUp: WakeUp): Promise<void> {
    const { queue, clock, logger } = this.#deps;
    await queue()
      .add(wakeUp, clock.now())
      .catch((error: unknown) => logger.debug({ err: error, task: wakeUp.task }, 'a task is planned later'));
  }

  /** All wake-ups are added anew at the next round: Redis may have lost some. */
  replan(): void {
    this.#replanAt = 0;
  }

  async wake({ task: id }: WakeUp): Promise<void> {
    const { tasks, runs, signal } = this.#deps;
    const task = await tasks.find(id);
    if (task === undefined) return;
    await this.#settle(task);
    for (const run of await runs.open(20, id)) await perform(this.#deps, task, run, signal);
    this.#deliveries.begin(signal);
    const after = await tasks.find(id);
    if (after?.status === 'active' && after.nextAt !== undefined)
      await this.plan({ task: id, dueAt: after.nextAt });
  }

  async #settle(task: Task): Promise<void> {
    const { tasks, timetable, clock } = this.#deps;
    const now = clock.now() + SKEW_MS;
    if (task.status !== 'active' || task.nextAt === undefined || task.nextAt > now) return;
    const { schedule, missed } = task.definition;
    await tasks.settle(task, settle(timetable, { schedule, rule: missed }, task.nextAt, now));
  }

  readonly keeper: BackgroundTask = {
    name: 'keep-tasks',
    run: async (signal) => {
      await this.#deps.queue().start();
      while (!signal.aborted) {
        await this.#round(signal).catch((err: unknown) => {
          if (!signal.aborted) this.#deps.logger.warn({ err }, 'tasks could not be looked after');
        });
        await paused(SWEEP_MS, signal);
      }
    },
  };

  /** What rests and can never be due again is over. */
  async #endPaused(now: number): Promise<void> {
    const { tasks, timetable } = this.#deps;
    for (const task of await tasks.paused()) {
      const { schedule } = task.definition;
      const last = 'at' in schedule ? schedule.at : schedule.until;
      if (last !== undefined && last <= now && timetable.next(schedule, now, 1).length === 0)
        await tasks.endPaused(task, last);
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { queue, tasks, runs, clock } = this.#deps;
    const now = clock.now();
    if (now >= this.#endAt) {
      this.#endAt = now + REPLAN_MS;
      await this.#endPaused(now);
    }
    await queue().look();
    this.#deliveries.begin(signal);
    if (queue().away !== undefined) return;
    for (const run of await runs.open(200)) await this.plan({ task: run.taskId, dueAt: run.dueAt });
    if (now < this.#replanAt) return;
    this.#replanAt = now + REPLAN_MS;
    for (const { id, nextAt } of await tasks.upcoming(MOST_PLANNED)) {
      if (signal.aborted) return;
      await this.plan({ task: id, dueAt: nextAt });
    }
  }

  /** A run that waited for its person goes on as another run of the session, in whichever process. */
  readonly middleware: Middleware = {
    name: 'tasks-waiting',
    wrapRun: async (run, next) => {
      const { runs } = this.#deps;
      const waiting = await runs.inSession(run.sessionId);
      if (waiting?.state !== 'waiting') return next(run);
      if (run.resumed) await runs.goOn(waiting, run.runId);
      else await runs.passOver(waiting, 'what it asked was passed over by another message');
      const outcome = await next(run);
      if (run.resumed) await this.plan({ task: waiting.taskId, dueAt: waiting.dueAt });
      return outcome;
    },
  };

  /** Where it is known what a task says or calls nobody is asked, as long as the run is the task's own. */
  readonly calling: Middleware = {
    name: 'tasks-calls',
    wrapModelCall: async (asked, next) => {
      const { runs, tasks } = this.#deps;
      if (asked.role !== 'main' || typeof asked.metadata['task'] !== 'string') return next(asked);
      const run = await runs.inSession(asked.sessionId);
      const isOwn =
        run?.taskId === asked.metadata['task'] && (run.state === 'due' || run.state === 'running');
      const definition = isOwn ? (await tasks.find(run.taskId))?.definition : undefined;
      if (definition?.reminder === true)
        return next({ ...asked, model: tellingModel(definition.instruction) });
      const call = definition?.call;
      return next(call === undefined ? asked : { ...asked, model: callingModel(call) });
    },
  };

  /** What a run of a task must know: that nobody is there, and what was written down for it. */
  readonly promptSection: PromptSection = {
    name: 'tasks',
    body: async ({ sessionId }) => {
      const { runs, tasks } = this.#deps;
      const run = await runs.inSession(sessionId);
      if (run === undefined || (run.state !== 'due' && run.state !== 'running')) return undefined;
      const task = await tasks.find(run.taskId);
      return task && situation(task, run.dueAt);
    },
  };
}

function situation({ id, definition }: Task, dueAt: number): string {
  const { title, context, schedule } = definition;
  const due = `${instantInWords(dueAt, schedule.zone, undefined)} (${schedule.zone})`;
  return [
    `This is the task ${JSON.stringify(title)} (${id}), due ${due}. It was planned before; the person is not there and reads the answer later.`,
    'Do it as far as it is certain, ask nothing, and say plainly what is missing. Plan no further tasks.',
    ...(context === undefined ? [] : [`Written down for it when it was planned: ${context}`]),
  ].join('\n');
}

function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
