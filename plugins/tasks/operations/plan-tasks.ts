import {
  type AnyOperation,
  type Caller,
  defineOperation,
  hasScope,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Asked, tooSoon } from '../previews/previews.js';
import type { TaskOperationDeps } from './index.js';
import { plannedView, taskView, viewPlanned, viewTask } from './task-view.js';

const AGREE =
  'Nothing is planned yet. Whoever agrees says so in a message of their own, such as "create the task".';

/** First shown, then made: a task acts later, when nobody looks. */
export function planOperations(deps: TaskOperationDeps): AnyOperation[] {
  const { planner, previews, tasks, service } = deps;
  return [
    defineOperation({
      name: 'preview_task',
      title: 'Preview a task',
      description:
        'Shows what a task would do and its next five times. Plans nothing: show it, and call create_task once the person has agreed in a later message.',
      effect: 'read',
      scope: 'tasks',
      input: z.object({
        instruction: withWords(z.string().trim().min(1).max(4_000), {
          aliases: ['task', 'schedule'],
        }).describe('What the oracle is asked when it is due, whole in itself'),
        when: withWords(z.string().trim().min(1).max(200), { aliases: ['when', 'for'] }).describe(
          '`every Monday at 08:00`, `2026-12-01 09:00`, `in 2 hours`, or five fields of cron',
        ),
        reminder: z
          .boolean()
          .optional()
          .describe(
            'The person only wants to be told then, such as "call Joseph": nothing is looked up or done',
          ),
        title: z.string().trim().min(1).max(100).optional(),
        context: z
          .string()
          .trim()
          .min(1)
          .max(4_000)
          .optional()
          .describe('What of this conversation the run must know: it sees nothing else of it'),
        timeZone: z.string().trim().min(1).max(60).optional().describe("IANA name; default the person's"),
        missed: z
          .enum(['run_once', 'skip', 'all'])
          .optional()
          .describe('When it was due while the oracle was down; default run_once'),
        result: z
          .enum(['here', 'conversation'])
          .optional()
          .describe('here: also in the chat in which it is asked for; conversation: only in its own'),
      }),
      answer: {
        description: 'What would be planned, and the token that stands for exactly this',
        schema: z.object({ token: z.string(), tasks: z.array(plannedView), note: z.string() }),
      },
      route: { method: 'post', path: '/tasks/preview' },
      run: async (wish, caller) => {
        mayPlan(caller);
        const definition = await planner.define(wish, caller);
        const { token } = await previews.make(askedBy(caller), [definition]);
        const language = await planner.languageOf(caller.principal);
        const view = await viewPlanned(definition, planner.upcoming(definition.schedule), language);
        return { token, tasks: [view], note: AGREE };
      },
      summary: ({ tasks: planned, note }) => `${planned.map(told).join(' ')} ${note}`,
    }),
    defineOperation({
      name: 'create_task',
      title: 'Create a task',
      description:
        'Plans what preview_task has shown, once the person has agreed in a message after it. Refused in the same message.',
      effect: 'write',
      scope: 'tasks',
      input: z.object({
        token: z
          .string()
          .regex(/^[\w-]{32}$/)
          .optional()
          .describe('Of preview_task; needed when there are several previews'),
      }),
      answer: {
        description: 'The tasks that are planned now',
        schema: z.object({ tasks: z.array(taskView), note: z.string().optional() }),
      },
      route: { method: 'post', path: '/tasks', status: 201 },
      describe: () => 'Create the task that was shown',
      run: async ({ token }, caller) => {
        mayPlan(caller);
        const asked = askedBy(caller);
        if (caller.run !== undefined && deps.underWay.of(caller.run.runId)?.resumed !== false)
          throw tooSoon();
        const preview = await previews.agreed(asked, token);
        const made = preview.definitions.map((definition) => {
          const [nextAt] = planner.upcoming(definition.schedule);
          if (nextAt === undefined) throw over();
          return { definition, nextAt };
        });
        const kept = await tasks.create(caller.principal, made, {
          token: preview.token,
          most: deps.config.mostTasks,
        });
        for (const { id, nextAt } of kept)
          if (nextAt !== undefined) await service.plan({ task: id, dueAt: nextAt });
        const language = await planner.languageOf(caller.principal);
        const views = await Promise.all(
          kept.map((task) => viewTask(task, planner.upcoming(task.definition.schedule), language)),
        );
        return { tasks: views, ...awayNote(deps) };
      },
      summary: ({ tasks: made, note }) =>
        `Planned: ${made.map((task) => `${told(task)}`).join(' ')}${note === undefined ? '' : ` ${note}`}`,
      undo: (_, { tasks: made }) => {
        const [task, ...others] = made;
        if (task === undefined || others.length > 0)
          return { whyNot: 'each of the tasks is cancelled by itself' };
        return { operation: 'cancel_task', input: { task: task.id } };
      },
    }),
  ];
}

/** Said to whoever plans while nothing can wake. */
export function awayNote(deps: TaskOperationDeps): { readonly note?: string } {
  const away = deps.away();
  return away === undefined
    ? {}
    : { note: `Redis cannot be used now (${away}): what is due waits until it can.` };
}

export function told({ title, reminder, when, next, result }: z.output<typeof plannedView>): string {
  const times = next.map(({ local }) => local).join('; ');
  return `${reminder === true ? 'Reminder ' : ''}"${title}": ${when}${times === '' ? '' : `, next ${times}`}. The result goes to ${result}.`;
}

function askedBy({ principal, run, requestId }: Caller): Asked {
  return { owner: principal.id, session: run?.sessionId ?? '', turn: run?.runId ?? requestId ?? '' };
}

/** A run of a task speaks in a conversation. */
function mayPlan({ principal }: Caller): void {
  if (hasScope(principal, 'chat')) return;
  throw new OracleError('forbidden', {
    detail: 'Tasks are done in conversations, for which the scope chat is needed.',
    hint: 'Use a credential with the scopes chat and tasks.',
  });
}

function over(): OracleError {
  return new OracleError('conflict', {
    detail: 'The time that was shown is past by now.',
    hint: 'Preview it anew, with a time to come.',
  });
}
