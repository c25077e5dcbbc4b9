import { type AnyRoute, defineRoute, OracleError, type Principal } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { isSeenAlready, type Sight, sightOf } from '../access/onlookers.js';
import { sightOfRestored } from '../access/onlookers-of-restored.js';
import { fileHere } from '../drive/find.js';
import { findTrashed } from '../drive/restore.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ITEM_ERRORS, placeQuery } from './common.js';

/** Whoever asks its person before something is shown to others asks here, whatever way it comes there. */
export function sightRoute(vfs: Vfs): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/api/fs/sight',
    auth: { ucan: 'fs/list' },
    summary: 'Who else reads what is stored at a path',
    description:
      'Everybody, where the file there or a folder above is public; some, where a folder above is shared or somebody else’s. `at` is what makes it so.',
    request: {
      query: z.object({
        ...placeQuery,
        path: z.string(),
        from: z
          .string()
          .optional()
          .describe('What would move there: nobody is named who reads it already where it is.'),
        trashedAt: z.coerce
          .number()
          .int()
          .optional()
          .describe('What was at the path and went into the trash at that time: who would read it again.'),
      }),
    },
    responses: {
      200: {
        description: 'Who reads it beside its owner',
        schema: z.object({
          seenBy: z.enum(['everybody', 'some', 'nobody']),
          at: z.string().optional().describe('The file or folder that is public or shared.'),
          why: z.string().optional(),
        }),
      },
      ...ITEM_ERRORS,
    },
    handler: async (ctx) => {
      const { path, from, trashedAt } = ctx.query;
      if (from !== undefined && trashedAt !== undefined)
        throw new OracleError('invalid_request', {
          detail: 'from and trashedAt are two questions: what moves is in no trash.',
          errors: [{ field: 'from', message: 'give from or trashedAt' }],
        });
      const access = await accessFor(vfs, ctx, ctx.query);
      const sight = await lookedFor(vfs, access, ctx.principal, {
        path: parsePath(path),
        from: from === undefined ? undefined : parsePath(from, 'from'),
        trashedAt,
      });
      if (sight === undefined) return { seenBy: 'nobody' as const };
      const { at, isPublic, why } = sight;
      return { seenBy: isPublic ? ('everybody' as const) : ('some' as const), at, why };
    },
  });
}

async function lookedFor(
  vfs: Vfs,
  access: Access,
  principal: Principal,
  {
    path,
    from,
    trashedAt,
  }: {
    readonly path: NamespacePath;
    readonly from: NamespacePath | undefined;
    readonly trashedAt: number | undefined;
  },
): Promise<Sight | undefined> {
  requireAbility(access, 'fs/list');
  for (const each of [path, from]) if (each !== undefined) requireScope(access, each);
  if (trashedAt !== undefined)
    return sightOfRestored(vfs, access, principal, await findTrashed(vfs, access, path, trashedAt));
  const sight = await sightOf(vfs, access, principal, path);
  if (sight === undefined || from === undefined) return sight;
  const moved = (await fileHere(vfs, access, from)) ?? (await vfs.files.findFolderAt(access.namespace, from));
  return isSeenAlready(sight, moved) ? undefined : sight;
}
