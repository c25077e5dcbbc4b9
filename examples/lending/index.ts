import { defineOperation, definePlugin } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Notes } from '../notes/service.js';

/** Uses the service of another plugin where that is there, and does without where it is not. */
export default definePlugin({
  name: 'lending',
  version: '1.0.0',
  manifest: {
    title: 'Lending',
    summary: 'Lends a thing to somebody, and notes who has it when notes can be kept.',
    whenToUse: ['Someone lends something out'],
    examples: [{ user: 'Lend the drill to Ben', tool: 'lend_thing', args: { thing: 'drill', to: 'Ben' } }],
  },
  softDependsOn: ['notes'],
  setup({ use }) {
    const notes = use(Notes);
    return {
      operations: [
        defineOperation({
          name: 'lend_thing',
          title: 'Lend a thing',
          description: 'Lends a thing to somebody. `noted` says whether a note of it was kept.',
          effect: 'write',
          input: z.object({
            thing: z.string().trim().min(1).max(100).describe('What is lent'),
            to: z.string().trim().min(1).max(100).describe('Who gets it'),
          }),
          answer: {
            description: 'What was lent',
            schema: z.object({ thing: z.string(), to: z.string(), noted: z.boolean() }),
          },
          async run({ thing, to }, { principal }) {
            await notes?.add(principal.id, `${to} has the ${thing}`);
            return { thing, to, noted: notes !== undefined };
          },
          describe: ({ thing, to }) => `Lend the ${thing} to ${to}`,
        }),
      ],
    };
  },
});
