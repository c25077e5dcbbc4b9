import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ChainQueries } from '../service.js';

/** Records in one page that a model can still read. */
const PAGE = 20;
const LARGEST_PAGE = 100;

/** Over HTTP the chain is asked below the gateway's prefix, as a node's own REST server is. */
export function queryOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_query',
    title: 'Ask the chain',
    description:
      'Asks the chain one query, read-only. Integers of 64 bits and amounts are strings. Lists come in pages: while ' +
      '`nextKey` is there, ask again with params.pagination.key set to it.',
    effect: 'read',
    input: z.object({
      method: z
        .string()
        .min(1)
        .max(200)
        .meta({ description: 'From chain_list_queries', examples: ['ixo.claims.v1beta1.Query/ClaimList'] }),
      params: z
        .record(z.string(), z.unknown())
        .default({})
        .meta({ description: 'Request fields, nested as objects: { "pagination": { "limit": 20 } }' }),
    }),
    answer: { description: 'The answer as the chain prints it, with the height of the data' },
    tool: { timeoutMs: 30_000 },
    async run({ method, params }, { signal }) {
      const paged = await takesPages(queries, method);
      const { body, height } = await queries.query(method, paged ? withPage(params) : params, signal);
      const nextKey = nextKeyOf(body);
      return {
        ...(height === undefined ? {} : { height }),
        ...(nextKey === undefined ? {} : { nextKey }),
        answer: body,
      };
    },
  });
}

async function takesPages(queries: ChainQueries, method: string): Promise<boolean> {
  const query = (await queries.list()).find((each) => each.method === method);
  return query?.params.some(({ name }) => name === 'pagination.key') === true;
}

/** Pages by key only: an offset skips and repeats records while the chain moves. */
function withPage(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { pagination, ...rest } = params;
  const given = typeof pagination === 'object' && pagination !== null ? { ...pagination } : {};
  const limit = 'limit' in given ? Math.trunc(Number(given.limit)) : PAGE;
  const page: Record<string, unknown> = { ...given, limit: limit > 0 ? Math.min(limit, LARGEST_PAGE) : PAGE };
  delete page['offset'];
  return { ...rest, pagination: page };
}

function nextKeyOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const { pagination } = body;
  if (typeof pagination !== 'object' || pagination === null || !('next_key' in pagination)) return undefined;
  return typeof pagination.next_key === 'string' && pagination.next_key !== ''
    ? pagination.next_key
    : undefined;
}
