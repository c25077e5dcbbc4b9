import { defineOperation, definePlugin, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Heat capacity of water, kilojoules per litre and kelvin. */
const WATER = 4.186;
/** Shares of the heat that reach the water. */
const WITH_LID = 0.9;
const WITHOUT_LID = 0.7;

/** The words by which people name the fields of a call, for the planner that answers without a model. */
export default definePlugin({
  name: 'kettle',
  version: '1.0.0',
  manifest: {
    title: 'Kettle',
    summary: 'Says how much energy it takes to heat water.',
    whenToUse: ['Someone asks what it takes to heat or boil water'],
    examples: [
      {
        user: 'Energy to heat 2 litres of water by 60 degrees',
        tool: 'heat_water',
        args: { litres: 2, warmer: 60 },
      },
    ],
    tags: ['water', 'heat', 'boil', 'energy'],
  },
  setup: () => ({
    operations: [
      defineOperation({
        name: 'heat_water',
        title: 'Heat water',
        description: 'The energy in kilojoules that it takes to heat water.',
        effect: 'read',
        input: z.object({
          litres: withWords(z.number().positive().describe('How much water'), {
            aliases: ['water', 'amount'],
            unit: 'litres',
          }),
          warmer: withWords(z.number().positive().max(100).describe('By how much'), {
            aliases: ['warmer', 'rise'],
            unit: 'degrees',
          }),
          lid: withWords(z.boolean().default(true).describe('Whether a lid is on'), {
            aliases: { en: ['lid', 'covered'], de: ['Deckel'] },
            opposites: { en: ['open', 'uncovered'], de: ['offen'] },
          }),
        }),
        answer: { description: 'The energy', schema: z.object({ kilojoules: z.number() }) },
        run: ({ litres, warmer, lid }) => ({
          kilojoules: Math.round((WATER * litres * warmer) / (lid ? WITH_LID : WITHOUT_LID)),
        }),
        summary: ({ kilojoules }) => `It takes ${kilojoules} kJ.`,
      }),
    ],
  }),
});
