import { messageOf } from 'oracle-runtime/kit';
import type { Clock, Logger } from 'oracle-runtime/plugin';
import { instantInWords } from '../schedule/in-words.js';
import type { RunStore, TaskRun } from '../store/run-store.js';
import type { Task, TaskStore } from '../store/task-store.js';
import type { Post } from './post.js';

/** A day and a half of trying, ever more seldom. */
const MOST_TRIES = 30;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;

export interface DeliveryDeps {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where people reach this oracle; '' when nobody has said. */
  readonly origin: string;
  readonly post: Post;
}

/**
 * Brings what is owed to where it was asked for, once. A place that is away is tried again. What was begun when a process
 * was killed may have come, so that it is not sent again: the conversation has it.
 */
export async function deliverOwed(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  for (const run of await deps.runs.owed(50)) {
    if (signal.aborted) return;
    const task = await deps.tasks.find(run.taskId);
    if (task !== undefined) await deliver(deps, task, run, signal);
  }
}

async function deliver(deps: DeliveryDeps, task: Task, run: TaskRun, signal: AbortSignal): Promise<void> {
  const { runs, clock, logger } = deps;
  if (!(await runs.deliver(run, 'owed', 'sending'))) return;
  try {
    const key = `${task.id}:${run.dueAt}:${run.state}`;
    await deps.post(task.definition.place, report(task, run, deps.origin), key, signal);
    await runs.deliver(run, 'sending', 'sent');
  } catch (error) {
    const tries = run.tries + 1;
    logger.warn(
      { task: task.id, tries, reason: messageOf(error) },
      'the result of a task could not be delivered',
    );
    if (tries >= MOST_TRIES) await runs.deliver(run, 'sending', 'failed', { tries });
    else
      await runs.deliver(run, 'sending', 'owed', {
        tries,
        againAt: clock.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 20)),
      });
  }
}

function report({ definition }: Task, run: TaskRun, origin: string): string {
  const due = instantInWords(run.dueAt, definition.schedule.zone, undefined);
  const link = origin === '' || run.sessionId === undefined ? '' : `\n\n${origin}/#/s/${run.sessionId}`;
  const note =
    run.note === undefined ? '' : `\n\n${run.state === 'failed' ? 'Not done: ' : 'It '}${run.note}`;
  return `**${definition.title}** (${due})\n\n${run.result ?? ''}${note}${link}`.replace(/\n{3,}/g, '\n\n');
}
