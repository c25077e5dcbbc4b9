import { told } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import {
  CURSOR,
  DIRECTIONS,
  OUTCOMES,
  readOutcomes,
  readTransaction,
  readTransactions,
} from '../facts/transactions.js';
import type { ChainQueries } from '../service.js';
import { address } from './address.js';
import { DIRECTION_WORDS, OUTCOME_WORDS } from './transaction-words.js';

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
      direction: withWords(
        z.enum(DIRECTIONS).optional().meta({ description: 'Sent by it or paid to it; both without' }),
        { values: DIRECTION_WORDS },
      ),
      outcome: withWords(z.enum(OUTCOMES).optional().meta({ description: 'Which; all without' }), {
        values: OUTCOME_WORDS,
      }),
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
        .regex(CURSOR, 'is no nextCursor of this operation')
        .optional()
        .meta({ description: 'nextCursor of the page before' }),
    }),
    answer: { description: 'One page of transactions' },
    tool: { timeoutMs: 30_000 },
    async run({ outcome, ...query }, { signal }) {
      const { address, direction } = query;
      const asked = {
        address,
        ...(direction === undefined ? {} : { direction }),
        ...(outcome === undefined ? {} : { outcome }),
      };
      const page =
        outcome === undefined
          ? await readTransactions(query, queries, signal)
          : await readOutcomes({ ...query, outcome }, queries, signal);
      return { ...asked, ...page };
    },
    summary({ address, transactions, nextCursor, ...asked }) {
      const which = [
        ...('outcome' in asked ? [asked.outcome === 'failed' ? 'failed' : 'successful'] : []),
        ...('direction' in asked ? [asked.direction] : []),
        'transaction',
      ].join(' ');
      const searched = 'searched' in asked ? ` among the latest ${asked.searched}` : '';
      const [latest] = transactions;
      if (latest === undefined) return `The node's index has no ${which}s of ${address}${searched}.`;
      const count = transactions.length === 1 ? `1 ${which}` : `${transactions.length} ${which}s`;
      const said = nextCursor === undefined ? count : `The latest ${count}`;
      return `${said} of ${address}${searched}; the last at height ${latest.height}, ${latest.time}.`;
    },
  });
}

export function transactionOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_transaction',
    title: 'A transaction',
    description:
      'A transaction by its hash: height, time, messages with all that they say, fee, whether it succeeded and why not.',
    effect: 'read',
    input: z.object({
      hash: withWords(
        z
          .string()
          .regex(/^(?:0x)?[0-9A-Fa-f]{64}$/, 'is no hash of a transaction: 64 hexadecimal digits')
          .meta({
            description: 'Hash of the transaction',
            examples: ['F7BC9EEA4E48D79DFDF295053BD0FA5739046C620AC89F832E560E84F398B572'],
          }),
        { aliases: ['transaction', 'hash', 'tx'] },
      ),
    }),
    answer: { description: 'The transaction and what its messages say' },
    tool: { timeoutMs: 30_000 },
    run: ({ hash }, { signal }) => readTransaction(hash.replace(/^0x/, '').toUpperCase(), queries, signal),
    summary({ hash, height, time, messages, fee, succeeded, failure }) {
      const end = succeeded
        ? 'succeeded'
        : `failed${failure === undefined ? '' : ` (${told(failure, 200)})`}`;
      const paid = fee === '' ? '' : `, for a fee of ${told(fee, 200)}`;
      return `Transaction ${hash} of block ${height}, ${time}, ${end}: ${told(messages.join(', '), 300) || 'no messages'}${paid}.`;
    },
  });
}
