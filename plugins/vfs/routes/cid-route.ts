import { type AnyRoute, defineRoute, HANDLED, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { contentByCid } from '../drive/find-by-cid.js';
import { sendFile } from '../http/send-file.js';
import { entityNamespace } from '../paths/namespace.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ITEM_ERRORS, PRIVATE, placeQuery } from './common.js';

/** Where the claims of an entity keep their evidence, one folder a collection. */
const CLAIMS = '/.claims';

/** `GET /api/fs/cid/:cid`: content by what it is, where a record says no more than that. */
export function cidRoute(vfs: Vfs): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/api/fs/cid/:cid',
    auth: { ucan: 'fs/read' },
    summary: 'Download content by its CID',
    description:
      'Looks through what the credential reaches: what files hold now, then what they held before. `entity` and `collection` narrow it to the claims of an entity, which are hidden as all that begins with a dot.',
    request: {
      params: z.object({ cid: z.string().max(128) }),
      query: z.object({
        ...placeQuery,
        entity: z.string().max(256).optional().describe('DID of the entity whose files are meant.'),
        collection: z.string().max(255).optional().describe('Only the claims of this collection.'),
      }),
    },
    responses: {
      200: { description: 'The content', contentType: 'application/octet-stream' },
      206: { description: 'The range that was asked for', contentType: 'application/octet-stream' },
      304: { description: 'Unchanged' },
      ...ITEM_ERRORS,
    },
    handler: async (ctx) => {
      const { entity, collection, hidden } = ctx.query;
      const namespace = entity === undefined ? ctx.query.namespace : namespaceOf(entity);
      const access = await accessFor(vfs, ctx, { namespace, hidden });
      const folder = folderOf(access, collection);
      const { file, version } = await contentByCid(vfs, access, ctx.params.cid, folder);
      const download = { ...version, name: file.name, path: file.path, updatedAt: version.createdAt };
      await sendFile(ctx.raw, vfs.files, download, { cacheControl: PRIVATE });
      return HANDLED;
    },
  });
}

/** @throws OracleError `invalid_request` */
function namespaceOf(entity: string): string {
  const namespace = entityNamespace(entity);
  if (namespace !== undefined) return namespace;
  throw invalid('entity', 'must be a DID, such as did:ixo:entity:abc');
}

/** @throws OracleError `invalid_request` */
function folderOf(access: Access, collection: string | undefined): NamespacePath {
  if (collection === undefined) return access.root;
  if (collection.includes('/')) throw invalid('collection', 'must be an id, without /');
  return parsePath(`${CLAIMS}/${collection}`, 'collection');
}

function invalid(field: string, message: string): OracleError {
  return new OracleError('invalid_request', { detail: `${field} ${message}.`, errors: [{ field, message }] });
}
