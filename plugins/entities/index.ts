import { sha256Hex } from 'oracle-runtime/kit';
import { definePlugin } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Chain } from '../gateway/service.js';
import { ChainReader } from './chain/chain-reader.js';
import { registrationCheck } from './commands/check-registration.js';
import { commands } from './commands/index.js';
import { registerStep } from './commands/project-step.js';
import { ChainDocuments } from './dids/chain-documents.js';
import { didRoute } from './dids/did-route.js';
import { didResolver } from './dids/resolve-did.js';
import { ChainFollower } from './local-index/follow-chain.js';
import { followedLists } from './local-index/lists.js';
import { LocalIndex } from './local-index/local-index.js';
import { migrations } from './local-index/migrations.js';
import type { IndexTables } from './local-index/tables.js';
import { manifest } from './manifest.js';
import { entityOperations } from './operations/index.js';

export default definePlugin({
  name: 'entities',
  version: '1.0.0',
  manifest,
  dependsOn: ['gateway'],
  config: z
    .strictObject({
      /** How long a DID document of the chain is taken to be as it was. */
      rememberSeconds: z.number().min(0).max(300).default(10),
      /** Between two rounds over the chain's lists. */
      refreshSeconds: z.number().min(0.01).max(86_400).default(300),
      pageSize: z.int().min(1).max(1_000).default(100),
      pauseMs: z.int().min(0).max(60_000).default(100),
    })
    .prefault({}),
  migrations,
  commands,
  projectSteps: [registerStep],
  checks: [registrationCheck],
  setup(ctx) {
    const { config, clock, logger, oracle, signal } = ctx;
    const chain = ctx.use(Chain);
    const reader = new ChainReader(chain);
    const documents = new ChainDocuments({
      reader,
      clock,
      rememberMs: config.rememberSeconds * 1_000,
      mostRemembered: 1_000,
      signal,
    });
    // Of the address only a digest is kept.
    const source = sha256Hex(`${oracle.network} ${chain.address ?? ''}`);
    const index = new LocalIndex(ctx.database.as<IndexTables>(), clock, source);
    const follower = new ChainFollower({
      lists: followedLists(reader),
      index,
      logger,
      pageSize: config.pageSize,
      pauseMs: config.pauseMs,
      refreshMs: config.refreshSeconds * 1_000,
      firstPauseMs: 500,
    });
    const entities = {
      reader,
      resolve: didResolver(documents, ctx.dids, chain),
      index,
      follower,
      firstRoundMs: 5_000,
    };
    return {
      operations: entityOperations(entities, chain),
      routes: [didRoute(entities.resolve, chain.auth)],
      didDocuments: documents,
      background: reader.configured ? [{ name: 'follow-chain', run: (ending) => follower.run(ending) }] : [],
      health: () => {
        if (!reader.configured) return { status: 'ok', detail: 'no chain is configured (CHAIN_GRPC_URL)' };
        const failure = follower.lastFailure;
        return failure === undefined ? { status: 'ok' } : { status: 'degraded', detail: failure };
      },
    };
  },
});
