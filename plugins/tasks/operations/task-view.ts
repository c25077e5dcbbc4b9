import { z } from 'zod';
import type { Definition } from '../definition.js';
import { instantInWords, scheduleInWords } from '../schedule/in-words.js';
import type { TaskRun } from '../store/run-store.js';
import type { Task } from '../store/task-store.js';
import { placeInWords } from '../work/place-words.js';

const instantView = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  local: z.string().describe('On the clock of the zone'),
});

export const plannedView = z.object({
  title: z.string(),
  instruction: z.string(),
  reminder: z.boolean().optional().describe('Only told then'),
  context: z.string().optional(),
  when: z.string().describe('In words'),
  timeZone: z.string(),
  missed: z.enum(['run_once', 'skip', 'all']),
  result: z.string().describe('Where it goes'),
  next: z.array(instantView),
});

export const taskView = plannedView.extend({
  id: z.string(),
  status: z
    .enum(['active', 'paused', 'running', 'waiting', 'done', 'cancelled'])
    .describe('Behind its last time it is `running` or `waiting` until that is over'),
  last: z
    .object({ state: z.string(), note: z.string().optional() })
    .optional()
    .describe('Of a last run that waits, failed or was missed: what became of it'),
});

export const runView = z.object({
  due: z.string().describe('ISO 8601, UTC'),
  state: z.enum(['due', 'running', 'waiting', 'done', 'failed', 'skipped']),
  note: z.string().optional(),
  result: z.string().optional(),
  sessionId: z.string().optional(),
  delivery: z.enum(['none', 'owed', 'sending', 'sent', 'failed']),
});

/** A task that is over, and how its last run came out. */
export const overView = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['active', 'paused', 'done', 'cancelled']),
  last: z.string().optional().describe('Of its last run: due, running, waiting, done, failed or skipped'),
  note: z.string().optional(),
});

export function viewOver(
  { id, status, definition: { title } }: Task,
  last: TaskRun | undefined,
): z.output<typeof overView> {
  const note = last?.note === undefined ? {} : { note: last.note };
  return { id, title, status, ...(last === undefined ? {} : { last: last.state }), ...note };
}

/** A definition as its person reads it, with its next instants. */
export async function viewPlanned(
  { title, instruction, reminder, context, schedule, missed, place }: Definition,
  next: readonly number[],
  language: string | undefined,
): Promise<z.output<typeof plannedView>> {
  return {
    title,
    instruction,
    ...(reminder === undefined ? {} : { reminder }),
    ...(context === undefined ? {} : { context }),
    when: await scheduleInWords(schedule, language),
    timeZone: schedule.zone,
    missed,
    result: placeInWords(place),
    next: next.map((instant) => ({
      at: new Date(instant).toISOString(),
      local: instantInWords(instant, schedule.zone, language),
    })),
  };
}

/** @param last its last run, where that is known */
export async function viewTask(
  task: Task,
  next: readonly number[],
  language: string | undefined,
  last?: TaskRun,
): Promise<z.output<typeof taskView>> {
  const planned = await viewPlanned(task.definition, task.status === 'active' ? next : [], language);
  return { id: task.id, status: statusOf(task, last), ...planned, ...lastOf(last) };
}

/** A task whose last time has come is over once that run is. */
export function statusOf({ status }: Task, last: TaskRun | undefined): z.output<typeof taskView>['status'] {
  if (status !== 'done' || last === undefined) return status;
  if (last.state === 'waiting') return 'waiting';
  return last.state === 'due' || last.state === 'running' ? 'running' : status;
}

function lastOf(last: TaskRun | undefined): Pick<z.output<typeof taskView>, 'last'> {
  if (last === undefined || !['waiting', 'failed', 'skipped'].includes(last.state)) return {};
  const { state, note } = last;
  return { last: { state, ...(note === undefined ? {} : { note }) } };
}

export function viewRun(run: TaskRun): z.output<typeof runView> {
  const { state, note, result, sessionId, delivery } = run;
  return {
    due: new Date(run.dueAt).toISOString(),
    state,
    ...(note === undefined ? {} : { note }),
    ...(result === undefined ? {} : { result }),
    ...(sessionId === undefined ? {} : { sessionId }),
    delivery,
  };
}
