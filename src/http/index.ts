import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type {
  Authenticator,
  DeviceLinks,
  Identity,
  Linking,
  ManagedKeys,
  Passkeys,
  People,
} from '../auth/types.js';
import type { StoredDelegations } from '../auth/ucan/types.js';
import type { Boot, BootResult } from '../boot/types.js';
import type { Config } from '../config-types.js';
import { a2aRoutes } from '../doors/a2a/routes.js';
import { agUiRoutes } from '../doors/ag-ui/routes.js';
import { aiSdkRoutes } from '../doors/ai-sdk/routes.js';
import { LeftRuns } from '../doors/left-runs.js';
import { mcpRoutes } from '../doors/mcp/routes.js';
import { openAiRoutes } from '../doors/openai/routes.js';
import {
  type AnyRoute,
  type Clock,
  type Logger,
  type Models,
  OracleError,
  type OracleInfo,
  type Shares,
} from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { Decisions } from '../runs/decisions/decisions.js';
import type { RunManager } from '../runs/run-manager-types.js';
import type { DiskReserve } from '../store/disk-reserve.js';
import type { Store } from '../store/types.js';
import { appClasses } from './app-classes.js';
import { type ClientKeys, createClientAddress, createClientKeys } from './client-address.js';
import { answerClientError } from './client-error.js';
import { CommonHeaders } from './common-headers.js';
import { createCors } from './cors.js';
import { CredentialChecks } from './credential-checks.js';
import { Exchange, exchangeOf } from './exchange.js';
import { answerUnmatched, withoutLeadingSlashes } from './fallback.js';
import { createPathHider } from './hide-secrets.js';
import { createHostCheck } from './known-hosts.js';
import { type MountDeps, type MountedRoute, prepareRoute } from './mount-route.js';
import { requireOneHost } from './one-host.js';
import { sendProblem } from './problem.js';
import { createRateLimits } from './rate-limit.js';
import type { ReadyCheck } from './readiness.js';
import { createRouter } from './router.js';
import { approvalRoutes } from './routes/approvals.js';
import { assetRoute } from './routes/assets.js';
import { auditRoutes } from './routes/audit.js';
import { authRoutes } from './routes/auth.js';
import { delegationRoutes } from './routes/delegations.js';
import { deviceRoutes } from './routes/devices.js';
import { didRoutes } from './routes/did.js';
import { healthRoutes, type ProcessState } from './routes/health.js';
import { keyRoutes } from './routes/keys.js';
import { linkRoutes } from './routes/links.js';
import { messageRoutes } from './routes/messages.js';
import { pageRoutes } from './routes/pages.js';
import { peopleRoutes } from './routes/people.js';
import { sessionRoutes } from './routes/sessions.js';
import { securityHeaders } from './security-headers.js';
import { SharedWindows } from './shared-windows.js';
import type { Traffic } from './traffic.js';
import { readWebBuild, type WebBuild } from './web/web-build.js';

/** Owner of the core's own routes, in the API document and in messages. */
const CORE = 'oracle';

export interface HttpDeps {
  readonly config: Config;
  readonly boot: BootResult & Pick<Boot, 'health'>;
  readonly runs: RunManager;
  readonly decisions: Decisions;
  readonly models: Models;
  readonly store: Store;
  readonly authenticator: Authenticator;
  readonly passkeys: Passkeys;
  readonly deviceLinks: DeviceLinks;
  readonly delegations: StoredDelegations;
  readonly linking: Linking;
  readonly people: People;
  readonly keys: ManagedKeys;
  readonly shares: Shares;
  readonly vigil: Vigil;
  readonly traffic: Traffic;
  readonly identity: Identity | undefined;
  readonly oracle: OracleInfo;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly state: () => ProcessState;
  /** What it takes to be ready. */
  readonly checks: readonly ReadyCheck[];
  readonly reserve: Pick<DiskReserve, 'requireRoom' | 'giveUp'>;
}

/**
 * The HTTP server: the core's routes and those of the plugins, all prepared by `prepareRoute` and found by one router. It
 * only answers requests; listening and draining belong to whoever asked for it.
 * @throws OracleError `plugin_invalid` for a route that cannot be mounted.
 */
