import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { RandomnessReport } from '../randomness/randomness-report.js';
import { trailHead } from '../schemas/design-record-schema.js';
import { filePath } from '../schemas/file-path.js';
import { keptFiles } from '../schemas/kept-files-schema.js';
import { page } from '../schemas/page-schema.js';
import { designOf, selectionRecordSchema } from '../selection/selection-record.js';
import type { DrawInTrail } from '../services/draw-in-trail.js';
import { inFieldsOf } from '../services/in-fields-of.js';
import { validateSelection } from '../services/randomness.js';
import { registryNamed } from '../services/registries.js';
import type { SamplingService } from '../services/sampling-service.js';
import { type SelectionView, selectUnits, viewSelection } from '../services/selections.js';
import { designId } from './design-operations.js';
import { drawTerms, drawToolTerms, seedTerms, seedToolTerms } from './draw-terms.js';
import { presentSelection } from './present-selection.js';
import { registryId, registryPath } from './registry-operations.js';

export const selectionId = withWords(
  z
    .string()
    .regex(/^selection-[A-Za-z0-9-]{1,60}$/, 'must be an id such as selection-9a55…')
    .describe('Such as selection-9a55…'),
  { aliases: ['selection', 'selection id'] },
);

const recordPath = filePath('the record', '/sampling/…/record.json', ['record']).optional();

const diagnosticConfidence = z.number().min(0.5).lt(1).default(0.95).describe('Of the diagnostics');

/** What a request calls the parts of the plan that a draw may refuse. */
export function planFields({ strata, sampleSize }: { strata?: unknown; sampleSize?: unknown }) {
  const plan = strata !== undefined ? 'strata' : sampleSize !== undefined ? 'sampleSize' : 'designId';
  return { plan, 'plan.strata': plan, 'source.authority': 'authority', 'source.round': 'round' };
}

/** Drawing units at random, and showing that it was random. */
export function selectionOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'select_households',
      title: 'Select units at random from a registry',
      description:
        'Draws households at random from a registry or file with a seed, by the strata of the design. Keeps record and list as files.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: z.object({ ...drawTerms, ...seedTerms }),
      answer: {
        description: 'The selection with its record',
        schema: z.object({
          selectionId: z.string(),
          createdAt: z.string(),
          registryId: z.string(),
          warnings: z.array(z.string()),
          restsOn: z.string(),
          trail: trailHead.optional(),
          files: keptFiles.optional(),
          record: selectionRecordSchema,
        }),
      },
      forModel: presentSelection,
      tool: {
        input: z.object({ ...drawToolTerms, ...seedToolTerms }),
        toInput: ({ drandSignature, ...rest }) => ({
          ...rest,
          ...(drandSignature !== undefined && { beacon: { signature: drandSignature } }),
        }),
      },
      route: {
        method: 'post',
        path: '/v1/sampling/selections',
        status: 201,
        errors: {
          404: 'No such registry, file, design or commitment of this owner',
          409: 'Strata, ids or commitment that do not fit',
          422: 'Fewer units in the registry than the sample',
        },
        location: (view: SelectionView) => `/v1/sampling/selections/${view.selectionId}`,
      },
      run: async (input, caller) => {
        const { principal, signal } = caller;
        const from = await registryNamed(service, caller, input);
        return inFieldsOf(planFields(input), () =>
          selectUnits(service, principal, { ...input, registryId: from }, signal),
        );
      },
      undo: () => ({
        whyNot: 'a draw that could be taken back could be drawn until it pleases; it stays in the trail',
      }),
    }),
    defineOperation({
      name: 'get_selection',
      title: 'Read a selection with its record',
      description:
        'Reads a stored selection: algorithm, seed, frame hash, selected units and how to check them.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ selectionId }),
      answer: { description: 'The selection with its record' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/selections/:selectionId',
        errors: { 404: 'No such selection of this owner' },
      },
      run: async (input, { principal }): Promise<SelectionView> =>
        viewSelection(service, await service.selections.get(principal.id, input.selectionId)),
    }),
    defineOperation({
      name: 'list_selections',
      title: 'List selections, newest first',
      description: 'Lists stored selections with their sizes, seeds and hashes.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        designId: designId.optional(),
        ...page,
      }),
      answer: { description: 'A page of selections' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/selections',
      },
      run: async ({ designId: design, ...page }, { principal }) => {
        const where = design === undefined ? {} : { design_id: design };
        const { items, ...rest } = await service.selections.list(principal.id, page, where);
        return {
          items: items.map(({ id, createdAt, document: { registryId: registry, record } }) => ({
            selectionId: id,
            createdAt,
            designId: designOf(record),
            registryId: registry,
            algorithm: record.algorithm,
            seed: record.seed.text,
            trust: record.seed.origin.trust,
            draw: record.trail?.draw ?? null,
            selected: record.strata.reduce((a, stratum) => a + stratum.selected.length, 0),
            selectedSha256: record.selectedSha256,
          })),
          ...rest,
        };
      },
    }),
    defineOperation({
      name: 'validate_randomness',
      title: 'Validate that a sample is random',
      description:
        'Recomputes a stored selection or a record from seed and registry (pass or fail), with diagnostics.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        selectionId: selectionId.optional(),
        registryId: registryId.optional(),
        registryPath,
        recordPath,
        record: z.record(z.string(), z.unknown()).optional().describe('A selection record from elsewhere'),
        selected: z
          .array(z.string())
          .max(1_000_000)
          .optional()
          .describe('Selected ids, when there is no record'),
        confidence: diagnosticConfidence,
      }),
      answer: { description: 'The verdict and the diagnostics' },
      forModel: ({ verification: _, ...report }: RandomnessReport & DrawInTrail) => ({
        summary: [report.statement, ...(report.marks ?? [])].join(' '),
        ...report,
      }),
      tool: {
        // A conversation validates what was drawn here; foreign records and lists come over HTTP.
        input: z.object({
          selectionId: selectionId.optional(),
          recordPath,
          registryPath,
          confidence: z.number().optional(),
        }),
      },
      route: {
        method: 'post',
        path: '/v1/sampling/randomness',
        errors: { 404: 'No such selection or registry of this owner' },
        bodyLimit: 64 * 1024 * 1024,
      },
      run: (input, { principal }) => validateSelection(service, principal, input),
    }),
  ];
}
