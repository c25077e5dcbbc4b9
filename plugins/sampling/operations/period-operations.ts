import { type AnyOperation, attachedFile, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ReadingsRead } from '../periods/read-readings.js';
import { filePath } from '../schemas/file-path.js';
import { page } from '../schemas/page-schema.js';
import { day, monitoringPeriod } from '../schemas/period-schema.js';
import type { AnalysedPeriod } from '../service.js';
import { readerOf } from '../services/designs.js';
import { declareFinal, recomputeStored } from '../services/period-records.js';
import { analyseDesignPeriod, previewReadings } from '../services/periods.js';
import type { SamplingService } from '../services/sampling-service.js';
import { viewPeriod } from '../services/view-period.js';
import { entryOf } from '../trail/trail-chain.js';
import { stateOf } from '../trail/trail-state.js';
import { describeReadings } from './describe-reading.js';
import { designId, reason } from './design-operations.js';
import { periodHeadline } from './period-headline.js';
import { selectionId } from './selection-operations.js';

export const periodId = withWords(
  z
    .string()
    .regex(/^period-[A-Za-z0-9-]{1,60}$/, 'must be an id such as period-77aa…')
    .describe('Such as period-77aa…'),
  { aliases: ['period id', 'analysis'] },
);

/** Columns of a CSV of readings, as a tool takes them: one map in the place of five fields. */
const readingColumns = z
  .partialRecord(z.enum(['unit', 'date', 'value', 'stratum', 'status']), z.string().max(200))
  .optional()
  .describe('When guessed wrongly');

const column = (role: string) =>
  z.string().min(1).max(200).optional().describe(`Column with ${role}; guessed`);

const periodInput = {
  designId,
  from: day('First day', ['from', 'start', 'start date']).optional(),
  to: day('Last day', ['to', 'end', 'end date', 'until']).optional(),
  monitoringPeriod: withWords(monitoringPeriod.optional(), { insteadOf: ['from', 'to'] }),
  csv: z.string().max(30_000_000).optional().describe('CSV text: unit id, date, value; stratum, status'),
  path: filePath('the readings', '/readings/q1.csv', ['readings', 'file', 'path']).optional(),
  unitColumn: column('the unit id'),
  dateColumn: column('the date'),
  valueColumn: column('the value'),
  stratumColumn: column('the stratum'),
  statusColumn: column('the status'),
  // What reading refuses or leaves says that `*` is all sheets of one heading: a model need not be told at each call.
  sheet: z.string().max(100).optional(),
  decimal: z.enum(['.', ',']).optional(),
  readings: z
    .array(
      z.object({
        unitId: z.string().max(1000),
        date: z.string().max(10).describe('YYYY-MM-DD'),
        value: z.number().nullable().optional().describe('0 or 1 for a proportion'),
        stratum: z.string().max(200).optional(),
        status: z.string().max(200).optional().describe('ok, refused, not found, …'),
      }),
    )
    .max(500_000)
    .optional()
    .describe('Rows, without a CSV'),
  preview: z.boolean().optional(),
  selectionId: selectionId.optional(),
  effect: z
    .enum(['raises', 'lowers'])
    .optional()
    .describe('What a larger value does to reductions; default raises'),
  reason: reason.optional().describe('Why readings deviate from the draw'),
};

type ToolPeriod = Omit<z.input<z.ZodObject<typeof periodInput>>, `${string}Column`> & {
  readonly columns?: z.output<typeof readingColumns>;
};

/** How a file of readings would be read: nothing was analysed. */
interface Preview {
  readonly preview: true;
  readonly read: ReadingsRead;
}

