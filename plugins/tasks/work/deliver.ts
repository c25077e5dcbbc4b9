import { exactName, messageOf } from 'oracle-runtime/kit';
import type { Clock, Conversations, Logger, Principals } from 'oracle-runtime/plugin';
import type { Delivery } from '../definition.js';
import { instantInWords } from '../schedule/in-words.js';
import { principalOf } from '../store/kept-principal.js';
import type { RunStore, TaskRun } from '../store/run-store.js';
import type { Task, TaskStore } from '../store/task-store.js';
import { approvalsOf } from './follow-to-end.js';
import type { Ask, Post } from './post.js';

/** A day and a half of trying, ever more seldom. */
const MOST_TRIES = 30;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;

export interface DeliveryDeps {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly conversations: Conversations;
  readonly principals: Principals;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where people reach this oracle; '' when nobody has said. */
  readonly origin: string;
  readonly post: Post;
  readonly ask: Ask;
}

/**
 * Brings what is owed to where it was asked for, once. A place that is away is tried again. What was begun when a process
 * was killed may have come, so that it is not sent again: the conversation has it.
 */
export class Deliveries {
  readonly #deps: DeliveryDeps;
  /** What this process is at: a place that is away may take minutes, for which nothing else waits. */
  readonly #underWay = new Set<string>();

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Begins all that is owed and not begun. */
  begin(signal: AbortSignal): void {
    void this.#begin(signal).catch((err: unknown) => {
      if (!signal.aborted) this.#deps.logger.warn({ err }, 'results of tasks could not be delivered');
    });
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { runs, tasks } = this.#deps;
    await Promise.all(
      (await runs.owed(50)).map(async (run) => {
        // A question that takes its time does not hold up the result.
        const name = `${run.taskId}:${run.dueAt}:${run.state}`;
        if (signal.aborted || this.#underWay.has(name)) return;
        this.#underWay.add(name);
        try {
          const task = await tasks.find(run.taskId);
          if (task !== undefined) await deliver(this.#deps, task, run, signal);
        } finally {
          this.#underWay.delete(name);
        }
      }),
    );
  }
}

async function deliver(deps: DeliveryDeps, task: Task, run: TaskRun, signal: AbortSignal): Promise<void> {
  const { runs } = deps;
  // What asks can be asked again, and so it is not begun and then left.
  if (run.state === 'waiting') {
    try {
      if (await isAsked(deps, task, run, signal)) return void (await runs.deliver(run, 'owed', 'sent'));
    } catch (error) {
      return again(deps, task, run, 'owed', error);
    }
  }
  if (task.definition.place.to === 'session') return void (await runs.deliver(run, 'owed', 'none'));
  if (!(await runs.deliver(run, 'owed', 'sending'))) return;
  try {
    const key = `${task.id}:${run.dueAt}:${run.state}`;
    await deps.post(task.definition.place, report(task, run, deps.origin), key, signal);
    await runs.deliver(run, 'sending', 'sent');
  } catch (error) {
    await again(deps, task, run, 'sending', error);
  }
}

/** Whether its person was asked where they are. */
async function isAsked(
  { conversations, principals, ask }: DeliveryDeps,
  { principal: kept, definition: { title, place } }: Task,
  { sessionId, runId }: TaskRun,
  signal: AbortSignal,
): Promise<boolean> {
  if (sessionId === undefined || runId === undefined) return false;
  const principal = await principalOf(kept, principals);
  const approvals = await approvalsOf(conversations, principal, { sessionId, runId }, signal);
  const about = `The task ${exactName(title)}`;
  return approvals.length > 0 && (await ask({ principal, sessionId, approvals, about, place }));
}

/** Tries it later, or no more. */
async function again(
  { runs, clock, logger }: DeliveryDeps,
  task: Task,
  run: TaskRun,
  from: Delivery,
  error: unknown,
): Promise<void> {
  const tries = run.tries + 1;
  logger.warn(
    { task: task.id, tries, reason: messageOf(error) },
    'the result of a task could not be delivered',
  );
  if (tries >= MOST_TRIES) await runs.deliver(run, from, 'failed', { tries });
  else
    await runs.deliver(run, from, 'owed', {
      tries,
      againAt: clock.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 20)),
    });
}

function report({ definition }: Task, run: TaskRun, origin: string): string {
  const due = instantInWords(run.dueAt, definition.schedule.zone, undefined);
  const link = origin === '' || run.sessionId === undefined ? '' : `\n\n${origin}/#/s/${run.sessionId}`;
  const note =
    run.note === undefined ? '' : `\n\n${run.state === 'failed' ? 'Not done: ' : 'It '}${run.note}`;
  return `**${definition.title}** (${due})\n\n${run.result ?? ''}${note}${link}`.replace(/\n{3,}/g, '\n\n');
}
