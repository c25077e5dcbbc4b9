import { definePlugin, makeValidator } from 'oracle-runtime/plugin';
import { Chat } from '../chat-integration/service.js';
import { Rooms } from '../matrix/service.js';
import { Preferences } from '../user-preferences/service.js';
import { tasksConfig } from './config.js';
import { manifest } from './manifest.js';
import { migrations } from './store/migrations.js';

const redisUrl = makeValidator((text: string) => {
  if (!URL.canParse(text) || !/^rediss?:\/\/[^/]/.test(text))
    throw new Error('it is no URL of a Redis such as redis://127.0.0.1:6379');
  return text;
});

export default definePlugin({
  name: 'tasks',
  version: '1.0.0',
  manifest,
  env: { REDIS_URL: redisUrl({ desc: 'Redis that wakes tasks when they are due' }) },
  enabledBy: ['REDIS_URL'],
  packages: { bullmq: '6.7.0', ioredis: '6.0.0', croner: '11.0.1', cronstrue: '3.39.0' },
  config: tasksConfig,
  scopes: { tasks: 'have things done at set times' },
  softDependsOn: ['user-preferences', 'chat-integration', 'matrix'],
  migrations,
  async setup(ctx) {
    // Nothing of it is read where it is off.
    const { setupTasks } = await import('./setup.js');
    return setupTasks(ctx, {
      preferences: ctx.use(Preferences),
      chats: { slack: ctx.use(Chat), matrix: ctx.use(Rooms) },
    });
  },
});
