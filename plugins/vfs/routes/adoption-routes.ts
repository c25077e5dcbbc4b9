import { type AnyRoute, defineRoute, OracleError, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { adopt, release, requireOperator } from '../adoption/adopt.js';
import { listNamespaces } from '../adoption/list-namespaces.js';
import { asNamespace, type Namespace } from '../paths/namespace.js';
import type { Vfs } from '../vfs.js';
import { ERRORS, ITEM_ERRORS } from './common.js';

const PAGE = 500;
const named = z.strictObject({ namespace: z.string().max(512) });
const namespaceSchema = z.object({
  namespace: z.string(),
  owner: z.string().optional(),
  usedBytes: z.number().int(),
  adoptedAt: z.number().int().optional(),
  home: z.literal(true).optional().describe('The own files of its owner are there.'),
});

/** Whose the namespaces are, for the oracle's owner alone: not for keys, which others hold. */
export function adoptionRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/fs/namespaces',
      auth: 'any',
      summary: 'All namespaces and their owners',
      request: { query: z.strictObject({ after: z.string().max(512).optional() }) },
      responses: {
        200: {
          description: 'A page; go on with the last namespace as `after` while there is `more`',
          schema: z.object({ namespaces: z.array(namespaceSchema), more: z.boolean() }),
        },
        ...ERRORS,
      },
      handler: async (ctx) => {
        requireOperator(ctx.principal);
        const found = await listNamespaces(vfs, { limit: PAGE + 1, after: ctx.query.after });
        return { namespaces: found.slice(0, PAGE), more: found.length > PAGE };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/fs/adoptions',
      auth: 'any',
      effect: 'destructive',
      summary: 'Take over the namespace of an owner that is gone',
      description:
        'It belongs to the oracle’s owner from now on, who reaches it with `namespace`; whose it was reaches it no more. With `home` the owner’s own files are there, by every door; with `home` and the owner’s own namespace that is taken back.',
      request: { body: named.extend({ home: z.boolean().default(false) }) },
      responses: {
        204: { description: 'Yours' },
        ...ITEM_ERRORS,
        409: { description: 'It is your own namespace' },
      },
      handler: async (ctx) => {
        const { namespace, home } = ctx.body;
        await adopt(vfs, ctx, { namespace: namespaceOf(namespace), home });
        return reply({ status: 204 });
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/adoptions',
      auth: 'any',
      summary: 'Give an adopted namespace back',
      request: { query: named },
      responses: { 204: { description: 'It is again whose it was' }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        await release(vfs, ctx, namespaceOf(ctx.query.namespace));
        return reply({ status: 204 });
      },
    }),
  ];
}

function namespaceOf(text: string): Namespace {
  const namespace = asNamespace(text);
  if (namespace !== undefined) return namespace;
  throw new OracleError('invalid_request', {
    detail: 'The namespace is not valid.',
    hint: 'Such as user:z6Mk…; GET /api/fs/namespaces lists them.',
    errors: [{ field: 'namespace', message: 'must be user:<id> or entity:<did>' }],
  });
}
