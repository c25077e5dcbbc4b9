import type { NextFunction, Request, Response, Router } from 'express';
import { OracleError, type Route } from '../plugin/index.js';
import type { Cors } from './cors.js';
import { exchangeOf } from './exchange.js';
import { matcherOf } from './match-path.js';
import type { MountedRoute } from './mount-route.js';
import { undecodablePath } from './problem.js';

interface Pattern {
  readonly matcher: string | RegExp;
  readonly allowed: Set<string>;
  readonly optionsHeaders: Map<string, string>;
  readonly errorAnswer: Route['errorAnswer'] | undefined;
}

/**
 * Answers what no route took: 204 with `Allow` for OPTIONS (and CORS for a preflight), 405 with `Allow` where
 * the path exists, 404 elsewhere. Mount it last.
 */
export function mountFallback(
  router: Router,
  mounted: readonly Pick<MountedRoute, 'route'>[],
  cors: Cors,
): void {
  const methods = new Map<string, Pattern>();
  for (const { route } of mounted) {
    const known = methods.get(route.path) ?? {
      matcher: matcherOf(route),
      allowed: new Set(),
      optionsHeaders: new Map(),
      errorAnswer: route.errorAnswer,
    };
    known.allowed.add(route.method.toUpperCase());
    if (route.method === 'get') known.allowed.add('HEAD');
    for (const [name, value] of Object.entries(route.optionsHeaders ?? {}))
      known.optionsHeaders.set(name, value);
    methods.set(route.path, known);
  }
  // Several patterns can match one path (`/x/:id`, `/x/*rest`), so each adds its own before the last one answers.
  for (const { matcher, allowed, optionsHeaders, errorAnswer } of methods.values()) {
    router.route(matcher).all(function noteAllowed(request: Request, response: Response, next: NextFunction) {
      const noted: readonly string[] = response.locals['allowed'] ?? [];
      response.locals['allowed'] = [...noted, ...allowed];
      if (request.method === 'OPTIONS') response.setHeaders(optionsHeaders);
      exchangeOf(response).errorAnswer ??= errorAnswer;
      next();
    });
  }
  router.use(function answerUnmatched(request: Request, response: Response) {
    const noted: readonly string[] | undefined = response.locals['allowed'];
    if (noted === undefined) throw isDecodable(request.path) ? unknownPath() : undecodablePath();
    const allowed = [...new Set([...noted, 'OPTIONS'])];
    exchangeOf(response).response.setHeader('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') {
      const preflight = request.headers['access-control-request-method'] !== undefined;
      if (preflight && response.hasHeader('Access-Control-Allow-Origin')) {
        cors.answerPreflight(request, response, allowed);
      }
      response.writeHead(204).end();
      return;
    }
    throw new OracleError('method_not_allowed', {
      detail: `${request.method} is not possible here.`,
      hint: `This path answers ${allowed.join(', ')}.`,
    });
  });
}

/** Says nothing about the path, so that a hidden thing and a thing that never was look the same. */
function unknownPath(): OracleError {
  return new OracleError('not_found', {
    detail: 'There is nothing at this path.',
    hint: 'See /docs for what there is.',
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
