import { z } from 'zod';
import type { BootResult } from '../../boot/types.js';
import { decodeCursor, toPage } from '../../kit/index.js';
import { type AnyRoute, defineRoute, refuseCursor } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import { mergeAudit } from '../merge-audit.js';
import { pageQuery, timeSchema, toTime } from './schemas.js';

const entrySchema = z.object({
  at: timeSchema,
  source: z.string().describe('The plugin that recorded it; `oracle` for the runtime.'),
  action: z.string(),
  subject: z.string().describe('What it was done to.'),
  actor: z.string().describe('DID in whose name it was done.'),
  invoker: z.string().describe('Who did it: the DID of the actor or of a delegate, or `oracle`.'),
  requestId: z.string().optional(),
  details: z.record(z.string(), z.string()).optional(),
});

export interface AuditRouteDeps {
  readonly store: Pick<Store, 'audit'>;
  readonly boot: Pick<BootResult, 'audits'>;
}

/** What was done in whose name, for the operator: changes of files, and what the oracle did by delegations. */
export function auditRoutes({ store, boot }: AuditRouteDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/audit',
      auth: 'any',
      scope: 'admin',
      summary: 'Who did what, in whose name',
      request: {
        query: pageQuery.extend({
          actor: z.string().max(512).optional().describe('Only what was done in the name of this DID.'),
        }),
      },
      responses: {
        200: {
          description: 'Newest first.',
          schema: z.object({ entries: z.array(entrySchema), cursor: z.string().optional() }),
        },
      },
      async handler({ query }) {
        const { limit, cursor, actor } = query;
        const sources = [{ name: 'oracle', source: store.audit }, ...boot.audits];
        const rows = await mergeAudit(sources, {
          limit: limit + 1,
          ...(cursor === undefined
            ? {}
            : { after: decodeCursor(cursor, ['number', 'string', 'string']) ?? refuseCursor() }),
          ...(actor === undefined ? {} : { actor }),
        });
        const page = toPage(
          rows,
          limit,
          ({ id: _, at, ...entry }) => ({ at: toTime(at), ...entry }),
          ({ at, source, id }) => [at, source, id],
        );
        return { entries: page.items, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
      },
    }),
  ];
}
