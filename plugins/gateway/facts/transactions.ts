import { z } from 'zod';
import { type Ask, ask, listOf, word } from './ask.js';

export interface Transaction {
  readonly hash: string;
  readonly height: string;
  readonly time: string;
  /** Whether it did what it says; one that failed has cost its fee. */
  readonly succeeded: boolean;
  /** Kinds of its messages, such as `MsgSend`. */
  readonly messages: readonly string[];
  readonly fee: string;
  readonly memo: string;
}

export interface TransactionPage {
  /** The latest first. */
  readonly transactions: readonly Transaction[];
  /** Of the next page: those before that block. */
  readonly nextCursor?: string;
}

const METHOD = 'cosmos.tx.v1beta1.Service/GetTxsEvent';
/** What the chain's index calls the two sides. */
const SIDES = ['message.sender', 'transfer.recipient'] as const;

const responseSchema = z.object({
  height: word,
  txhash: word,
  code: z.number().catch(0),
  timestamp: word,
  tx: z
    .object({
      body: z.object({ messages: listOf(z.looseObject({ '@type': word })), memo: word }).nullish(),
      auth_info: z
        .object({
          fee: z.object({ amount: listOf(z.object({ denom: word, amount: word })) }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
const answerSchema = z.object({ tx_responses: listOf(responseSchema) });

/**
 * Transactions that an address sent or that paid it, by the node's index, the latest first.
 * @param before the block before which they are; the latest without
 */
export async function readTransactions(
  { address, before, limit }: { readonly address: string; readonly before?: number; readonly limit: number },
  queries: Ask,
  signal: AbortSignal,
): Promise<TransactionPage> {
  const sides = await Promise.all(
    SIDES.map((side) => search(side, address, before, limit + 1, queries, signal)),
  );
  const cut = sides.some((found) => found.length > limit);
  const all = [...new Map(sides.flat().map((each) => [each.hash, each])).values()].sort(latestFirst);
  const shown = all.slice(0, limit);
  const last = shown.at(-1)?.height;
  if (last === undefined || (!cut && all.length <= limit)) return { transactions: shown };
  // A page ends between two blocks, so that the next begins where it ended.
  const whole = shown.filter(({ height }) => height !== last);
  const transactions = whole.length > 0 ? whole : all.filter(({ height }) => height === last);
  return { transactions, nextCursor: transactions.at(-1)?.height ?? last };
}

async function search(
  side: (typeof SIDES)[number],
  address: string,
  before: number | undefined,
  limit: number,
  queries: Ask,
  signal: AbortSignal,
): Promise<Transaction[]> {
  const conditions = [`${side}='${address}'`, ...(before === undefined ? [] : [`tx.height<=${before - 1}`])];
  const known = (await queries.list()).find(({ method }) => method === METHOD);
  // From SDK 0.50 on one text, before a list of conditions.
  const which = known?.params.some(({ name }) => name === 'query')
    ? { query: conditions.join(' AND ') }
    : { events: conditions };
  const params = { ...which, order_by: 'ORDER_BY_DESC', page: 1, limit };
  const { tx_responses } = await ask(queries, METHOD, params, answerSchema, signal);
  return tx_responses.map(summaryOf);
}

function summaryOf({ height, txhash, code, timestamp, tx }: z.output<typeof responseSchema>): Transaction {
  const fee = tx?.auth_info?.fee?.amount ?? [];
  return {
    hash: txhash,
    height,
    time: timestamp,
    succeeded: code === 0,
    messages: (tx?.body?.messages ?? []).map((message) => message['@type'].replace(/^.*\./, '')),
    fee: fee.map(({ amount, denom }) => `${amount} ${denom}`).join(', '),
    memo: (tx?.body?.memo ?? '').slice(0, 200),
  };
}

function latestFirst(a: Transaction, b: Transaction): number {
  return Number(b.height) - Number(a.height);
}
