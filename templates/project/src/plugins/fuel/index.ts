import { defineOperation, definePlugin, num, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Net calorific values in MJ/kg: IPCC 2006 Guidelines for National Greenhouse Gas Inventories, volume 2, table 1.2. */
const CALORIFIC = { wood: 15.6, charcoal: 29.5 } as const;

/** An example: one operation, which the chat, HTTP, MCP and the terminal all call, and one setting. */
export default definePlugin({
  name: 'fuel',
  version: '1.0.0',
  manifest: {
    title: 'Fuel energy',
    summary: 'Says how much energy is in wood or charcoal, and how much of it reaches the pot.',
    whenToUse: ['Someone asks how much energy is in an amount of wood or charcoal'],
    examples: [
      {
        user: 'How much energy is in 12 kg of wood?',
        tool: 'energy_of_fuel',
        args: { kg: 12, fuel: 'wood' },
      },
    ],
    tags: ['energy', 'fuel', 'wood', 'charcoal', 'stove'],
  },
  env: {
    FUEL_STOVE_EFFICIENCY: num({ default: 0.2, desc: 'Share of the energy that reaches the pot, 0 to 1' }),
  },
  setup: ({ env }) => ({
    operations: [
      defineOperation({
        name: 'energy_of_fuel',
        title: 'Energy of a fuel',
        description:
          'Computes the energy of an amount of wood or charcoal, in MJ, and what of it reaches the pot.',
        effect: 'read',
        input: z.object({
          kg: withWords(z.number().positive().max(1_000_000).describe('How much fuel'), {
            aliases: ['weight', 'amount'],
            unit: 'kg',
          }),
          fuel: z.enum(['wood', 'charcoal']).default('wood'),
        }),
        answer: {
          description: 'Energies in MJ',
          schema: z.object({ megajoules: z.number(), useful: z.number() }),
        },
        run: ({ kg, fuel }) => {
          const megajoules = kg * CALORIFIC[fuel];
          return { megajoules, useful: megajoules * env.FUEL_STOVE_EFFICIENCY };
        },
        summary: ({ megajoules, useful }) => `${megajoules} MJ, of which ${useful} MJ reach the pot.`,
        route: { method: 'get', path: '/fuel/energy' },
      }),
    ],
  }),
});
