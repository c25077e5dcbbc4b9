import { type AnyRoute, defineRoute, type Logger, type RouteAuth, reply } from 'oracle-runtime/plugin';
import type { ChainGateway } from '../chain/chain-gateway.js';
import { errorAnswer } from './error-answer.js';

export interface RouteOptions {
  readonly prefixes: readonly string[];
  readonly auth: RouteAuth;
  readonly unmatched: '404' | '501';
  readonly broadcast: boolean;
  readonly logger: Logger;
}

/** One route a prefix: what lies below it is known only once the chain has described itself. */
export function gatewayRoutes(open: () => Promise<ChainGateway>, options: RouteOptions): AnyRoute[] {
  const { prefixes, auth, unmatched, broadcast, logger } = options;
  // Loaded with the first request, as the gateway is; later ones find both at hand.
  let opened: readonly [ChainGateway, typeof import('./serve.js')] | undefined;
  const load = async () => {
    opened = await Promise.all([open(), import('./serve.js')]);
    return opened;
  };
  const route = (method: 'get' | 'post', prefix: string) =>
    defineRoute({
      method,
      path: `/${prefix}/*path`,
      whilePending: true,
      movesSlashes: true,
      // A question with a body is none that stores anything.
      whenDiskFull: true,
      auth,
      ...(method === 'get'
        ? {
            summary: `Queries of the chain; GET /${prefix}/openapi.json lists them`,
            description:
              'Answers as the REST server of a chain node does, errors included: { code, message, details }. ' +
              'X-Cosmos-Block-Height asks for a height and tells the height of the data.',
            request: { params: 'raw' as const },
          }
        : {
            summary: 'Queries of the chain with a body: transactions are simulated, encoded and decoded',
            description: 'POST /cosmos/tx/v1beta1/txs sends one where GATEWAY_BROADCAST is true.',
            request: { params: 'raw' as const, body: 'raw' as const },
          }),
      responses: {
        200: { description: 'The answer of the chain', contentType: 'application/json' },
        400: { description: 'A parameter or a header does not fit', contentType: 'application/json' },
        404: {
          description: 'No such query, or the chain has no such record',
          contentType: 'application/json',
        },
        501: { description: 'The node does not implement the query', contentType: 'application/json' },
        503: { description: 'The node cannot be reached, or is busy', contentType: 'application/json' },
        504: { description: 'The node did not answer in time', contentType: 'application/json' },
      },
      errorAnswer: errorAnswer(unmatched),
      async handler(context) {
        const [gateway, { serve }] = opened ?? (await load());
        return serve(gateway, context, { auth, unmatched, broadcast, logger });
      },
    });
  const shared = prefixes.flatMap((prefix) => [route('get', prefix), route('post', prefix)]);
  const metrics = defineRoute({
    method: 'get',
    path: '/gateway/metrics',
    auth: 'any',
    scope: 'gateway-metrics',
    whilePending: true,
    summary: 'Counts and times of chain queries by method, for Prometheus',
    responses: { 200: { description: 'Prometheus text', contentType: 'text/plain' } },
    async handler() {
      const gateway = await open();
      return reply({
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
        body: gateway.metrics.render(gateway.inFlight),
      });
    },
  });
  return [...shared, metrics];
}
