import { type AnyRoute, defineRoute, HANDLED, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Access, requireAbility } from '../access/access.js';
import { takeExport } from '../export/export-snapshot.js';
import { ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { sendArchive, topOf } from '../zip/send-folder-zip.js';
import { accessFor, ERRORS, PRIVATE, placeQuery } from './common.js';

/** All of a namespace, to take along. */
export function exportRoute(vfs: Vfs): AnyRoute {
  const limits = { maxFiles: vfs.config.zipMaxFiles, maxBytes: vfs.config.zipMaxBytes };
  return defineRoute({
    method: 'get',
    path: '/api/fs/export',
    auth: { ucan: 'fs/read' },
    summary: 'All files with their versions as one ZIP',
    description:
      'Hidden files too. `files/…` is what they hold now, `versions/<n>/…` what they held before, `manifest.json` names each with its size, SHA-256, CID and dates. What is in the trash stays out. It can be resumed.',
    request: { query: z.strictObject({ namespace: placeQuery.namespace }) },
    responses: {
      200: { description: 'The archive', contentType: 'application/zip' },
      206: { description: 'The range that was asked for', contentType: 'application/zip' },
      ...ERRORS,
      413: { description: 'More versions or bytes than an archive may hold' },
    },
    handler: async (ctx) => {
      const access = await accessFor(vfs, ctx, { ...ctx.query, hidden: 'true' });
      requireAll(access);
      const snapshot = await takeExport(vfs, access.namespace, limits);
      await sendArchive(ctx.raw, snapshot, { name: topOf(access.namespace), cacheControl: PRIVATE });
      return HANDLED;
    },
  });
}

/** An export that silently lacked something would be none. @throws OracleError `forbidden` */
function requireAll(access: Access): void {
  requireAbility(access, 'fs/read');
  if (access.root === ROOT && access.revealed.includes(ROOT)) return;
  throw new OracleError('forbidden', {
    detail: 'An export holds all files, hidden ones too, and the credential does not show all.',
    hint: 'Use an API key with the scope fs/read, or a UCAN for ixo:filesystem whose nb.hidden is ["*"].',
  });
}
