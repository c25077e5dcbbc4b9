import { z } from 'zod';

/** `plugins.tasks` of `oracle.config.json`. */
export const tasksConfig = z.strictObject({
  mostTasks: z.int().min(1).max(1_000).default(50).describe('Active and paused tasks of one person'),
  shortestMinutes: z
    .int()
    .min(1)
    .max(1_440)
    .default(15)
    .describe('Minutes that must lie between two runs of a task'),
  runsADay: z.int().min(1).max(10_000).default(100).describe("Runs of one person's tasks within 24 hours"),
  atOnce: z.int().min(1).max(50).default(4).describe('Tasks that one process works on at a time'),
});

export type TasksConfig = z.output<typeof tasksConfig>;
