import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { filePath } from '../schemas/file-path.js';
import { page } from '../schemas/page-schema.js';
import { day, monitoringPeriod } from '../schemas/period-schema.js';
import { attachedFile } from '../services/attached-file.js';
import { readerOf } from '../services/designs.js';
import { analyseDesignPeriod, storedAnalysis } from '../services/periods.js';
import type { SamplingService } from '../services/sampling-service.js';
import { designId } from './design-operations.js';
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
  monitoringPeriod: monitoringPeriod.optional(),
  csv: z.string().max(30_000_000).optional().describe('CSV text: unit id, date, value; stratum, status'),
  path: filePath('the readings', '/readings/q1.csv', ['readings', 'file', 'path']).optional(),
  unitColumn: column('the unit id'),
  dateColumn: column('the date'),
  valueColumn: column('the value'),
  stratumColumn: column('the stratum'),
  statusColumn: column('the status'),
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
  selectionId: selectionId.optional().describe('The draw that was monitored, such as selection-9a55…'),
  effect: z
    .enum(['raises', 'lowers'])
    .optional()
    .describe('What a larger value does to reductions; default raises'),
};

type ToolPeriod = Omit<z.input<z.ZodObject<typeof periodInput>>, `${string}Column`> & {
  readonly columns?: z.output<typeof readingColumns>;
};

/** What monitoring showed. */
export function periodOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'analyse_period',
      title: 'Analyse a monitoring period',
      description:
        'Analyses the readings of a monitoring period (file, path or csv): valid units, dropout, mean, sd, achieved precision, by stratum and pooled, effect on reductions.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: z.object(periodInput),
      answer: { description: 'The analysis' },
      summary: periodHeadline,
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
      run: (input, { principal, attachments }) => {
        // In a conversation the readings come as a file.
        const file =
          [input.csv, input.path, input.readings].every((given) => given === undefined) &&
          attachments.length > 0
            ? attachedFile(attachments, undefined, 'the readings').content
            : input.csv;
        return analyseDesignPeriod(service, principal, {
          ...input,
          csv: file,
          columns: {
            unitId: input.unitColumn,
            date: input.dateColumn,
            value: input.valueColumn,
            stratum: input.stratumColumn,
            status: input.statusColumn,
          },
        });
      },
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
        storedAnalysis(await service.periods.get(principal.id, input.periodId)),
    }),
  ];
}
