import {
  type Clock,
  type Conversations,
  type Logger,
  OracleError,
  type Principal,
  type Principals,
} from 'oracle-runtime/plugin';
import { principalOf } from '../store/kept-principal.js';
import type { RunStore, TaskRun } from '../store/run-store.js';
import type { Task } from '../store/task-store.js';
import { followToEnd } from './follow-to-end.js';

/** How long a process is believed to work on a run without a sign of life, and how often it gives one. */
const LEASE_MS = 45_000;
const SIGN_MS = 15_000;

const DAY_MS = 24 * 3_600_000;

export interface PerformDeps {
  readonly runs: RunStore;
  readonly conversations: Conversations;
  readonly principals: Principals;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Runs of one person's tasks within 24 hours. */
  readonly runsADay: number;
}

/** What says nothing of the task: another process, or this one later, tries again. */
const PASSING: ReadonlySet<string> = new Set([
  'unavailable',
  'shutting_down',
  'run_active',
  'too_many_runs',
  'rate_limited',
]);

/**
 * Serves one instant of a task, unless another process does: opens a session of its own, has the instruction answered
 * there in the name of whoever made the task, and keeps how it came out. The session and the message are named after the
 * instant, so that a process which takes it up after a crash finds the same run and begins no second one.
 */
export async function perform(
  deps: PerformDeps,
  task: Task,
  run: TaskRun,
  signal: AbortSignal,
): Promise<void> {
  const { runs, logger } = deps;
  if (!(await runs.hold(run, LEASE_MS))) return;
  const sign = setInterval(() => {
    runs
      .hold(run, LEASE_MS)
      .catch((err: unknown) => logger.warn({ err, task: task.id }, 'a task could not say that it goes on'));
  }, SIGN_MS);
  let runId = run.runId;
  try {
    const principal = await principalOf(task.principal, deps.principals);
    const begun = await begin(deps, task, run, principal);
    runId = begun.runId;
    const ending = await followToEnd(deps.conversations, principal, begun, signal);
    if (ending === undefined) return await runs.release(run);
    // Whoever must agree is asked where they are, whatever the result goes to.
    const isOwed = task.definition.place.to !== 'session' || ending.state === 'waiting';
    await runs.end(run, runId, { ...ending, delivery: isOwed ? 'owed' : 'none' });
  } catch (error) {
    if (signal.aborted || (OracleError.isInstance(error) && PASSING.has(error.code)))
      return await runs.release(run);
    if (!OracleError.isInstance(error)) logger.error({ err: error, task: task.id }, 'a task failed');
    const note = OracleError.isInstance(error) ? error.detail : 'an internal error';
    const delivery = task.definition.place.to === 'session' ? 'none' : 'owed';
    await runs.end(run, runId, { state: 'failed', note, delivery });
  } finally {
    clearInterval(sign);
  }
}

async function begin(
  { runs, conversations, clock, runsADay }: PerformDeps,
  task: Task,
  run: TaskRun,
  principal: Principal,
): Promise<{ readonly sessionId: string; readonly runId: string }> {
  if (run.sessionId !== undefined && run.runId !== undefined)
    return { sessionId: run.sessionId, runId: run.runId };
  // A reminder asks no model.
  const isCounted = task.definition.reminder !== true;
  if (isCounted && (await runs.begunSince(task.owner, clock.now() - DAY_MS)) >= runsADay)
    throw new OracleError('conflict', {
      detail: `Your tasks have run ${runsADay} times within 24 hours, which is as often as this oracle lets them.`,
    });
  const name = `${task.id}:${run.dueAt}`;
  const { sessionId } = await conversations.open(principal, name);
  // Known before the message goes out: the run's own prompt looks for it.
  await runs.begin(run, { sessionId });
  const { runId } = await conversations.send(principal, sessionId, {
    message: task.definition.instruction,
    metadata: { task: task.id },
    dedupeKey: name,
  });
  await runs.begin(run, { sessionId, runId });
  return { sessionId, runId };
}
