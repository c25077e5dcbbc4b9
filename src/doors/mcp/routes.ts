import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Catalog, type CatalogEntry, createCatalog } from '../../agent/catalog.js';
import { lonelyCallChain } from '../../agent/chains.js';
import type { BootResult } from '../../boot/types.js';
import { didYouMean } from '../../kit/nearest-name.js';
import {
  type AnyRoute,
  defineRoute,
  OracleError,
  type OracleInfo,
  type Principal,
  type RouteContext,
  reply,
} from '../../plugin/index.js';
import type { Decisions } from '../../runs/decisions/decisions.js';
import { type McpPrincipal, toolsFor } from './meta-tools.js';
import { challengeOf, protectedResourceRoutes } from './protected-resource.js';
import { mcpServer } from './server.js';

export interface McpDoor {
  readonly boot: Pick<BootResult, 'plugins' | 'middleware'>;
  readonly decisions: Decisions;
  readonly oracle: OracleInfo;
  /** 32 bytes that all processes of the oracle share, and nobody else knows. */
  readonly stateKey: () => Promise<Uint8Array>;
  /** False when this was spent before, by any process. */
  spend(what: string): Promise<boolean>;
}

/** The protocol's library refuses in JSON-RPC, what stands before it (limits, credentials) with a problem. */
const refusal = (description: string) =>
  ({ description, contentType: 'application/json', alsoAs: ['application/problem+json'] }) as const;

const LIMIT = 8 * 1024 * 1024;
/** Of the one older version that has batches. */
const MOST_IN_BATCH = 10;
const RESPONSES = {
  200: {
    description: 'The JSON-RPC answer, or a stream of it with progress.',
    alsoAs: ['text/event-stream'],
  },
  202: { description: 'A notification was taken.' },
  400: refusal('No JSON, or no JSON-RPC that can be answered.'),
  406: refusal('The request accepts none of the types of the answer.'),
  415: refusal('The body is no JSON.'),
} as const;

/**
 * MCP, both eras (2026-07-28 and 2025), without sessions: each request brings its credential, and any process answers any
 * request. `/mcp` has three tools for all capabilities; `/mcp/<capability>` lists one's tools.
 */
