import type { Kysely } from 'kysely';
import { type Dids, definePlugin, type Logger } from 'oracle-runtime/plugin';
import { testContext } from 'oracle-runtime/testing';
import { lazyQueries } from '../../gateway/chain/lazy-queries.js';
import type { ChainQueries } from '../../gateway/service.js';
import {
  type FixtureChain,
  type FixtureChainOptions,
  startFixtureChain,
} from '../../gateway/testing/fixture-chain.js';
import { fixtureState } from '../../gateway/testing/fixture-data.js';
import { ChainReader } from '../chain/chain-reader.js';
import { ChainDocuments } from '../dids/chain-documents.js';
import { didResolver } from '../dids/resolve-did.js';
import type { Entities } from '../entity/entities.js';
import { ChainFollower } from '../local-index/follow-chain.js';
import { followedLists, type ListName } from '../local-index/lists.js';
import { LocalIndex } from '../local-index/local-index.js';
import { migrations } from '../local-index/migrations.js';
import type { IndexTables } from '../local-index/tables.js';

export const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

export interface TestEntities extends Entities {
  readonly queries: ChainQueries;
  readonly chain: FixtureChain;
  readonly documents: ChainDocuments;
  readonly dids: Dids;
  readonly db: Kysely<IndexTables>;
  /** What the clock of the index says, in milliseconds; set it at will. */
  now: number;
  /** An index of the same database about another chain. */
  indexOf(source: string): LocalIndex;
  /** Reads all lists once, as after a start of the process, in pages of `pageSize`. */
  round(options?: { pageSize?: number; index?: LocalIndex }): Promise<void>;
  /** An empty index and the chain as it began. */
  reset(): Promise<void>;
  /** Reads so many pages of a list and stops, as when the process is killed. */
  cut(list: ListName, pages: number, pageSize: number): Promise<void>;
  close(): Promise<void>;
}

/** The place of this plugin, which a test takes itself. */
const place = definePlugin({
  name: 'entities',
  version: '0.0.0',
  manifest: { title: 'Entities', summary: 'Parts of the plugin.', whenToUse: [], loading: 'silent' },
  migrations,
  setup: () => ({}),
});

/** The plugin's parts over a local chain and a database of their own. */
export async function openEntities(
  options: { readonly databaseUrl?: string; readonly node?: FixtureChainOptions } = {},
): Promise<TestEntities> {
  const chain = await startFixtureChain(options.node);
  const lazy = lazyQueries({
    address: chain.url,
    network: 'devnet',
    auth: 'public',
    descriptors: undefined,
    timeoutMs: 5_000,
    longestTimeoutMs: 5_000,
    refreshMs: 60_000,
    concurrency: 10,
    queue: 100,
    maxAnswerBytes: 16_000_000,
    prefix: 'ixo',
    logger: SILENT,
  });
  const { databaseUrl } = options;
  const time = { now: Date.UTC(2025, 0, 1) };
  const clock = { now: () => time.now };
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const { context, close } = await testContext(place, { clock, env });
  const db = context.database.as<IndexTables>();
  const reader = new ChainReader(lazy.queries);
  const { dids, signal } = context;
  const documents = new ChainDocuments({ reader, clock, rememberMs: 10_000, mostRemembered: 5, signal });
  const index = new LocalIndex(db, clock, 'test');
  const followerOf = (of: LocalIndex, pageSize: number) =>
    new ChainFollower({
      lists: followedLists(reader),
      index: of,
      logger: SILENT,
      pageSize,
      pauseMs: 0,
      refreshMs: 60_000,
      firstPauseMs: 1,
    });
  const follower = followerOf(index, 100);
  return Object.assign(time, {
    queries: lazy.queries,
    reader,
    documents,
    dids,
    resolve: didResolver(documents, dids, lazy.queries),
    index,
    follower,
    firstRoundMs: 20,
    chain,
    db,
    indexOf: (source: string) => new LocalIndex(db, clock, source),
    async round({ pageSize = 100, index: of = index }: { pageSize?: number; index?: LocalIndex } = {}) {
      const one = followerOf(of, pageSize);
      const ending = new AbortController();
      const done = one.nextRound('claims');
      const run = one.run(ending.signal);
      await done;
      ending.abort();
      await run;
    },
    async reset() {
      Object.assign(chain.state, fixtureState());
      const tables = [
        'entities_records',
        'entities_documents',
        'entities_claims',
        'entities_progress',
      ] as const;
      for (const table of tables) await db.deleteFrom(table).execute();
    },
    async cut(name: ListName, pages: number, pageSize: number) {
      const list = followedLists(reader).find((each) => each.name === name);
      if (list === undefined) throw new Error(`no list ${name}`);
      let progress = await index.begin(list);
      for (let page = 0; page < pages; page += 1) {
        const { cursor } = progress;
        progress = await index.keep(list, await list.read({ cursor, limit: pageSize }, signal), progress);
      }
    },
    async close() {
      lazy.opened()?.close();
      await close();
      await chain.close();
    },
  });
}
