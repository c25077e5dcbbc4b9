import { a2aErrorAnswer } from '../doors/a2a/errors.js';
import { agUiErrorAnswer } from '../doors/ag-ui/errors.js';
import { openAiErrorAnswer } from '../doors/openai/errors.js';
import { OracleError } from '../plugin/index.js';
import type { Cors } from './cors.js';
import type { Exchange } from './exchange.js';
import { undecodablePath } from './problem.js';
import type { Match } from './router.js';

/** What OpenAI's clients ask for below `/v1`, where plugins have routes too. */
const OPEN_AI =
  /^\/v1\/(?:assistants|audio|batches|chat|completions|conversations|embeddings|files|fine_tuning|images|models|moderations|realtime|responses|threads|uploads|vector_stores)(?:\/|$)|^\/v1\/?$/;
/** Other doors whose clients read errors in a shape of their own alone. */
const DOORS = [
  [/^\/ag-ui\//, agUiErrorAnswer],
  [/^\/a2a\//, a2aErrorAnswer],
] as const;

/** The shape of an error for whoever asks for a path that no route has, where that is none of ours. */
function foreignAnswer({ path, request }: Exchange): Exchange['errorAnswer'] {
  // Their packages name themselves in each request.
  const isTheirs = path.startsWith('/v1/') && request.headers['x-stainless-lang'] !== undefined;
  if (isTheirs || OPEN_AI.test(path)) return openAiErrorAnswer;
  return DOORS.find(([below]) => below.test(path))?.[1];
}

/**
 * Answers what no route took: 204 with `Allow` for OPTIONS (and CORS for a preflight); for the caller to answer it
 * throws 405 with `Allow` where the path exists and 404 elsewhere.
 * @param others the routes of other methods at the path
 */
export function answerUnmatched(exchange: Exchange, others: readonly Match[], cors: Cors): void {
  const { request, path } = exchange;
  if (others.length === 0) {
    exchange.errorAnswer = foreignAnswer(exchange);
    throw isDecodable(path) ? unknownPath() : undecodablePath();
  }
  const methods = others.flatMap(({ route }) =>
    route.method === 'get' ? ['GET', 'HEAD'] : [route.method.toUpperCase()],
  );
  const allowed = [...methods, 'OPTIONS'];
  const { response } = exchange;
  response.setHeader('Allow', allowed.join(', '));
  if (request.method !== 'OPTIONS') {
    exchange.errorAnswer = others[0]?.route.errorAnswer;
    throw new OracleError('method_not_allowed', {
      detail: `${request.method} is not possible here.`,
      hint: `This path answers ${allowed.join(', ')}.`,
    });
  }
  for (const { route } of others)
    for (const [name, value] of Object.entries(route.optionsHeaders ?? {})) response.setHeader(name, value);
  const preflight = request.headers['access-control-request-method'] !== undefined;
  if (preflight && response.hasHeader('Access-Control-Allow-Origin')) {
    cors.answerPreflight(request, response, allowed);
  }
  response.writeHead(204).end();
}

/**
 * Where a request goes that put an address ending in `/` before a path: `//health` to `/health`. Undefined for any other
 * path, and for one that a client could take for the name of a host.
 */
export function withoutLeadingSlashes({
  request,
  path,
}: Pick<Exchange, 'request' | 'path'>): string | undefined {
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return undefined;
  const clean = path.replace(/^\/{2,}/, '/');
  return clean !== path && /^\/[\w.~-]/.test(clean) ? clean : undefined;
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
