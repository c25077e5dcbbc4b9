import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { findTask } from './find-task.js';
import type { TaskOperationDeps } from './index.js';
import { told } from './plan-tasks.js';
import { runView, taskView, viewRun, viewTask } from './task-view.js';

const RUNS_SHOWN = 10;

export const which = withWords(z.string().trim().min(1).max(100), { aliases: ['task'] }).describe(
  'Its id, or words of its title',
);

export function readOperations({ tasks, runs, planner }: TaskOperationDeps): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_tasks',
      title: 'My tasks',
      description: "The person's tasks, the newest first, with their next times.",
      effect: 'read',
      scope: 'tasks',
      input: z.object({ all: z.boolean().default(false).describe('Also those that are over') }),
      answer: { description: 'The tasks', schema: z.object({ tasks: z.array(taskView) }) },
      route: { method: 'get', path: '/tasks', input: z.object({ all: z.stringbool().default(false) }) },
      run: async ({ all }, { principal }) => {
        const language = await planner.languageOf(principal);
        const own = await tasks.list(principal.id, { all });
        const views = await Promise.all(
          own.map((task) => viewTask(task, planner.upcoming(task.definition.schedule).slice(0, 1), language)),
        );
        return { tasks: views };
      },
      summary: ({ tasks: own }) =>
        own.length === 0
          ? 'No tasks are planned.'
          : own
              .map((task) => `${told(task)}${task.status === 'active' ? '' : ` It is ${task.status}.`}`)
              .join(' '),
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
        const view = await viewTask(
          task,
          planner.upcoming(task.definition.schedule),
          await planner.languageOf(principal),
        );
        return { task: view, runs: (await runs.of(task.id, RUNS_SHOWN)).map(viewRun) };
      },
      summary: ({ task, runs: [last] }) => {
        const status = task.status === 'active' ? '' : ` It is ${task.status}.`;
        if (last === undefined) return `${told(task)}${status} It has not run yet.`;
        return `${told(task)}${status} Last, ${last.due}: ${last.state}${last.note === undefined ? '' : `, ${last.note}`}.`;
      },
    }),
  ];
}