export function createHttpServer(deps: HttpDeps, options: ServerOptions = {}): Server {
  const { config, boot, logger, state, traffic } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  // One proxy: trusting every hop would let a client choose its own address.
  app.set('trust proxy', config.trustProxy ? 1 : false);

  const addressOf = createClientAddress(config.trustProxy);
  const clientKeys = createClientKeys(addressOf);
  const { store } = deps;
  const shared = store.instances.alone ? undefined : new SharedWindows(store.sharedCounts);
  const limits = createRateLimits(config.rateLimitPerMinute, shared);
  const credentials = new CredentialChecks(limits, clientKeys);
  const mounted: readonly MountedRoute[] = [
    ...coreRoutes(deps, { credentials, clientKeys }, () => mounted).map((route) => ({ plugin: CORE, route })),
    ...boot.routes.map(({ plugin, route }) => ({
      plugin,
      route,
      ...(route.whilePending === true ? {} : guardOf(boot, plugin)),
    })),
  ];
  const mountDeps: MountDeps = {
    authenticator: deps.authenticator,
    identity: deps.identity,
    logger,
    hosts: createHostCheck(config),
    vigil: deps.vigil,
    clientKeys,
    reserve: deps.reserve,
    limits,
    credentials,
  };
  const hideSecrets = createPathHider(mounted.map(({ route }) => route));
  const cors = createCors(config.corsOrigins);
  const router = createRouter(mounted.map((each) => ({ ...each, serve: prepareRoute(each, mountDeps) })));
  app.use(async function serveRoute(request: Request, response: Response) {
    const exchange = exchangeOf(response);
    const match = router.find(request.method, exchange.path);
    if (match !== undefined) return match.serve(exchange, match.params);
    const clean = withoutLeadingSlashes(exchange);
    const moved =
      clean === undefined ? undefined : router.find(request.method === 'POST' ? 'POST' : 'GET', clean);
    if (clean !== undefined && moved?.route.movesSlashes === true) moveTo(exchange, clean);
    else answerUnmatched(exchange, router.allAt(exchange.path), cors);
  });
  app.use(function answerError(thrown: unknown, _request: Request, response: Response, _next: NextFunction) {
    sendProblem(exchangeOf(response), thrown, logger);
  });

  const common = new CommonHeaders(securityHeaders());
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response, common);
    traffic.follow(exchange, addressOf(request), logger, hideSecrets);
    if (cors.applies) cors.allowOrigin(request, exchange.response);
    if (state() === 'draining') exchange.response.setHeader('Connection', 'close');
    try {
      requireOneHost(request);
    } catch (error) {
      sendProblem(exchange, error, logger);
      return;
    }
    // Express passes by all of the above for a request target in which it finds no path, such as `//?=@#`.
    app(request as Request, response as Response, () => sendProblem(exchange, noPath(), logger));
  }
  // Without a Host header a request is refused like any other, in words.
  return (
    createServer({ ...options, ...appClasses(app), requireHostHeader: false }, answer)
      // What else a client expects than 100-continue may be passed over (RFC 9110, section 10.1.1).
      .on('checkExpectation', answer)
      .on('clientError', answerClientError)
  );
}

/** To a path of this server, the query as it was. */
function moveTo(exchange: Exchange, path: string): void {
  const query = /\?.*$/s.exec(exchange.request.url ?? '')?.[0] ?? '';
  // A 301 makes a GET of what is sent with a body.
  const status = ['GET', 'HEAD'].includes(exchange.request.method ?? '') ? 301 : 308;
  exchange.send(status, { Location: path + query, 'Content-Length': '0' }, undefined);
}

function noPath(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The request target is no path.',
    hint: 'Ask for a path that starts with one slash, such as /health.',
  });
}

function coreRoutes(
  deps: HttpDeps,
  clients: { readonly credentials: CredentialChecks; readonly clientKeys: ClientKeys },
  mounted: () => readonly MountedRoute[],
): AnyRoute[] {
  const { config, boot, runs, store, identity, oracle, clock, state, checks } = deps;
  const left = new LeftRuns(store.followers);
  let built: WebBuild | undefined;
  const web = () => {
    built ??= readWebBuild();
    return built;
  };
  return [
    ...pageRoutes({
      oracle,
      boot,
      mounted,
      web,
      origin: `http://${config.host}:${config.port}`,
      passkeysAt: () => {
        const place = deps.passkeys.place();
        return typeof place === 'string' ? undefined : place.origin;
      },
    }),
    assetRoute(web),
    ...healthRoutes({ boot, oracle, clock, state, checks, env: config.env }),
    ...didRoutes({ did: identity?.did, publicUrl: config.publicUrl }),
    ...authRoutes({ store, identity, clock, ...clients }),
    ...deviceRoutes({ ...deps, ...clients }),
    ...delegationRoutes(deps),
    ...linkRoutes(deps),
    ...peopleRoutes({ people: deps.people, clock, publicUrl: config.publicUrl }),
    ...keyRoutes({ keys: deps.keys, clock }),
    ...auditRoutes({ store, boot }),
    ...sessionRoutes({ store, runs, boot, shares: deps.shares }),
    ...messageRoutes({ store, runs, shares: deps.shares, heartbeatMs: config.heartbeatMs }),
    ...approvalRoutes({ store, shares: deps.shares, decisions: deps.decisions }),
    ...agUiRoutes({ store, runs, left, models: deps.models, oracle, heartbeatMs: config.heartbeatMs }),
    ...a2aRoutes({ boot, store, runs, oracle, signer: identity, clock, heartbeatMs: config.heartbeatMs }),
    ...aiSdkRoutes({ store, runs, left, heartbeatMs: config.heartbeatMs }),
    ...mcpRoutes({
      boot,
      decisions: deps.decisions,
      oracle,
      stateKey: () => store.keys('doors').get('mcp-state'),
      // A question of MCP is void after ten minutes.
      spend: (what) => store.logins.consume(`mcp ${what}`, clock.now() + 600_000),
    }),
    ...openAiRoutes({
      store,
      runs,
      left,
      models: deps.models,
      middleware: boot.middleware,
      oracle,
      clock,
      heartbeatMs: config.heartbeatMs,
    }),
  ];
}

/** Routes of a plugin that becomes ready after the boot answer 503 until it is. */
function guardOf(boot: BootResult, plugin: string): Pick<MountedRoute, 'guard'> {
  const loaded = boot.plugins.find((each) => each.plugin.name === plugin);
  if (loaded?.contribution.ready === undefined) return {};
  return {
    guard() {
      const status = boot.report().find(({ name }) => name === plugin);
      if (status?.state === 'loaded') return;
      throw new OracleError('unavailable', {
        detail: `The capability ${plugin} is ${status?.state === 'pending' ? 'not ready yet' : 'not available'}.`,
        hint: 'GET /health/plugins says more.',
        headers: { 'Retry-After': '5' },
      });
    },
  };
}
