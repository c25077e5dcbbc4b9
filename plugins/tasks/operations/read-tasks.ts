import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Task } from '../store/task-store.js';
import { findTask } from './find-task.js';
import type { TaskOperationDeps } from './index.js';
import { told } from './plan-tasks.js';
import { overView, runView, statusOf, taskView, viewOver, viewRun, viewTask } from './task-view.js';

const RUNS_SHOWN = 10;
/** How long what is over is still told of beside what is planned. */
const LATELY_MS = 7 * 24 * 3_600_000;
const LATELY_SHOWN = 5;
const LATELY_LOOKED_AT = 50;

export const which = withWords(z.string().trim().min(1).max(100), { aliases: ['task'] }).describe(
  'Its id, or words of its title',
);

export function readOperations({ tasks, runs, planner, clock }: TaskOperationDeps): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_tasks',
      title: 'My tasks',
      description:
        "The person's tasks, the newest first, with their next times, and what of them was over within the last week.",
      effect: 'read',
      scope: 'tasks',
      input: z.object({ all: z.boolean().default(false).describe('Also those that are over') }),
      answer: {
        description: 'The tasks',
        schema: z.object({
          tasks: z.array(taskView),
          over: z.array(overView).describe('Done or cancelled lately; empty with `all`'),
        }),
      },
      route: { method: 'get', path: '/tasks', input: z.object({ all: z.stringbool().default(false) }) },
      run: async ({ all }, { principal }) => {
        const language = await planner.languageOf(principal);
        const lastOf = async (task: Task) => ({ task, last: (await runs.of(task.id, 1))[0] });
        const own = await Promise.all((await tasks.list(principal.id, { all })).map(lastOf));
        const behind = all
          ? []
          : await Promise.all(
              (await tasks.overSince(principal.id, clock.now() - LATELY_MS, LATELY_LOOKED_AT)).map(lastOf),
            );
        const isOver = ({ task, last }: (typeof own)[number]) =>
          ['done', 'cancelled'].includes(statusOf(task, last));
        // What waits for its person is not over.
        const views = [...behind.filter((each) => !isOver(each)), ...own].map(({ task, last }) =>
          viewTask(task, planner.upcoming(task.definition.schedule).slice(0, 1), language, last),
        );
        const over = behind.filter(isOver).slice(0, LATELY_SHOWN);
        return {
          tasks: await Promise.all(views),
          over: over.map(({ task, last }) => viewOver(task, last)),
        };
      },
      summary: ({ tasks: own, over }) => {
        const planned = own.map((task) => `${told(task)}${toldStatus(task)}`);
        return [planned.length === 0 ? 'No tasks are planned.' : planned.join(' '), ...toldOver(over)].join(
          ' ',
        );
      },
      forModel: ({ tasks: own, over }) => ({ tasks: own, ...(over.length === 0 ? {} : { over }) }),
    }),
    defineOperation({
      name: 'get_task',
      title: 'A task',
      description: 'One task of the person: what it does and when, and what came of its last runs.',
      effect: 'read',
      scope: 'tasks',
      input: z.object({ task: which }),
      answer: {
        description: 'The task and its last runs',
        schema: z.object({ task: taskView, runs: z.array(runView) }),
      },
      route: { method: 'get', path: '/tasks/:task' },
      run: async ({ task: said }, { principal }) => {
        const task = await findTask(tasks, principal.id, said);
        const lately = await runs.of(task.id, RUNS_SHOWN);
        const view = await viewTask(
          task,
          planner.upcoming(task.definition.schedule),
          await planner.languageOf(principal),
          lately[0],
        );
        return { task: view, runs: lately.map(viewRun) };
      },
      summary: ({ task, runs: [last] }) => {
        const status = task.status === 'active' ? '' : ` It is ${task.status}.`;
        if (last === undefined) return `${told(task)}${status} It has not run yet.`;
        const how = `Last, ${last.due}: ${last.state}${last.note === undefined ? '' : `, ${last.note.replace(/\.$/, '')}`}.`;
        return `${told(task)}${status} ${how}${last.result === undefined ? '' : ' It said:'}`;
      },
      // The last result whole and as it was said; those before it are in their conversations.
      forModel: ({ task, runs: all }) => ({
        task,
        answer: all[0]?.result,
        runs: all.map(({ result: _, ...run }) => run),
      }),
    }),
  ];
}

function toldStatus({ status, last }: z.output<typeof taskView>): string {
  const note = last?.note === undefined ? '' : `: ${last.note.replace(/\.$/, '')}`;
  if (status === 'waiting') return ` It ${last?.note ?? 'waits for you'}.`;
  const how = status === 'active' ? '' : ` It is ${status}.`;
  if (last === undefined) return how;
  return `${how} Its last run ${{ waiting: 'waits', failed: 'failed', skipped: 'was passed over' }[last.state] ?? last.state}${note}.`;
}

function toldOver(over: readonly z.output<typeof overView>[]): readonly string[] {
  if (over.length === 0) return [];
  const each = over.map(({ title, status, last, note }) => {
    const how =
      status === 'cancelled' ? 'cancelled' : `${last ?? 'done'}${note === undefined ? '' : `, ${note}`}`;
    return `"${title}" (${how.replace(/\.$/, '')})`;
  });
  return [`Over within the last week: ${each.join('; ')}. "Show the task …" says what came of it.`];
}
