import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { z } from 'zod';

export default definePlugin({
  name: 'dice',
  version: '1.0.0',
  manifest: {
    title: 'Dice',
    summary: 'Rolls dice.',
    whenToUse: ['Someone wants a die rolled'],
    examples: [{ user: 'Roll 3 dice', tool: 'roll_dice', args: { count: 3 } }],
  },
  setup: () => ({
    tools: [
      defineTool({
        name: 'roll_dice',
        description: 'Rolls six-sided dice and returns what they show.',
        effect: 'read',
        input: z.object({ count: z.int().min(1).max(100).default(1).describe('How many dice') }),
        run: ({ count }) => ({
          shown: Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 6)),
        }),
      }),
    ],
  }),
});
