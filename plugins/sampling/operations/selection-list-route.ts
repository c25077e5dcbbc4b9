import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { selectionCsv } from '../files/selection-files.js';
import { inPlaceOfOwner } from '../services/in-place-of-owner.js';
import type { SamplingService } from '../services/sampling-service.js';

/** `GET /v1/sampling/selections/:selectionId/list`: what a field team takes along. */
export function selectionListRoute(service: SamplingService): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/v1/sampling/selections/:selectionId/list',
    auth: 'any',
    scope: 'sampling',
    summary: 'Download the selected units as CSV',
    request: { params: z.object({ selectionId: z.string().describe('Identifier of a stored selection') }) },
    responses: {
      200: { description: 'One row a unit, replacements after the selected', contentType: 'text/csv' },
      404: { description: 'No such selection of this owner' },
    },
    handler: async ({ params, principal }) => {
      const { document } = await service.selections.get(
        (await inPlaceOfOwner(service, principal, params, 'read')).id,
        params.selectionId,
      );
      return reply({
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${params.selectionId}.csv"`,
        },
        body: selectionCsv(document.record),
      });
    },
  });
}
