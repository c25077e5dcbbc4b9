import {
  type AnyOperation,
  type AnyRoute,
  defineOperation,
  defineRoute,
  reply,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { plainWords } from '../schemas/plain-words.js';
import { inPlaceOfOwner } from '../services/in-place-of-owner.js';
import { readingsBehind } from '../services/period-records.js';
import { type Replacements, replaceUnits } from '../services/replacements.js';
import type { SamplingService } from '../services/sampling-service.js';
import { exportTrail, recordPublication } from '../services/trails.js';
import { designId, reason } from './design-operations.js';
import { selectionId } from './selection-operations.js';

const NOT_FOUND = { 404: 'No such design of this owner' };

/** The trail of a design: what happened, in what order, signed. */
export function trailOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'get_trail',
      title: 'Read the trail of a design',
      description:
        'The signed trail of a design in one file: every entry, its marks, the records of its draws, and how to check it.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ designId }),
      answer: { description: 'The trail' },
      tool: false,
      route: { method: 'get', path: '/v1/sampling/:designId/trail', errors: NOT_FOUND },
      run: (input, { principal }) => exportTrail(service, principal, input.designId),
    }),
    defineOperation({
      name: 'record_publication',
      title: 'Record where a trail was published',
      description: 'Records where the head of the trail of a design was published, for others to look it up.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: z.object({
        designId,
        where: plainWords(500).describe('Such as an address or a gazette'),
        at: z.iso.datetime().optional().describe('When; default now'),
      }),
      answer: { description: 'The head that was published' },
      tool: false,
      route: {
        method: 'post',
        path: '/v1/sampling/:designId/trail/publications',
        status: 201,
        errors: NOT_FOUND,
      },
      run: (input, { principal }) => recordPublication(service, principal, input),
    }),
    defineOperation({
      name: 'replace_units',
      title: 'Replace units of a draw',
      description: 'Calls replacements of a draw for lost units.',
      effect: 'write',
      scope: 'sampling',
      input: z.object({
        selectionId,
        units: withWords(
          z.array(z.string().min(1).max(1000)).min(1).max(10_000).describe('Such as HH-00012'),
          { aliases: ['replace', 'unit', 'units', 'household', 'home'] },
        ),
        // Nobody chooses one: it is refused where another is next.
        standIn: z.string().optional(),
        reason,
      }),
      answer: { description: 'Who stands in for whom' },
      approval: 'always',
      describe: ({ selectionId: id, units, standIn }) =>
        `Replace ${units.join(', ')} of ${id} by ${standIn === undefined ? 'the next replacements' : `${standIn}, if that is the next replacement`}`,
      summary: ({ replaced }: Replacements) =>
        replaced.map(({ unitId, by }) => `${by} stands in for ${unitId}.`).join(' '),
      route: {
        method: 'post',
        path: '/v1/sampling/selections/:selectionId/replacements',
        status: 201,
        errors: {
          404: 'No such selection of this owner',
          409: 'A draw of no design',
          422: 'No replacement is left',
        },
      },
      run: ({ selectionId: id, units, standIn, reason: why }, { principal }) =>
        replaceUnits(
          service,
          principal,
          id,
          units.map((unitId) => ({ unitId, reason: why })),
          standIn,
        ),
      undo: () => ({ whyNot: 'replacements are called in order, and the trail keeps who was called' }),
    }),
  ];
}

/** `GET /v1/sampling/periods/:periodId/readings`: what an analysis was computed from. */
export function readingsRoute(service: SamplingService): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/v1/sampling/periods/:periodId/readings',
    auth: 'any',
    scope: 'sampling',
    summary: 'Download the readings behind an analysis',
    request: { params: z.object({ periodId: z.string().describe('Identifier of a stored period') }) },
    responses: {
      200: {
        description: 'One JSON object a line; its SHA-256 is the `basis.readingsSha256` of the analysis',
        contentType: 'application/x-ndjson',
      },
      404: { description: 'No such period, or one without kept readings' },
    },
    handler: async ({ params, principal }) =>
      reply({
        headers: {
          'Content-Type': 'application/x-ndjson; charset=utf-8',
          'Content-Disposition': `attachment; filename="${params.periodId}.ndjson"`,
        },
        body: await readingsBehind(
          service,
          await inPlaceOfOwner(service, principal, params, 'read'),
          params.periodId,
        ),
      }),
  });
}
