import type { RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { RunManager } from '../agent/run-manager-types.js';
import type { Authenticator, Identity } from '../auth/types.js';
import type { StoredDelegations } from '../auth/ucan/types.js';
import type { Boot, BootResult } from '../boot/types.js';
import type { Config } from '../config-types.js';
import { type AnyRoute, type Clock, type Logger, OracleError, type OracleInfo } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import { createCors } from './cors.js';
import { mountFallback } from './fallback.js';
import { createHostCheck } from './known-hosts.js';
import { type MountDeps, type MountedRoute, mountRoute } from './mount-route.js';
import { sendProblem } from './problem.js';
import { createRateLimits } from './rate-limit.js';
import { assignRequestId } from './request-id.js';
import { logRequest } from './request-log.js';
import { authRoutes } from './routes/auth.js';
import { delegationRoutes } from './routes/delegations.js';
import { didRoutes } from './routes/did.js';
import { healthRoutes, type ProcessState } from './routes/health.js';
import { messageRoutes } from './routes/messages.js';
import { pageRoutes } from './routes/pages.js';
import { sessionRoutes } from './routes/sessions.js';
import { securityHeaders } from './security-headers.js';

export { answerClientError } from './client-error.js';

/** Owner of the core's own routes, in the API document and in messages. */
const CORE = 'oracle';

export interface HttpDeps {
  readonly config: Config;
  readonly boot: BootResult & Pick<Boot, 'health'>;
  readonly runs: RunManager;
  readonly store: Store;
  readonly authenticator: Authenticator;
  readonly delegations: StoredDelegations;
  readonly identity: Identity | undefined;
  readonly oracle: OracleInfo;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly state: () => ProcessState;
}

/**
 * The HTTP app: the core's routes and those of the plugins, all mounted by `mountRoute`. It only answers
 * requests; listening, timeouts and draining belong to whoever owns the server.
 * @throws OracleError `plugin_invalid` for a route that cannot be mounted.
 */
export function createHttpApp(deps: HttpDeps): RequestListener {
  const { config, boot, logger, state } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.set('etag', false);
  app.set('query parser', false);
  // One proxy: trusting every hop would let a client choose its own address.
  app.set('trust proxy', config.trustProxy ? 1 : false);

  const cors = createCors(config.corsOrigins);
  app.use(function prepare(request: Request, response: Response, next: NextFunction) {
    assignRequestId(request, response);
    logRequest(request, response, logger);
    cors.allowOrigin(request, response);
    if (state() === 'draining') response.setHeader('Connection', 'close');
    next();
  });
  const secure = securityHeaders();
  app.use(secure);

  const mounted: readonly MountedRoute[] = [
    ...coreRoutes(deps, () => mounted).map((route) => ({ plugin: CORE, route })),
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
    checkHost: createHostCheck(config),
    ...limitsOf(config),
  };
  for (const each of mounted) mountRoute(app, each, mountDeps);
  mountFallback(app, mounted, cors);
  app.use(function answerError(thrown: unknown, _request: Request, response: Response, _next: NextFunction) {
    sendProblem(response, thrown, logger, response.locals['errorAnswer']);
  });
  return function answer(request, response) {
    // Express passes by all of the above for a request target in which it finds no path, such as `//?=@#`.
    app(request as Request, response as Response, function refuseTarget() {
      assignRequestId(request, response);
      secure(request, response, () => sendProblem(response, noPath(), logger));
    });
  };
}

function noPath(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The request target is no path.',
    hint: 'Ask for a path that starts with one slash, such as /health.',
  });
}

function limitsOf(config: Config): Pick<MountDeps, 'limits' | 'failedAuth'> {
  const limits = createRateLimits(config.rateLimitPerMinute);
  return { limits, failedAuth: limits.failedAuth };
}

function coreRoutes(deps: HttpDeps, mounted: () => readonly MountedRoute[]): AnyRoute[] {
  const { config, boot, runs, store, identity, oracle, clock, state } = deps;
  return [
    ...pageRoutes({ oracle, boot, mounted, origin: `http://${config.host}:${config.port}` }),
    ...healthRoutes({ boot, oracle, clock, state, env: config.env }),
    ...didRoutes({ did: identity?.did, publicUrl: config.publicUrl }),
    ...authRoutes({ store, identity, clock }),
    ...delegationRoutes(deps),
    ...sessionRoutes({ store, runs }),
    ...messageRoutes({ store, runs, heartbeatMs: config.heartbeatMs }),
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