/** What monitoring showed. */
export function periodOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'analyse_period',
      title: 'Analyse a monitoring period',
      description:
        'Analyses, or only previews, readings of a monitoring period (file, path or csv): dropout, mean, sd, precision, by stratum and pooled, effect on reductions.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: z.object(periodInput),
      answer: { description: 'The analysis' },
      summary: (answer: AnalysedPeriod | Preview) =>
        'preview' in answer ? describeReadings(answer.read) : periodHeadline(answer),
      tool: {
        input: z
          .object(periodInput)
          .omit({
            // In a conversation rows come as text or a file.
            readings: true,
            unitColumn: true,
            dateColumn: true,
            valueColumn: true,
            stratumColumn: true,
            statusColumn: true,
          })
          .extend({ columns: readingColumns }),
        toInput: ({ columns = {}, ...rest }: ToolPeriod) => ({
          ...rest,
          unitColumn: columns.unit,
          dateColumn: columns.date,
          valueColumn: columns.value,
          stratumColumn: columns.stratum,
          statusColumn: columns.status,
        }),
      },
      route: {
        method: 'post',
        path: '/v1/sampling/periods',
        status: 201,
        errors: {
          404: 'No such design, selection or file',
          409: 'A selection of another design',
          422: 'No valid reading in the period',
        },
        bodyLimit: 64 * 1024 * 1024,
      },
      run: async (input, { principal, attachments }): Promise<AnalysedPeriod | Preview> => {
        // In a conversation the readings come as a file.
        const file =
          [input.csv, input.path, input.readings].every((given) => given === undefined) &&
          attachments.length > 0
            ? attachedFile(attachments, undefined, 'the readings').content
            : input.csv;
        const request = {
          ...input,
          csv: file,
          columns: {
            unitId: input.unitColumn,
            date: input.dateColumn,
            value: input.valueColumn,
            stratum: input.stratumColumn,
            status: input.statusColumn,
          },
        };
        return input.preview === true
          ? { preview: true, read: await previewReadings(service, principal, request) }
          : analyseDesignPeriod(service, principal, request);
      },
      undo: () => ({
        whyNot: 'an analysis stays as it was computed; analyse the days again and declare that one final',
      }),
    }),
    defineOperation({
      name: 'list_periods',
      title: 'History of a design across periods',
      description:
        'Lists the analysed periods of a design: valid units, mean, precision and dropout of each.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        designId,
        ...page,
      }),
      answer: { description: 'A page of periods, newest first' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/:designId/periods',
        errors: { 404: 'No such design' },
      },
      run: async ({ designId: design, ...page }, { principal }) => {
        await service.designs.get(readerOf(principal), design);
        const { items, ...rest } = await service.periods.list(principal.id, page, { design_id: design });
        const { analyses, finals } = stateOf((await service.trails.read(design)).map(entryOf));
        return {
          items: items.map(({ id, createdAt, document: { analysis } }) => ({
            periodId: id,
            createdAt,
            from: analysis.from,
            to: analysis.to,
            planned: analysis.pooled.planned,
            valid: analysis.pooled.valid,
            dropoutRate: analysis.pooled.dropoutRate,
            mean: analysis.pooled.mean,
            sd: analysis.pooled.sd,
            relativePrecision: analysis.pooled.estimate?.relativePrecision ?? null,
            met: analysis.pooled.met,
            final: finals.some(({ periodId: known }) => known === id),
            deviations: analyses.find(({ periodId: known }) => known === id)?.deviations ?? [],
          })),
          ...rest,
        };
      },
    }),
    defineOperation({
      name: 'get_period',
      title: 'Read a period analysis',
      description: 'Reads one stored analysis of a monitoring period.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ periodId }),
      answer: { description: 'The analysis' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/periods/:periodId',
        errors: { 404: 'No such period of this owner' },
      },
      run: async (input, { principal }) =>
        viewPeriod(service, await service.periods.get(principal.id, input.periodId)),
    }),
    defineOperation({
      name: 'declare_final',
      title: 'Declare an analysis final',
      description: 'Declares an analysis the one that counts for its days.',
      effect: 'write',
      scope: 'sampling',
      input: z.object({ periodId, reason: reason.optional() }),
      answer: { description: 'The final analysis' },
      approval: 'always',
      describe: ({ periodId: id }) => `Declare ${id} the final analysis of its days`,
      summary: ({ periodId: id, from, to }: AnalysedPeriod) =>
        `${id} is the final analysis of ${from} to ${to}.`,
      route: {
        method: 'post',
        path: '/v1/sampling/periods/:periodId/final',
        errors: { 404: 'No such period of this owner', 409: 'Another analysis of these days is final' },
      },
      run: (input, { principal }) => declareFinal(service, principal, input.periodId, input.reason),
      undo: () => ({ whyNot: 'one analysis counts for its days, and stays that one' }),
    }),
    defineOperation({
      name: 'recompute_period',
      title: 'Compute a period analysis again',
      description: 'Computes a stored analysis again from the readings that it keeps: pass or fail.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ periodId }),
      answer: { description: 'The verdict' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/periods/:periodId/recomputation',
        errors: { 404: 'No such period, or one without kept readings' },
      },
      run: (input, { principal }) => recomputeStored(service, principal, input.periodId),
    }),
  ];
}
