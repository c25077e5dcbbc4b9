import { definePlugin, provide } from 'oracle-runtime/plugin';
import { lazyQueries } from './chain/lazy-queries.js';
import { manifest } from './manifest.js';
import { gatewayOperations } from './operations/index.js';
import { Chain } from './service.js';
import { gatewayRoutes } from './serving/routes.js';
import { config, env } from './settings.js';

const AUTH = { public: 'public', 'api-key': 'api-key', ucan: { ucan: 'gateway/query' } } as const;

export default definePlugin({
  name: 'gateway',
  version: '1.0.0',
  manifest,
  env,
  config,
  scopes: { 'gateway-metrics': 'Read GET /gateway/metrics', 'gateway/query': 'Query the chain over HTTP' },
  abilities: { 'gateway/query': [] },
  setup({ env, config, logger, oracle }) {
    const prefixes = [...new Set(env.GATEWAY_PREFIX.split(',').map((each) => each.trim()))];
    const { CHAIN_GRPC_URL: url, CHAIN_GRPC_CA: authority, CHAIN_DESCRIPTORS: descriptors } = env;
    const auth = AUTH[env.GATEWAY_AUTH];
    const { open, opened, queries } = lazyQueries({
      ...config,
      address: url,
      network: oracle.network,
      auth,
      authority,
      descriptors,
      refreshMs: config.refreshMinutes * 60_000,
      prefix: prefixes[0] ?? 'ixo',
      logger,
    });
    return {
      operations: gatewayOperations(queries),
      routes: gatewayRoutes(open, {
        prefixes,
        auth,
        unmatched: env.GATEWAY_UNMATCHED,
        broadcast: env.GATEWAY_BROADCAST,
        logger,
      }),
      services: [provide(Chain, queries)],
      background:
        url === undefined
          ? []
          : [{ name: 'refresh-schema', run: async (signal) => (await open()).refresh(signal) }],
      ...(url === undefined && descriptors === undefined ? {} : { ready: (signal) => queries.ready(signal) }),
      health: async () => {
        if (url === undefined)
          return { status: 'degraded', detail: 'no chain is configured (CHAIN_GRPC_URL)' };
        // It may be asked before anything was: `oracle doctor` asks nothing else.
        const trouble = await (await open()).trouble();
        return trouble === undefined ? { status: 'ok' } : { status: 'degraded', detail: trouble };
      },
      dispose: () => opened()?.close(),
    };
  },
});
