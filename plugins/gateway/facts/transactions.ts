import { told } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
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
  /** The latest first; those of one block by their hash. */
  readonly transactions: readonly Transaction[];
  /** Of the next page: before that block, or `<height>.<count>` where so many of that block were told. */
  readonly nextCursor?: string;
}

/** A transaction with what it says. */
export interface TransactionReport extends Transaction {
  readonly contents: readonly Readonly<Record<string, unknown>>[];
  /** Why it failed, in the words of the chain. */
  readonly failure?: string;
}

const METHOD = 'cosmos.tx.v1beta1.Service/GetTxsEvent';
/** What the chain's index calls the two sides. */
const SIDES = { sent: 'message.sender', received: 'transfer.recipient' } as const;
export const DIRECTIONS = ['sent', 'received'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** Of a block that has many of one address. */
const BLOCK_PAGE = 100;
const MOST_BLOCK_PAGES = 20;

const responseSchema = z.object({
  height: word,
  txhash: word,
  code: z.number().catch(0),
  timestamp: word,
  raw_log: word,
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
type Response = z.output<typeof responseSchema>;
const answerSchema = z.object({ tx_responses: listOf(responseSchema) });

export interface TransactionsQuery {
  readonly address: string;
  /** Both without. */
  readonly direction?: Direction | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Transactions that an address sent or that paid it, by the node's index, the latest first. */
export async function readTransactions(
  { address, direction, limit, cursor }: TransactionsQuery,
  queries: Ask,
  signal: AbortSignal,
): Promise<TransactionPage> {
  const sides = (direction === undefined ? DIRECTIONS : [direction]).map(
    (each) => `${SIDES[each]}='${address}'`,
  );
  const [height, told] = (cursor ?? '').split('.');
  const skipped = Number(told ?? 0);
  const from = cursor === undefined ? [] : [`tx.height<=${Number(height) - (told === undefined ? 1 : 0)}`];
  const wanted = skipped + limit;
  const found = await Promise.all(
    sides.map((side) => search([side, ...from], 1, wanted + 1, queries, signal)),
  );
  const all = ordered(found.flat());
  const last = all[wanted - 1]?.height ?? '';
  if (all[wanted] === undefined) return { transactions: all.slice(skipped) };
  // Of the block in which the page ends an index gives any, cut as it likes: all of it is read, so that its order holds.
  const blocks = await Promise.all(sides.map((side) => blockOf(side, last, queries, signal)));
  const block = ordered(blocks.flat());
  const later = all.filter((each) => Number(each.height) > Number(last));
  const ofBlock = wanted - later.length;
  const next = { nextCursor: ofBlock < block.length ? `${last}.${ofBlock}` : last };
  return { transactions: [...later, ...block.slice(0, ofBlock)].slice(skipped), ...next };
}

/** What a cursor looks like. */
export const CURSOR = /^\d{1,15}(?:\.\d{1,6})?$/;

/** Each once, the latest first. */
function ordered(transactions: readonly Transaction[]): Transaction[] {
  return [...new Map(transactions.map((each) => [each.hash, each])).values()].sort(
    (a, b) => Number(b.height) - Number(a.height) || (a.hash < b.hash ? -1 : 1),
  );
}

/** All of one side in a block. */
async function blockOf(
  side: string,
  height: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let page = 1; page <= MOST_BLOCK_PAGES; page++) {
    const found = await search([side, `tx.height=${height}`], page, BLOCK_PAGE, queries, signal);
    all.push(...found);
    if (found.length < BLOCK_PAGE) break;
  }
  return all;
}

async function search(
  conditions: readonly string[],
  page: number,
  limit: number,
  queries: Ask,
  signal: AbortSignal,
): Promise<Transaction[]> {
  const known = (await queries.list()).find(({ method }) => method === METHOD);
  // From SDK 0.50 on one text, before a list of conditions.
  const which = known?.params.some(({ name }) => name === 'query')
    ? { query: conditions.join(' AND ') }
    : { events: conditions };
  const params = { ...which, order_by: 'ORDER_BY_DESC', page, limit };
  const { tx_responses } = await ask(queries, METHOD, params, answerSchema, signal);
  return tx_responses.map(summaryOf);
}

export const OUTCOMES = ['succeeded', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** An index knows nothing of how they ended: so many are read to find those that ended so. */
const SEARCHED_PAGE = 100;
const MOST_SEARCHED = 1_000;

/** Those of one outcome among the latest; `searched` says how many were looked at, where there are more. */
export async function readOutcomes(
  { outcome, limit, cursor: first, ...query }: TransactionsQuery & { readonly outcome: Outcome },
  queries: Ask,
  signal: AbortSignal,
): Promise<TransactionPage & { readonly searched?: number }> {
  const found: Transaction[] = [];
  let cursor = first;
  let [height = '', told = '0'] = (first ?? '').split('.');
  let behindLast = '';
  for (let searched = 0; ; ) {
    const page = await readTransactions({ ...query, cursor, limit: SEARCHED_PAGE }, queries, signal);
    for (const each of page.transactions) {
      told = String(each.height === height ? Number(told) + 1 : 1);
      height = each.height;
      if (each.succeeded !== (outcome === 'succeeded')) continue;
      if (found.length === limit) return { transactions: found, nextCursor: behindLast };
      found.push(each);
      behindLast = `${height}.${told}`;
    }
    searched += page.transactions.length;
    cursor = page.nextCursor;
    if (cursor === undefined) return { transactions: found };
    if (searched >= MOST_SEARCHED) return { transactions: found, nextCursor: cursor, searched };
  }
}

/** @throws OracleError `not_found` where the node's index has none of that hash */
export async function readTransaction(
  hash: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<TransactionReport> {
  const shape = z.object({ tx_response: responseSchema });
  const { tx_response } = await ask(queries, 'cosmos.tx.v1beta1.Service/GetTx', { hash }, shape, signal);
  const summary = summaryOf(tx_response);
  if (summary.hash.toUpperCase() !== hash)
    throw new OracleError('upstream_failed', {
      detail: `The chain node was asked about transaction ${hash} and answered about ${told(summary.hash, 80) || 'none'}.`,
    });
  const contents = tx_response.tx?.body?.messages ?? [];
  const failure = summary.succeeded ? '' : tx_response.raw_log.slice(0, 1_000);
  return { ...summary, contents, ...(failure === '' ? {} : { failure }) };
}

function summaryOf({ height, txhash, code, timestamp, tx }: Response): Transaction {
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
