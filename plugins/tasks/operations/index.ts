import type { AnyOperation, Clock } from 'oracle-runtime/plugin';
import type { TasksConfig } from '../config.js';
import type { Previews } from '../previews/previews.js';
import type { RunsUnderWay } from '../previews/runs-under-way.js';
import type { RunStore } from '../store/run-store.js';
import type { TaskStore } from '../store/task-store.js';
import type { TaskService } from '../work/task-service.js';
import { changeOperations } from './change-tasks.js';
import { planOperations } from './plan-tasks.js';
import type { Planner } from './planner.js';
import { readOperations } from './read-tasks.js';

export interface TaskOperationDeps {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly planner: Planner;
  readonly previews: Previews;
  readonly service: TaskService;
  readonly underWay: RunsUnderWay;
  readonly config: TasksConfig;
  readonly clock: Clock;
  /** Why nothing wakes now; undefined while all is well. */
  away(): string | undefined;
}

export function taskOperations(deps: TaskOperationDeps): AnyOperation[] {
  return [...planOperations(deps), ...readOperations(deps), ...changeOperations(deps)];
}
