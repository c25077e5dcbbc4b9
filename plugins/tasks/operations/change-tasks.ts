import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Task } from '../store/task-store.js';
import { findTask } from './find-task.js';
import type { TaskOperationDeps } from './index.js';
import { awayNote, told } from './plan-tasks.js';
import { which } from './read-tasks.js';
import { taskView, viewTask } from './task-view.js';

const changed = z.object({ task: taskView, note: z.string().optional() });

/** What a person may do with a task that is there. */
export function changeOperations(deps: TaskOperationDeps): AnyOperation[] {
  const { tasks, planner, service } = deps;

  async function answered(task: Task, principal: Parameters<typeof planner.languageOf>[0]) {
    if (task.status === 'active' && task.nextAt !== undefined)
      await service.plan({ task: task.id, dueAt: task.nextAt });
    const next = planner.upcoming(task.definition.schedule);
    return { task: await viewTask(task, next, await planner.languageOf(principal)), ...awayNote(deps) };
  }

  return [
    defineOperation({
      name: 'update_task',
      title: 'Change a task',
      description: 'Changes what a task does or when. The person is asked first, and shown what changes.',
      effect: 'write',
      scope: 'tasks',
      approval: 'always',
      input: z.object({
        task: which,
        instruction: z.string().trim().min(1).max(4_000).optional(),
        when: z.string().trim().min(1).max(200).optional().describe('As in preview_task'),
        title: z.string().trim().min(1).max(100).optional(),
        missed: z.enum(['run_once', 'skip', 'all']).optional(),
      }),
      answer: { description: 'The task as it is now', schema: changed },
      route: { method: 'patch', path: '/tasks/:task' },
      describe: ({ task }) => `Change the task ${JSON.stringify(task)}`,
      foresee: async ({ task: said, ...to }, { principal }) => {
        const { definition } = await findTask(tasks, principal.id, said);
        const named = Object.entries(to).flatMap(([field, value]) =>
          value === undefined ? [] : [`${field}: ${JSON.stringify(value)}`],
        );
        return `Change the task ${JSON.stringify(definition.title)} to ${named.join(', ')}`;
      },
      run: async ({ task: said, when, ...to }, { principal }) => {
        const task = await findTask(tasks, principal.id, said);
        refuseOver(task);
        const { title, instruction, missed, schedule, call } = task.definition;
        if (call !== undefined && to.instruction !== undefined) throw notByWords(call.tool);
        const definition = {
          ...task.definition,
          title: to.title ?? title,
          instruction: to.instruction ?? instruction,
          missed: to.missed ?? missed,
          schedule: when === undefined ? schedule : planner.schedule(when, schedule.zone),
        };
        const [next] = planner.upcoming(definition.schedule);
        const nextAt = task.status === 'active' && when !== undefined ? { nextAt: next } : {};
        return answered(await tasks.change(task, { definition, ...nextAt }), principal);
      },
      summary: ({ task }) => `Changed: ${told(task)}`,
      undo: () => ({ whyNot: 'what it was before is not kept' }),
    }),
    defineOperation({
      name: 'pause_task',
      title: 'Pause a task',
      description: 'Lets a task rest: nothing of it is done until it is resumed.',
      effect: 'write',
      scope: 'tasks',
      input: z.object({ task: which }),
      answer: { description: 'The task as it is now', schema: changed },
      route: { method: 'post', path: '/tasks/:task/pause' },
      describe: ({ task }) => `Pause the task ${JSON.stringify(task)}`,
      run: async ({ task: said }, { principal }) => {
        const task = await findTask(tasks, principal.id, said);
        refuseOver(task);
        return answered(await tasks.change(task, { status: 'paused', nextAt: undefined }), principal);
      },
      summary: ({ task }) => `"${task.title}" is paused.`,
      undo: (_, { task }) => ({ operation: 'resume_task', input: { task: task.id } }),
    }),
    defineOperation({
      name: 'resume_task',
      title: 'Resume a task',
      description: 'Goes on with a paused task. Times that passed meanwhile are not made up for.',
      effect: 'write',
      scope: 'tasks',
      input: z.object({ task: which }),
      answer: { description: 'The task as it is now', schema: changed },
      route: { method: 'post', path: '/tasks/:task/resume' },
      describe: ({ task }) => `Resume the task ${JSON.stringify(task)}`,
      run: async ({ task: said }, { principal }) => {
        const task = await findTask(tasks, principal.id, said);
        refuseOver(task);
        if (task.status === 'active') return answered(task, principal);
        const [nextAt] = planner.upcoming(task.definition.schedule);
        if (nextAt === undefined)
          throw new OracleError('conflict', {
            detail: 'Its time has passed while it was paused.',
            hint: 'Give it another with update_task.',
          });
        return answered(await tasks.change(task, { status: 'active', nextAt }), principal);
      },
      summary: ({ task }) => `It goes on. ${told(task)}`,
      undo: (_, { task }) => ({ operation: 'pause_task', input: { task: task.id } }),
    }),
    defineOperation({
      name: 'cancel_task',
      title: 'Cancel a task',
      description: 'Ends a task for ever. What came of it stays.',
      effect: 'destructive',
      scope: 'tasks',
      input: z.object({ task: which }),
      answer: { description: 'The task as it is now', schema: changed },
      route: { method: 'delete', path: '/tasks/:task' },
      describe: ({ task }) => `Cancel the task ${JSON.stringify(task)}`,
      foresee: async ({ task: said }, { principal }) => {
        const { definition, id } = await findTask(tasks, principal.id, said);
        return `Cancel the task ${JSON.stringify(definition.title)} (${id}) for ever`;
      },
      run: async ({ task: said }, { principal }) => {
        const task = await findTask(tasks, principal.id, said);
        if (task.status === 'cancelled') return answered(task, principal);
        return answered(await tasks.change(task, { status: 'cancelled', nextAt: undefined }), principal);
      },
      summary: ({ task }) => `"${task.title}" is cancelled.`,
      undo: () => ({ whyNot: 'a cancelled task is planned anew with preview_task' }),
    }),
  ];
}

function notByWords(tool: string): OracleError {
  return new OracleError('conflict', {
    detail: `This task calls ${tool}, whatever its instruction says.`,
    hint: 'Cancel it, and plan another one in words.',
    errors: [{ field: 'instruction', message: 'is not what is done' }],
  });
}

function refuseOver({ id, status }: Task): void {
  if (status === 'active' || status === 'paused') return;
  throw new OracleError('conflict', {
    detail: `The task ${id} is ${status}.`,
    hint: 'Plan a new one with preview_task.',
  });
}
