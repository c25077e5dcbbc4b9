import { readFileSync } from 'node:fs';
import { Chain, definePlugin, makeValidator, provide, str } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { lazyQueries } from './lazy-queries.js';
import { gatewayRoutes } from './routes.js';
import { chainTools } from './tools.js';
import { parseCertificates } from './upstream/certificates.js';
import { parseChainAddress } from './upstream/chain-address.js';

/** Where a node listens; checked here so that a typo ends the boot with its name. */
const chainUrl = makeValidator<string>((text) => {
  parseChainAddress(text);
  return text;
});

/** A file of certificates, read here so that a typo ends the boot with its name. */
const certificates = makeValidator<string>((path) => {
  parseCertificates(readFileSync(path, 'utf8'));
  return path;
});

/** First path segments, separated by commas. */
const prefixList = makeValidator<string>((text) => {
  const bad = text.split(',').find((each) => !/^[a-z0-9][a-z0-9_-]*$/i.test(each.trim()));
  if (bad !== undefined)
    throw new Error(`${JSON.stringify(bad)} is no path segment: write ixo or ixo,cosmos`);
  return text;
});

const AUTH = { public: 'public', 'api-key': 'api-key', ucan: { ucan: 'gateway/query' } } as const;

export default definePlugin({
  name: 'gateway',
  version: '1.0.0',
  manifest: {
    title: 'Chain gateway',
    summary: 'Reads anything that the blockchain answers: entities, claims, tokens, balances, parameters.',
    whenToUse: [
      'Someone asks for data of the chain that no other capability covers',
      'Someone asks which queries the chain or its modules answer',
      'A parameter, a balance, a token or a claim has to be read from the chain itself',
    ],
    whenNotToUse: ['Writing to the chain: this only reads', 'Entities and DIDs by their id: see entities'],
    examples: [
      {
        user: 'Which queries does the chain have about claims?',
        tool: 'chain_list_queries',
        args: { search: 'claims' },
      },
      {
        user: 'Query the chain: ixo.token.v1beta1.Query/Params',
        tool: 'chain_query',
        args: { method: 'ixo.token.v1beta1.Query/Params' },
      },
    ],
    tags: [
      'chain',
      'blockchain',
      'query',
      'ixo',
      'cosmos',
      'grpc',
      'claims',
      'collection',
      'token',
      'params',
      'height',
    ],
    category: 'chain',
    loading: 'on-demand',
    stability: 'stable',
  },
  env: {
    CHAIN_GRPC_URL: chainUrl({
      default: undefined,
      desc: 'gRPC address of a node: https://host:443, http://host:9090',
    }),
    CHAIN_GRPC_CA: certificates({
      default: undefined,
      desc: "PEM file of the authority that signed the node's certificate, where it is a private one",
    }),
    CHAIN_DESCRIPTORS: str({
      default: undefined,
      desc: 'File with a FileDescriptorSet, in place of reflection',
    }),
    GATEWAY_PREFIX: prefixList({
      default: 'ixo',
      desc: 'First path segments below which queries are served, by comma',
    }),
    GATEWAY_AUTH: str<'public' | 'api-key' | 'ucan'>({
      choices: ['public', 'api-key', 'ucan'],
      default: 'public',
      desc: 'Who may query over HTTP',
    }),
    GATEWAY_UNMATCHED: str<'404' | '501'>({
      choices: ['404', '501'],
      default: '404',
      desc: "Status of a path that is no query; 501 is what a node's own REST server says",
    }),
  },
  config: z
    .strictObject({
      timeoutMs: z.int().min(50).max(120_000).default(10_000),
      longestTimeoutMs: z.int().min(50).max(600_000).default(60_000),
      refreshMinutes: z.int().min(1).max(1_440).default(30),
      concurrency: z.int().min(1).max(10_000).default(100),
      queue: z.int().min(0).max(100_000).default(1_000),
      maxAnswerBytes: z
        .int()
        .min(1_024)
        .max(1_073_741_824)
        .default(16 * 1_048_576),
    })
    .prefault({}),
  scopes: { 'gateway-metrics': 'Read GET /gateway/metrics', 'gateway/query': 'Query the chain over HTTP' },
  abilities: { 'gateway/query': [] },
  setup({ env, config, logger }) {
    const prefixes = [...new Set(env.GATEWAY_PREFIX.split(',').map((each) => each.trim()))];
    const { CHAIN_GRPC_URL: url, CHAIN_GRPC_CA: authority, CHAIN_DESCRIPTORS: descriptors } = env;
    const { open, opened, queries } = lazyQueries({
      ...config,
      address: url === undefined ? undefined : parseChainAddress(url),
      authority,
      descriptors,
      refreshMs: config.refreshMinutes * 60_000,
      prefix: prefixes[0] ?? 'ixo',
      logger,
    });
    return {
      tools: chainTools(queries),
      routes: gatewayRoutes(open, {
        prefixes,
        auth: AUTH[env.GATEWAY_AUTH],
        unmatched: env.GATEWAY_UNMATCHED,
        logger,
      }),
      services: [provide(Chain, queries)],
      background:
        url === undefined
          ? []
          : [{ name: 'refresh-schema', run: async (signal) => (await open()).refresh(signal) }],
      ...(url === undefined && descriptors === undefined ? {} : { ready: (signal) => queries.ready(signal) }),
      health: () => {
        if (url === undefined) return { status: 'ok', detail: 'no chain is configured (CHAIN_GRPC_URL)' };
        const failure = opened()?.lastFailure;
        return failure === undefined ? { status: 'ok' } : { status: 'degraded', detail: failure };
      },
      dispose: () => opened()?.close(),
    };
  },
});
