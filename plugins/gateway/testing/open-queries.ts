import { lazyQueries } from '../chain/lazy-queries.js';
import type { ChainQueries } from '../service.js';
import { type FixtureChain, type FixtureChainOptions, startFixtureChain } from './fixture-chain.js';

const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };

export interface OpenQueries {
  readonly chain: FixtureChain;
  readonly queries: ChainQueries;
  close(): Promise<void>;
}

/** The plugin's service over whatever is at an address, of which nothing is known yet. */
export function queriesOf(address: string | undefined): { queries: ChainQueries; close(): void } {
  const { queries, opened } = lazyQueries({
    address,
    network: 'devnet',
    auth: 'public',
    descriptors: undefined,
    timeoutMs: 5_000,
    longestTimeoutMs: 5_000,
    refreshMs: 60_000,
    concurrency: 10,
    queue: 10,
    maxAnswerBytes: 1_000_000,
    prefix: 'ixo',
    logger,
  });
  return { queries, close: () => opened()?.close() };
}

/** The same over a local chain that has described itself. */
export async function openQueries(options: FixtureChainOptions = {}): Promise<OpenQueries> {
  const chain = await startFixtureChain(options);
  const { queries, close } = queriesOf(chain.url);
  await queries.ready(new AbortController().signal);
  return {
    chain,
    queries,
    async close() {
      close();
      await chain.close();
    },
  };
}
