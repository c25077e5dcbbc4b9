import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { designPage, designRecord, verificationStatus } from '../schemas/design-record-schema.js';
import { designBody, projectId } from '../schemas/design-schema.js';
import { designSample, readerOf, type SamplingService } from '../service.js';

/** Creating, listing and reading designs. */
export function designRoutes(service: SamplingService): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/sampling',
      auth: 'any',
      scope: 'sampling',
      summary: 'Design a sample',
      description:
        'Sizes a sample for a population, with every step of the calculation, and stores the design.',
      request: { body: designBody(service.profiles) },
      responses: {
        201: { description: 'The sample design', schema: designRecord },
        400: { description: 'Invalid sampling parameters' },
        409: { description: 'Conflicting stratum definitions' },
        422: { description: 'Insufficient population data' },
      },
      handler: async ({ body, principal }) => {
        const design = await designSample(service, principal, body);
        return reply({ status: 201, headers: { Location: `/v1/sampling/${design.designId}` }, body: design });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/sampling',
      auth: 'any',
      scope: 'sampling',
      summary: 'List sample designs, newest first',
      request: {
        query: z.object({
          limit: z.coerce.number().int().min(1).max(100).default(20),
          cursor: z.string().optional(),
          projectId: projectId.optional(),
          status: verificationStatus.optional(),
        }),
      },
      responses: { 200: { description: 'A page of designs', schema: designPage } },
      handler: ({ query, principal }) => service.designs.list(readerOf(principal), query),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/sampling/:id',
      auth: 'any',
      scope: 'sampling',
      summary: 'Read a sample design',
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: { description: 'The sample design', schema: designRecord },
        404: { description: 'No such design of this owner' },
      },
      handler: ({ params, principal }) => service.designs.get(readerOf(principal), params.id),
    }),
  ];
}
