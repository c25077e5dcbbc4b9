import { sha256Hex } from 'oracle-runtime/kit';
import { type Clock, hasScope, OracleError } from 'oracle-runtime/plugin';
import type { TasksConfig } from '../config.js';
import type { Planner } from '../operations/planner.js';
import type { TaskPlans } from '../service.js';
import type { TaskStore } from '../store/task-store.js';
import type { TaskService } from './task-service.js';

/** Plans what other plugins know to be done later. */
export function taskPlans(deps: {
  readonly tasks: TaskStore;
  readonly planner: Planner;
  readonly service: TaskService;
  readonly config: TasksConfig;
  readonly clock: Clock;
}): TaskPlans {
  const { tasks, planner, service, config, clock } = deps;
  return {
    async plan(caller, calls) {
      const { principal } = caller;
      for (const scope of ['tasks', 'chat'])
        if (!hasScope(principal, scope))
          throw new OracleError('forbidden', {
            detail: `What is done later is a task, for which the scope ${scope} is needed.`,
            hint: 'Use a credential with the scopes chat and tasks.',
          });
      const made = calls.map(({ key, title, instruction, at, tool, capability, args }) => {
        // Planned again for a time that has passed it is another time, or it would be known as done.
        const nextAt = Math.max(at, clock.now());
        const definition = {
          title,
          instruction,
          call: { tool, capability, args },
          schedule: { at: nextAt, zone: 'UTC' },
          missed: 'run_once' as const,
          place: planner.place(caller),
        };
        return { id: idOf(principal.id, key), nextAt, definition };
      });
      await tasks.put(principal, made, config.mostTasks);
      for (const { id, nextAt } of made) await service.plan({ task: id, dueAt: nextAt });
    },
  };
}

/** One id for each key of a person, of the form that all tasks have. */
function idOf(owner: string, key: string): string {
  const hex = sha256Hex(JSON.stringify([owner, key]));
  return `task-${[8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-')}`;
}
