import { defineOperation, definePlugin, str } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** What it is for, in a sentence. */
export default definePlugin({
  name: 'plugin-name',
  version: '1.0.0',
  manifest: {
    title: 'Plugin name',
    summary: 'Answers what people ask about plugin name.',
    whenToUse: ['Someone asks about plugin name'],
    examples: [
      {
        user: 'Ask plugin name about Nairobi',
        tool: 'ask_plugin_name',
        args: { about: 'Nairobi' },
      },
    ],
    tags: ['plugin name'],
  },
  env: { PLUGIN_NAME_GREETING: str({ default: 'Hello', desc: 'How an answer begins' }) },
  setup: ({ env }) => ({
    operations: [
      defineOperation({
        name: 'ask_plugin_name',
        title: 'Ask plugin name',
        description: 'Answers a question about plugin name.',
        effect: 'read',
        input: z.object({
          about: z.string().trim().min(1).max(200).describe('What the person asks about, in their words'),
        }),
        answer: { description: 'The answer', schema: z.object({ text: z.string() }) },
        run: ({ about }) => ({
          text: `${env.PLUGIN_NAME_GREETING} from plugin name: nothing is known of ${about} yet.`,
        }),
        summary: ({ text }) => text,
        route: { method: 'get', path: '/plugin-name' },
      }),
    ],
  }),
});
