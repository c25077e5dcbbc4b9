import { defineOperation, definePlugin, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { purchaseList } from './purchases.js';

const purchase = z.object({ id: z.string(), kg: z.number(), boughtOn: z.string() });
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month, YYYY-MM')
  .describe('The month, YYYY-MM');

/** A plugin that is taught by sentences, in the folder `utterances` beside this file. */
export default definePlugin({
  name: 'firewood',
  version: '1.0.0',
  manifest: {
    title: 'Firewood',
    summary: 'Keeps what firewood a household buys and says how much it was.',
    whenToUse: ['Someone bought firewood', 'Someone asks how much wood they bought'],
    examples: [
      { user: 'We bought 12 kg of wood today', tool: 'record_purchase', args: { kg: 12 } },
      { user: 'How much wood did we buy this month?', tool: 'wood_of_month', args: {} },
    ],
    tags: ['wood', 'firewood', 'stove'],
  },
  scopes: { firewood: 'record and read your wood purchases' },
  setup({ clock }) {
    const purchases = purchaseList(clock);
    return {
      operations: [
        defineOperation({
          name: 'record_purchase',
          title: 'Record a purchase of wood',
          description: 'Keeps one purchase of firewood.',
          effect: 'write',
          scope: 'firewood',
          input: z.object({
            kg: withWords(z.number().positive().max(10_000).describe('How much wood'), {
              aliases: ['weight', 'wood'],
              unit: 'kg',
            }),
            boughtOn: z.iso.date().optional().describe('The day, YYYY-MM-DD; today when left out'),
          }),
          answer: { description: 'The purchase', schema: purchase },
          run: ({ kg, boughtOn }, { principal }) => purchases.add(principal.id, kg, boughtOn),
          describe: ({ kg }) => `Record ${kg} kg of wood`,
          undo: (_input, { id }) => ({ operation: 'drop_purchase', input: { id } }),
          summary: ({ kg, boughtOn }) => `Recorded ${kg} kg of wood, bought on ${boughtOn}.`,
        }),
        defineOperation({
          name: 'drop_purchase',
          title: 'Drop your last purchase of wood',
          description: 'Drops the purchase of wood that the person recorded last.',
          effect: 'write',
          scope: 'firewood',
          input: z.object({ id: z.string().describe('Which purchase; only the last one can be dropped') }),
          answer: { description: 'What was dropped', schema: purchase },
          run: ({ id }, { principal }) => purchases.dropLast(principal.id, id),
          summary: ({ kg }) => `Dropped the purchase of ${kg} kg.`,
        }),
        defineOperation({
          name: 'wood_of_month',
          title: 'Wood of a month',
          description: 'How much firewood the person bought in one month.',
          effect: 'read',
          scope: 'firewood',
          input: z.object({ month: month.optional() }),
          answer: { description: 'The sum', schema: z.object({ month: z.string(), kg: z.number() }) },
          run: ({ month: asked }, { principal }) => purchases.ofMonth(principal.id, asked),
          summary: ({ month: asked, kg }) => `${kg} kg of wood in ${asked}.`,
        }),
        defineOperation({
          name: 'price_of_month',
          title: 'Price of wood in a month',
          description: 'What a kilogram of firewood cost in a month.',
          effect: 'read',
          scope: 'firewood',
          input: z.object({ month }),
          answer: { description: 'The price', schema: z.object({ month: z.string(), price: z.number() }) },
          run: ({ month: asked }) => ({ month: asked, price: 0.25 }),
          summary: ({ month: asked, price }) => `A kilogram of wood cost ${price} in ${asked}.`,
        }),
      ],
    };
  },
});
