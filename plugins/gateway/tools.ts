import { type AnyTool, type ChainQueries, defineTool } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Queries in one list, and records in one page, that a model can still read. */
const MOST_LISTED = 40;
const PAGE = 20;
const LARGEST_PAGE = 100;

/** What the agent may ask the chain. Nothing here can write. */
export function chainTools(queries: ChainQueries): AnyTool[] {
  return [
    defineTool({
      name: 'chain_list_queries',
      description:
        'Lists the queries that the chain answers: the method name for chain_query, its parameters and the fields of ' +
        'its answer. Search narrows it to those that hold every word.',
      input: z.object({
        search: z
          .string()
          .max(200)
          .optional()
          .meta({
            description: 'Words such as `claims collection`',
            examples: ['claims', 'entity metadata'],
          }),
      }),
      idempotent: true,
      async run({ search }) {
        const found = await queries.list(search);
        const shown = found.slice(0, MOST_LISTED).map(({ method, paths, params, answer }) => ({
          method,
          path: paths[0],
          params: params.map(({ name, type, repeated }) => `${name}: ${type}${repeated ? '[]' : ''}`),
          answer,
        }));
        const more = found.length - shown.length;
        return more > 0
          ? { queries: shown, more, note: `${more} further queries: narrow the search.` }
          : { queries: shown };
      },
    }),
    defineTool({
      name: 'chain_query',
      description:
        'Asks the chain one query, read-only. Integers of 64 bits and amounts are strings. Lists come in pages: while ' +
        '`nextKey` is there, ask again with params.pagination.key set to it.',
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
      idempotent: true,
      timeoutMs: 30_000,
      async run({ method, params }, rt) {
        const paged = await takesPages(queries, method);
        const { body, height } = await queries.query(method, paged ? withPage(params) : params, rt.signal);
        const nextKey = nextKeyOf(body);
        return {
          ...(height === undefined ? {} : { height }),
          ...(nextKey === undefined ? {} : { nextKey }),
          answer: body,
        };
      },
    }),
  ];
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
