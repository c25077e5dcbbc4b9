import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { balanceOf, coinsOf, coinsText, denomination, denomOf, named } from '../facts/coins.js';
import type { ChainQueries } from '../service.js';
import { address } from './address.js';

export function balanceOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_balance',
    title: 'Balance of an address',
    description:
      'The coins that an address of the chain holds, all or those of one denomination: amounts in the smallest unit, and as people write them where the ' +
      'chain tells how. What is staked is not in it.',
    effect: 'read',
    input: z.object({ address, denom: denomination }),
    answer: { description: 'The coins, how many kinds there are at least' },
    tool: { timeoutMs: 30_000 },
    async run({ address, denom: said }, { signal }) {
      if (said !== undefined) {
        const denom = await denomOf(said, queries, signal);
        const coin = await balanceOf(address, denom, queries, signal);
        return { address, denom, coins: await named([coin], queries, signal) };
      }
      const { coins, more } = await coinsOf(address, queries, signal);
      const note =
        'It holds more denominations than are shown; its coins of the chain itself are shown in any case.';
      return { address, coins: await named(coins, queries, signal), ...(more ? { note } : {}) };
    },
    summary: ({ address, coins, ...told }) => {
      const held = `${address} holds ${coins.length === 0 ? '' : coinsText(coins)}`;
      if ('note' in told) return `${held}${coins.length === 0 ? '' : ', and '}more that is not shown.`;
      return coins.length === 0 ? `${address} holds nothing.` : `${held}.`;
    },
  });
}
