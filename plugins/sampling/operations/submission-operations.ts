import {
  type AnyOperation,
  type AnyRoute,
  defineOperation,
  defineRoute,
  reply,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { submissionCsv } from '../files/submission-files.js';
import { projectId } from '../schemas/design-schema.js';
import { page } from '../schemas/page-schema.js';
import { monitoringPeriod } from '../schemas/period-schema.js';
import { plainWords } from '../schemas/plain-words.js';
import type { SamplingService } from '../services/sampling-service.js';
import { deliverSubmission, prepareSubmission, recordDraw } from '../services/submissions.js';
import type { SubmissionRecord } from '../store/submissions-store.js';
import { isUri, uriFault } from '../submission/submission-faults.js';
import { designId } from './design-operations.js';
import { seedInput } from './draw-terms.js';

const submissionId = withWords(
  z
    .string()
    .regex(/^submission-[A-Za-z0-9-]{1,60}$/, 'must be an id such as submission-2f0f…')
    .describe('Such as submission-2f0f…'),
  { aliases: ['submission', 'submission id'] },
);

const NOT_FOUND = { 404: 'No such submission of this owner' };

const summary = ({ submissionId: id, document, status }: SubmissionRecord) =>
  `Submission ${id} (${status}): ${document.counts.active} active and ${document.counts.planned} planned projects, ${document.monitoringPeriod.label}.`;

/** A submission as a conversation shows it: a sentence with its counts, then all of it. */
export function presentSubmission(record: SubmissionRecord) {
  return { summary: summary(record), ...record };
}

const project = z.object({
  projectId,
  status: z.enum(['active', 'planned']),
  name: z.string().max(500).optional(),
  designId: designId.optional(),
});

const reference = z.object({
  title: z.string().min(1).max(500).optional(),
  uri: z
    .string()
    .min(1)
    .max(2000)
    .refine(isUri, { error: ({ input }) => uriFault(String(input)) })
    .describe('https://…, ipfs://…, did:…'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

const submissionInput = z.object({
  monitoringPeriod,
  projects: z.array(project).max(10_000).optional(),
  activeProjects: withWords(z.array(projectId).max(10_000).optional(), {
    aliases: ['active', 'active projects'],
  }),
  plannedProjects: withWords(z.array(projectId).max(10_000).optional(), {
    aliases: ['planned', 'planned projects'],
  }),
  erCoverage: withWords(
    z.number().min(0).max(1).describe('Share of the claimed reductions in the samples, such as 0.85'),
    { aliases: ['er coverage', 'coverage'] },
  ),
  references: z.array(reference).max(1000).default([]),
});

/** Projects that a person is shown of each kind. */
const SHOWN = 10;

/** All projects of a request, however they are listed. */
function projectsOf({
  projects = [],
  activeProjects = [],
  plannedProjects = [],
}: Pick<z.infer<typeof submissionInput>, 'projects' | 'activeProjects' | 'plannedProjects'>) {
  return [
    ...projects,
    ...activeProjects.map((id) => ({ projectId: id, status: 'active' as const })),
    ...plannedProjects.map((id) => ({ projectId: id, status: 'planned' as const })),
  ];
}

/** `active did:ixo:project/a; planned did:ixo:project/b`, for whoever signs it. */
function describeProjects(projects: ReturnType<typeof projectsOf>): string {
  const listed = (['active', 'planned'] as const).flatMap((status) => {
    const ids = projects.filter((each) => each.status === status).map((each) => each.projectId);
    const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
    return ids.length === 0 ? [] : [`${status} ${ids.slice(0, SHOWN).join(', ')}${more}`];
  });
  return listed.length === 0 ? 'none yet' : listed.join('; ');
}

/** Lists of projects for an authority that selects some at random. */
export function submissionOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'prepare_submission',
      title: 'Prepare a verification submission',
      description:
        'Packs and signs the active and planned projects of a period, for an authority that selects some at random.',
      effect: 'write',
      scope: 'sampling',
      input: submissionInput,
      answer: { description: 'The signed submission' },
      approval: 'always',
      // Names and hashes of files come over HTTP.
      tool: {
        input: submissionInput.extend({
          projects: z
            .array(project.omit({ name: true }))
            .max(10_000)
            .optional(),
          references: z
            .array(reference.omit({ sha256: true }))
            .max(1000)
            .default([]),
        }),
      },
      describe: ({ monitoringPeriod: period, ...input }) =>
        `Sign and keep a list of projects for ${period}: ${describeProjects(projectsOf(input))}`,
      summary,
      route: {
        method: 'post',
        path: '/v1/sampling/submissions',
        status: 201,
        errors: { 409: 'A project twice, or a design that is not of its project' },
        location: (record: SubmissionRecord) => `/v1/sampling/submissions/${record.submissionId}`,
      },
      run: ({ monitoringPeriod: period, erCoverage, references, ...input }, { principal }) =>
        prepareSubmission(service, principal, {
          monitoringPeriod: period,
          erCoverage,
          references: references.map(({ title, ...rest }) => ({ title: title ?? rest.uri, ...rest })),
          projects: projectsOf(input),
        }),
      undo: () => ({ whyNot: 'a signed list stays; prepare another and send that one' }),
    }),
    defineOperation({
      name: 'list_sampling_submissions',
      title: 'List submissions, newest first',
      description: 'Lists stored submissions with their periods, counts and status.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        ...page,
      }),
      answer: { description: 'A page of submissions' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/submissions',
      },
      run: async (input, { principal }) => {
        const { items, ...rest } = await service.submissions.list(principal.id, input);
        return {
          items: items.map(({ submissionId: id, status, document }) => ({
            submissionId: id,
            status,
            monitoringPeriod: document.monitoringPeriod.label,
            active: document.counts.active,
            planned: document.counts.planned,
            createdAt: document.createdAt,
          })),
          ...rest,
        };
      },
    }),
    defineOperation({
      name: 'get_submission',
      title: 'Read or export a submission',
      description: 'Reads a submission: signed document, receipts and the authority’s draw.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ submissionId }),
      answer: { description: 'The submission' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/submissions/:submissionId',
        errors: NOT_FOUND,
      },
      run: (input, { principal }) => service.submissions.get(principal.id, input.submissionId),
    }),
    defineOperation({
      name: 'send_submission',
      title: 'Send a submission to the authority',
      description: "Sends a submission to the authority's endpoint and keeps the receipt.",
      effect: 'destructive',
      scope: 'sampling',
      input: z.object({ submissionId }),
      answer: { description: 'The submission with its receipt' },
      approval: 'always',
      describe: ({ submissionId: id }) => `Send ${id} to the authority`,
      summary,
      route: {
        method: 'post',
        path: '/v1/sampling/submissions/:submissionId/delivery',
        errors: {
          ...NOT_FOUND,
          409: 'No endpoint is configured',
          502: 'The endpoint failed',
          504: 'No answer in time',
        },
      },
      run: (input, { principal, signal }) =>
        deliverSubmission(service, principal, input.submissionId, signal),
      undo: () => ({ whyNot: 'it has reached the authority; ask them' }),
    }),
    defineOperation({
      name: 'record_authority_draw',
      title: "Record the authority's random selection of projects",
      description:
        'Records which projects an authority selected; with its seed the selection is recomputed and must agree.',
      effect: 'destructive',
      scope: 'sampling',
      input: z.object({
        submissionId,
        authority: plainWords(500).describe('Name or DID'),
        reference: plainWords(500).describe('Such as a letter number'),
        from: z.enum(['active', 'planned', 'all']).optional().describe('Default all'),
        seed: seedInput.optional().describe("The authority's random value"),
        count: z.int().min(1).max(10_000).optional(),
        selected: z.array(projectId).max(10_000).optional(),
      }),
      answer: { description: 'The submission with the draw' },
      approval: 'always',
      describe: ({ submissionId: id, authority }) => `Record in ${id} what ${authority} selected`,
      summary,
      route: {
        method: 'post',
        path: '/v1/sampling/submissions/:submissionId/draw',
        errors: { ...NOT_FOUND, 409: 'Already drawn, or not what the seed gives' },
      },
      run: ({ submissionId: id, ...draw }, { principal }) => recordDraw(service, principal, id, draw),
      undo: () => ({ whyNot: 'what an authority selected is recorded once' }),
    }),
  ];
}

/** `GET /v1/sampling/submissions/:submissionId/csv`: the list for delivery by hand. */
export function submissionCsvRoute(service: SamplingService): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/v1/sampling/submissions/:submissionId/csv',
    auth: 'any',
    scope: 'sampling',
    summary: 'Download the project list of a submission as CSV',
    request: { params: z.object({ submissionId }) },
    responses: {
      200: { description: 'The CSV whose hash the document holds', contentType: 'text/csv' },
      404: { description: 'No such submission of this owner' },
    },
    handler: async ({ params, principal }) => {
      const record = await service.submissions.get(principal.id, params.submissionId);
      return reply({
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${params.submissionId}.csv"`,
        },
        body: submissionCsv(record),
      });
    },
  });
}
