import { OracleError } from 'oracle-runtime/plugin';
import { foldedText } from '../schedule/time-words.js';
import { noTask, type Task, type TaskStore } from '../store/task-store.js';

/**
 * The owner's task by its id, or by words that only its title has.
 * @throws OracleError `not_found`, `conflict` when several have them
 */
export async function findTask(tasks: TaskStore, owner: string, said: string): Promise<Task> {
  if (said.startsWith('task-')) return tasks.get(owner, said);
  const words = foldedText(said);
  const all = await tasks.list(owner, { all: true });
  const named = all.filter(({ definition }) => foldedText(definition.title) === words);
  const found =
    named.length > 0 ? named : all.filter(({ definition }) => foldedText(definition.title).includes(words));
  const living = found.filter(({ status }) => status === 'active' || status === 'paused');
  const [task, ...others] = living.length > 0 ? living : found;
  if (task === undefined) throw noTask(said);
  if (others.length === 0) return task;
  throw new OracleError('conflict', {
    detail: `Several tasks are called so: ${[task, ...others]
      .slice(0, 5)
      .map(({ id, definition }) => `${definition.title} (${id})`)
      .join(', ')}.`,
    hint: 'Name it by its id.',
    errors: [{ field: 'task', message: 'fits several tasks' }],
  });
}
