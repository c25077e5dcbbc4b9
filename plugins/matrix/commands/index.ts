import type { PluginCommand, ProjectStep } from 'oracle-runtime/plugin';
import { BOT_OPTIONS, readBotOptions } from './options.js';

/** `oracle matrix …`, for who runs an oracle. */
export const matrixCommands: readonly PluginCommand[] = [
  {
    name: 'provision',
    summary: 'gives the oracle an account on a homeserver, and writes it to .env',
    arguments: [],
    options: BOT_OPTIONS,
    async run(_args, options, io) {
      const { provisionProject } = await import('./provision.js');
      const bot = await provisionProject(readBotOptions(options), io);
      io.stdout(
        `${bot.created ? 'Made' : 'Found'} ${bot.userId}, device ${bot.deviceId}; its room is ${bot.accountRoomId}.\n`,
      );
      io.stdout(
        'Its variables are in .env, the recovery key too: keep a copy of it. The next start connects.\n',
      );
      return 0;
    },
  },
];

/** `oracle new` gives the new oracle an account where a homeserver is named. */
export const provisionStep: ProjectStep = {
  name: 'provision-matrix',
  title: 'Make the account of its chat bot',
  options: BOT_OPTIONS,
  questions: [
    {
      flag: '--matrix-url',
      prompt: 'Matrix homeserver for a chat bot, or none to do that later',
      fallback: 'none',
    },
  ],
  wanted: (answers) => readBotOptions(answers).matrixUrl !== undefined,
  async run(answers, io) {
    const { provisionProject } = await import('./provision.js');
    const { userId, deviceId, accountRoomId, created } = await provisionProject(readBotOptions(answers), io);
    return {
      facts: { userId, deviceId, accountRoomId, created },
      notes: [
        `People invite ${userId} into a Matrix room to talk to it. Keep a copy of its recovery key in .env.`,
      ],
    };
  },
};
