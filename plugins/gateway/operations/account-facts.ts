import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { ask, listOf, word } from '../facts/ask.js';
import { balanceOf, coinSchema, coinsText, denomination, denomOf, named } from '../facts/coins.js';
import { readTransactions } from '../facts/transactions.js';
import type { ChainQueries } from '../service.js';

const MOST_COINS = 100;

const address = withWords(
  z
    .string()
    .regex(/^[a-z0-9]{3,128}$/, 'is no address of the chain: one looks like ixo19rl4cm2h…')
    .meta({
      description: 'Address of the account',
      examples: ['ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx'],
    }),
  { aliases: ['wallet', 'account'] },
);

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

export function transactionsOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_transactions',
    title: 'Transactions of an address',
    description:
      'Transactions that an address sent or that paid it, the latest first: hash, height, time, kinds of messages, fee, ' +
      'whether it succeeded. A node tells those that its index keeps. More with nextCursor.',
    effect: 'read',
    input: z.object({
      address,
      limit: withWords(
        z
          .int()
          .min(1)
          .max(50)
          .default(10)
          .meta({ description: 'How many at most', examples: [5] }),
        { aliases: ['limit', 'at most', 'last'] },
      ),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/, 'is no nextCursor of this operation')
        .optional()
        .meta({ description: 'nextCursor of the page before' }),
    }),
    answer: { description: 'One page of transactions' },
    tool: { timeoutMs: 30_000 },
    async run({ address, limit, cursor }, { signal }) {
      const before = cursor === undefined ? {} : { before: Number(cursor) };
      return { address, ...(await readTransactions({ address, limit, ...before }, queries, signal)) };
    },
    summary({ address, transactions, nextCursor }) {
      const [latest] = transactions;
      if (latest === undefined) return `The node's index has no transactions of ${address}.`;
      const count = transactions.length === 1 ? '1 transaction' : `${transactions.length} transactions`;
      const said = nextCursor === undefined ? count : `The latest ${count}`;
      return `${said} of ${address}; the last at height ${latest.height}, ${latest.time}.`;
    },
  });
}
