import type { Principal } from '../../plugin/index.js';
import { answeredBy } from '../../runs/answered-before.js';
import type { RunRow, Store } from '../../store/types.js';
import { A2aError } from './errors.js';

/** Runs that one task takes at most: one, and one more for each time that it had to ask. */
const MOST_RUNS = 200;

/** A task: the run that began it, and the one that it is at. */
export interface Task {
  readonly taskId: string;
  readonly sessionId: string;
  /** Its session, by the name that the client has for it. */
  readonly contextId: string;
  readonly run: RunRow;
}

export function taskIdOf(sessionId: string, firstRun: string): string {
  return `task_${firstRun}_${sessionId}`;
}

/**
 * The task of this id, at the run that goes on with it.
 * @throws A2aError for one that the principal does not have
 */
export async function findTask(
  { runs, conversations }: Pick<Store, 'runs' | 'conversations'>,
  principal: Principal,
  taskId: string,
): Promise<Task> {
  const [, first, sessionId] = /^task_([\da-f-]{36})_([\w-]{1,128})$/.exec(taskId) ?? [];
  const begun = first && sessionId && (await runs.get(principal.id, sessionId, first));
  if (!begun) throw new A2aError('taskNotFound', `There is no task '${taskId}' of yours.`);
  let run = begun;
  for (let count = 0; count < MOST_RUNS && run.status === 'interrupted'; count++) {
    const next = await answeredBy({ conversations }, run.sessionId, run.id);
    const found = next === undefined ? undefined : await runs.get(principal.id, run.sessionId, next);
    if (found === undefined) break;
    run = found;
  }
  return { taskId, sessionId: run.sessionId, contextId: run.sessionId, run };
}
