import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ChainQueries } from '../service.js';

/** Queries in one list that a model can still read. */
const MOST_LISTED = 40;

export function listQueriesOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_list_queries',
    title: 'List the queries of the chain',
    description:
      'Lists the queries that the chain answers: the method name for chain_query, its parameters and the fields of ' +
      'its answer. Search narrows it to those that hold every word.',
    effect: 'read',
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
    answer: { description: 'The queries, and how many more there are' },
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
  });
}
