import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { ask, listOf, word } from '../facts/ask.js';
import { balanceOf, coinSchema, coinsText, denomination, denomOf, named } from '../facts/coins.js';
import type { ChainQueries } from '../service.js';
import { address } from './address.js';

const MOST_COINS = 100;

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
      const shape = z.object({
        balances: listOf(coinSchema),
        pagination: z.object({ next_key: word }).nullish(),
      });
      const params = { address, pagination: { limit: MOST_COINS } };
      const { balances, pagination } = await ask(
        queries,
        'cosmos.bank.v1beta1.Query/AllBalances',
        params,
        shape,
        signal,
      );
      const coins = await named(balances, queries, signal);
      const more = (pagination?.next_key ?? '') !== '';
      return { address, coins, ...(more ? { note: `Only the first ${MOST_COINS} coins are shown.` } : {}) };
    },
    summary: ({ address, coins }) =>
      coins.length === 0 ? `${address} holds nothing.` : `${address} holds ${coinsText(coins)}.`,
  });
}
