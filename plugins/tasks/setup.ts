import { randomUUID } from 'node:crypto';
import { type Contribution, type PluginContext, provide } from 'oracle-runtime/plugin';
import type { PreferenceService } from '../user-preferences/service.js';
import type { TasksConfig } from './config.js';
import { taskOperations } from './operations/index.js';
import { Planner } from './operations/planner.js';
import { Previews } from './previews/previews.js';
import { RunsUnderWay } from './previews/runs-under-way.js';
import { TaskQueue } from './queue/task-queue.js';
import { openTimetable } from './schedule/timetable.js';
import { Tasks } from './service.js';
import { RunStore } from './store/run-store.js';
import { TaskStore } from './store/task-store.js';
import { askIn, type Chats, postTo } from './work/post.js';
import { taskPlans } from './work/task-plans.js';
import { TaskService } from './work/task-service.js';

/** What of other plugins it uses, where they are there. */
export interface Neighbours {
  readonly preferences: PreferenceService | undefined;
  readonly chats: Chats;
}

type TasksContext = Omit<PluginContext, 'env' | 'config' | 'use'> & {
  readonly env: { readonly REDIS_URL: string };
  readonly config: TasksConfig;
};

export async function setupTasks(
  ctx: TasksContext,
  { preferences, chats }: Neighbours,
): Promise<Contribution> {
  const { env, config, database, keys, clock, logger, oracle, signal, conversations, principals } = ctx;
  const timetable = await openTimetable();
  const tasks = new TaskStore(database, clock);
  const runs = new RunStore(database, clock, randomUUID());
  const underWay = new RunsUnderWay();
  const service: TaskService = new TaskService({
    tasks,
    runs,
    timetable,
    queue: () => queue,
    conversations,
    principals,
    clock,
    logger,
    signal,
    runsADay: config.runsADay,
    origin: oracle.origin ?? '',
    post: postTo(chats),
    ask: askIn(chats),
  });
  const queue = new TaskQueue({
    url: env.REDIS_URL,
    oracle: oracle.did ?? oracle.name,
    logger,
    atOnce: config.atOnce,
    wake: (wakeUp) => service.wake(wakeUp),
    reached: () => service.replan(),
  });
  const planner = new Planner({ timetable, clock, underWay, preferences, config });
  return {
    operations: taskOperations({
      tasks,
      runs,
      planner,
      previews: new Previews(database, keys, clock),
      service,
      underWay,
      config,
      clock,
      away: () => queue.away,
    }),
    services: [provide(Tasks, taskPlans({ tasks, planner, service, config, clock }))],
    middleware: [underWay.middleware, service.middleware, service.calling],
    promptSections: [service.promptSection],
    health: () => queue.health(),
    background: [service.keeper],
    dispose: () => queue.close(),
  };
}