export function mcpRoutes({ boot, decisions, oracle, stateKey, spend }: McpDoor): AnyRoute[] {
  const chain = lonelyCallChain(boot.middleware);
  const prefixes = new Map(
    boot.plugins.map(({ plugin }) => [plugin.name, (plugin.resources ?? []).map(({ prefix }) => prefix)]),
  );
  const served = ['/mcp', ...boot.plugins.flatMap(({ contribution }) => contribution.mcp?.path ?? [])];
  const challenge = (path: string) => (headers: IncomingHttpHeaders) => challengeOf(oracle, headers, path);
  const textsOf = (only: readonly CatalogEntry[] | undefined) =>
    boot.plugins
      .filter(({ plugin }) => only === undefined || only.some((entry) => entry.plugin === plugin.name))
      .flatMap(({ contribution }) => contribution.textSources ?? []);
  let catalog: Catalog | undefined;

  async function answer(ctx: RouteContext, name: string | undefined): Promise<unknown> {
    const { principal, requestId, logger, raw, body, signal } = ctx;
    if (membersOf(body) > MOST_IN_BATCH) throw tooManyAtOnce();
    catalog ??= createCatalog(boot);
    const all = catalog;
    const only = name === undefined ? undefined : all.named(name);
    if (name !== undefined && only?.length === 0) throw noSuchCapability(all, name);
    const claims = (plugin: string) => claimsThings(prefixes.get(plugin) ?? [], principal);
    if (only !== undefined) requireSomeTool(only, { principal, claims });
    const [sdk, key] = await Promise.all([import('@modelcontextprotocol/server'), stateKey()]);
    const admitted = ctx.whileAdmitted();
    const handler = sdk.createMcpHandler(
      ({ era }) =>
        mcpServer({
          sdk,
          era,
          oracle,
          catalog: all,
          only,
          stateKey: key,
          spend,
          decisions,
          chain,
          principal,
          claims,
          texts: textsOf(only),
          signal,
          admitted,
          requestId,
          logger,
        }),
      { onerror: (err) => logger.info({ err }, 'a request of MCP was refused') },
    );
    const headers = new Headers();
    for (const [field, value] of Object.entries(raw.request.headers))
      if (typeof value === 'string') headers.set(field, value);
    // Only path and headers of it are looked at: the body was read, within its limit.
    const request = new Request(`http://localhost${raw.request.url ?? '/'}`, {
      method: 'POST',
      headers,
      signal,
    });
    const response = await handler.fetch(request, { parsedBody: body });
    return reply({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      ...(response.body === null ? {} : { body: Readable.fromWeb(response.body as never) }),
    });
  }

  return [
    ...protectedResourceRoutes(oracle, served),
    defineRoute({
      method: 'post',
      path: '/mcp',
      auth: 'any',
      scope: 'chat',
      summary: 'All capabilities over MCP',
      description:
        'Streamable HTTP without sessions, 2026-07-28 and 2025. The list of tools is constant: `list_capabilities`, `load_capability`, `call_capability`. What asks the person first asks by elicitation.',
      request: { body: z.unknown() },
      responses: RESPONSES,
      bodyLimit: LIMIT,
      countsAs: counted,
      knownHosts: true,
      challenge: challenge('/mcp'),
      handler: (ctx) => answer(ctx as RouteContext, undefined),
    }),
    defineRoute({
      method: 'post',
      path: '/mcp/:capability',
      auth: 'any',
      scope: 'chat',
      summary: 'The tools of one capability over MCP',
      description: 'As `/mcp`, with the tools of this capability, or of all of a plugin, as they are.',
      request: { params: z.object({ capability: z.string().min(1).max(200) }), body: z.unknown() },
      responses: RESPONSES,
      bodyLimit: LIMIT,
      countsAs: counted,
      knownHosts: true,
      challenge: challenge('/mcp'),
      handler: (ctx) => answer(ctx as RouteContext, ctx.params.capability),
    }),
    ...boot.plugins.flatMap(({ plugin, contribution }) => {
      if (contribution.mcp === undefined) return [];
      const { path, ability } = contribution.mcp;
      return defineRoute({
        method: 'post',
        path,
        auth: { ucan: ability },
        summary: `The tools of ${plugin.name} over MCP`,
        description: `As \`/mcp/${plugin.name}\`, for credentials with the ability \`${ability}\`. A UCAN for what the tools are about says by itself what may be done: nothing is asked.`,
        request: { body: z.unknown() },
        responses: RESPONSES,
        bodyLimit: LIMIT,
        countsAs: counted,
        knownHosts: true,
        challenge: challenge(path),
        handler: (ctx) => answer(ctx as RouteContext, plugin.name),
      });
    }),
  ];
}

/** Each message of a batch counts; one that is too long is refused before it counts for more than it may have. */
function counted(body: unknown): number {
  return Math.min(membersOf(body), MOST_IN_BATCH);
}

function membersOf(body: unknown): number {
  return Array.isArray(body) ? body.length : 1;
}

function tooManyAtOnce(): OracleError {
  return new OracleError('invalid_request', {
    detail: `A batch has at most ${MOST_IN_BATCH} messages.`,
    hint: 'Send them one by one, as newer versions of MCP do.',
    errors: [{ field: 'body', message: `at most ${MOST_IN_BATCH} messages` }],
  });
}

/** Whether a token grants something of the kinds that these prefixes name. */
function claimsThings(prefixes: readonly string[], { grant }: Principal): boolean {
  const thing = grant?.with;
  return thing !== undefined && prefixes.some((prefix) => thing === prefix || thing.startsWith(`${prefix}/`));
}

/** A server without tools would be none: who may use none of them is told what it takes. */
function requireSomeTool(entries: readonly CatalogEntry[], who: McpPrincipal): void {
  if (entries.some((entry) => toolsFor(entry, who).length > 0)) return;
  const scopes = entries.flatMap(({ owned }) =>
    owned.flatMap(({ tool }) => tool.scope ?? tool.ability ?? []),
  );
  throw new OracleError('forbidden', {
    detail: `This credential may use none of the tools of ${entries.map(({ name }) => name).join(', ')}.`,
    hint: `They need one of the scopes: ${[...new Set(scopes)].join(', ')}.`,
  });
}

function noSuchCapability({ entries }: Catalog, name: string): OracleError {
  const names = [...new Set(entries.flatMap((entry) => [entry.name, entry.plugin]))];
  return new OracleError('not_found', {
    detail: `There is no capability '${name}'.${didYouMean(name, names)}`,
    hint: `There are: ${names.join(', ')}.`,
  });
}
