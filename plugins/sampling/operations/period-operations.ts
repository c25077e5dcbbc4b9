import { z } from 'zod';
import { isDay } from '../periods/calendar.js';
import { planAdjustment } from '../recalculation/adjustment-plan.js';
import { dropoutRate } from '../schemas/design-schema.js';
import { filePath } from '../schemas/file-path.js';
import { monitoringPeriod } from '../schemas/period-schema.js';
import { attachedFile } from '../services/attached-file.js';
import { readerOf } from '../services/designs.js';
import { inFieldsOf } from '../services/in-fields-of.js';
import { analyseDesignPeriod, type StoredAnalysis } from '../services/periods.js';
import {
  type Recalculation,
  recalculateDesign,
  sizesForPlan,
  ticketsFor,
} from '../services/recalculations.js';
import type { SamplingService } from '../services/sampling-service.js';
import { designId } from './design-operations.js';
import { type AnyOperation, defineOperation } from './operation.js';
import { presentDesign } from './present-design.js';
import { selectionId } from './selection-operations.js';

const day = (what: string, aliases: string[]) =>
  z
    .string()
    .max(10)
    .refine(isDay, { error: ({ input }) => `'${String(input)}' is no day: write YYYY-MM-DD` })
    .describe(`${what}, YYYY-MM-DD`)
    .meta({ aliases });

/** Columns of a CSV of readings, as a tool takes them: one map in the place of five fields. */
const readingColumns = z
  .partialRecord(z.enum(['unit', 'date', 'value', 'stratum', 'status']), z.string().max(200))
  .optional()
  .describe('Columns by role, when guessed wrongly');

const column = (role: string) =>
  z.string().min(1).max(200).optional().describe(`Column with ${role}; guessed`);

const periodId = z
  .string()
  .regex(/^period-[A-Za-z0-9-]{1,60}$/, 'must be an id such as period-77aa…')
  .describe('Such as period-77aa…')
  .meta({ aliases: ['period id', 'analysis'] });

const implementationDate = day('First day of the new size', [
  'implementation date',
  'starting',
  'from',
  'on',
  'as of',
]);

const actual = {
  mean: z
    .number()
    .optional()
    .describe('Actual mean')
    .meta({ aliases: ['actual mean', 'mean', 'average'] }),
  sd: z
    .number()
    .min(0)
    .optional()
    .describe('Actual standard deviation')
    .meta({ aliases: ['actual sd', 'sd', 'standard deviation'] }),
  dropoutRate: dropoutRate.optional().describe('Actual dropout, such as 0.12'),
};

const periodInput = {
  designId,
  from: day('First day of the period', ['from', 'start', 'start date']).optional(),
  to: day('Last day of the period', ['to', 'end', 'end date', 'until']).optional(),
  monitoringPeriod: monitoringPeriod.optional(),
  csv: z.string().max(30_000_000).optional().describe('CSV text: unit id, date, value; stratum, status'),
  path: filePath('the readings', '/readings/q1.csv', ['readings', 'file', 'path']).optional(),
  unitColumn: column('the unit id'),
  dateColumn: column('the date'),
  valueColumn: column('the value'),
  stratumColumn: column('the stratum'),
  statusColumn: column('the status'),
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
  selectionId: selectionId.optional().describe('The draw that was monitored, such as selection-9a55-…'),
  effect: z
    .enum(['raises', 'lowers'])
    .optional()
    .describe('What a larger value does to reductions; default raises'),
};

type ToolPeriod = Omit<z.input<z.ZodObject<typeof periodInput>>, `${string}Column`> & {
  readonly columns?: z.output<typeof readingColumns>;
};

/** What monitoring showed, and what follows from it. */
export function periodOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      tool: 'analyse_period',
      method: 'post',
      path: '/v1/sampling/periods',
      title: 'Analyse a monitoring period',
      description:
        'Analyses the readings of a monitoring period (attached file, path, csv or rows): valid units, dropout, mean, sd, interval, achieved precision, by stratum and pooled, effect on emission reductions.',
      input: z.object(periodInput),
      toolInput: z
        .object(periodInput)
        .omit({
          unitColumn: true,
          dateColumn: true,
          valueColumn: true,
          stratumColumn: true,
          statusColumn: true,
        })
        .extend({ columns: readingColumns }),
      fromTool: ({ columns = {}, ...rest }: ToolPeriod) => ({
        ...rest,
        unitColumn: columns.unit,
        dateColumn: columns.date,
        valueColumn: columns.value,
        stratumColumn: columns.stratum,
        statusColumn: columns.status,
      }),
      status: 201,
      answer: { description: 'The analysis' },
      errors: {
        404: 'No such design, selection or file',
        409: 'A selection of another design',
        422: 'No valid reading in the period',
      },
      bodyLimit: 64 * 1024 * 1024,
      summary: ({ pooled, from, to }: StoredAnalysis) =>
        `${pooled.valid} of ${pooled.planned} planned units are valid from ${from} to ${to}; the precision was ${pooled.met ? 'met' : 'missed'}.`,
      run: (input, { principal, attachments }) => {
        // In a conversation the readings come as a file.
        const file =
          [input.csv, input.path, input.readings].every((given) => given === undefined) &&
          attachments.length > 0
            ? attachedFile(attachments, undefined, 'the readings').content.toString('utf8')
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
      reads: 'period',
      method: 'get',
      path: '/v1/sampling/:designId/periods',
      title: 'History of a design across periods',
      description:
        'Lists the analysed periods of a design: valid units, mean, precision and dropout of each.',
      input: z.object({
        designId,
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('At most this many'),
        cursor: z.string().max(500).optional().describe('Where the page before ended'),
      }),
      answer: { description: 'A page of periods, newest first' },
      errors: { 404: 'No such design' },
      idempotent: true,
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
      reads: 'period',
      method: 'get',
      path: '/v1/sampling/periods/:periodId',
      title: 'Read a period analysis',
      description: 'Reads one stored analysis of a monitoring period.',
      input: z.object({ periodId }),
      answer: { description: 'The analysis' },
      errors: { 404: 'No such period of this owner' },
      idempotent: true,
      run: async (input, { principal }): Promise<StoredAnalysis> => {
        const { id, createdAt, document } = await service.periods.get(principal.id, input.periodId);
        const { designId: of, selectionId: draw = null, analysis } = document;
        return { periodId: id, designId: of, selectionId: draw, createdAt, ...analysis };
      },
    }),
    defineOperation({
      tool: 'recalculate_sample',
      method: 'post',
      path: '/v1/sampling/:designId/recalculation',
      title: 'Recalculate a design from actual values',
      description:
        'Recalculates a design with the actual mean, sd and dropout of a period (stated, or of an analysis); stores a new draft.',
      input: z.object({
        designId,
        ...actual,
        population: z.int().min(2).optional().describe('When it changed'),
        strata: z
          .array(
            z.object({
              name: z.string().min(1).max(200),
              mean: z.number().optional(),
              sd: z.number().min(0).optional(),
              dropoutRate: z.number().min(0).max(1).optional(),
            }),
          )
          .max(1000)
          .optional()
          .describe('Actual values per stratum'),
        periodId: periodId.optional(),
        implementationDate: implementationDate.optional(),
        selectionId: selectionId.optional(),
      }),
      status: 201,
      answer: {
        description: 'The new draft, the causes, and the plan when an implementation date was given',
      },
      errors: { 404: 'No such design, period or selection of this owner', 409: 'A superseded design' },
      location: ({ design }: Recalculation) => `/v1/sampling/${design.designId}`,
      forAgent: ({ design, ...rest }: Recalculation) => {
        const { summary, ...shown } = presentDesign(design);
        return {
          summary: `${rest.currentSize} units become ${rest.requiredSize}. ${summary}`,
          ...rest,
          design: shown,
        };
      },
      run: (input, { principal }) =>
        inFieldsOf({ expectedMean: 'mean', expectedSD: 'sd' }, () =>
          recalculateDesign(service, principal, input),
        ),
    }),
    defineOperation({
      tool: 'plan_adjustment',
      method: 'post',
      path: '/v1/sampling/adjustment-plan',
      title: 'Plan the change of a sample size',
      description:
        'Plans the way from the current to the required sample size: tickets to add or release, per stratum, from when. Give sizes, or a recalculated design.',
      input: z.object({
        implementationDate,
        currentSize: z
          .int()
          .min(0)
          .max(1e9)
          .optional()
          .describe('Units drawn now, such as 112')
          .meta({ aliases: ['current size', 'current', 'from', 'now'] }),
        requiredSize: z
          .int()
          .min(0)
          .max(1e9)
          .optional()
          .describe('Units needed from then on, such as 175')
          .meta({ aliases: ['required size', 'required', 'needed', 'to'] }),
        strata: z
          .array(
            z.object({ name: z.string().min(1).max(200), current: z.int().min(0), required: z.int().min(0) }),
          )
          .max(1000)
          .optional()
          .describe('They sum to the sizes'),
        designId: designId
          .optional()
          .describe('Recalculated design, such as design-0b9f6d2e-…, in the place of sizes'),
        selectionId: selectionId.optional(),
        erBound: z.enum(['none', 'lower', 'upper']).optional().describe("Bound of this period's reductions"),
      }),
      answer: { description: 'The plan' },
      errors: {
        404: 'No such design or selection of this owner',
        409: 'Strata that do not sum to the sizes',
      },
      idempotent: true,
      summary: ({ reason, currentSize, requiredSize }: ReturnType<typeof planAdjustment>) =>
        `From ${currentSize} to ${requiredSize} units. ${reason}`,
      run: async (input, { principal }) => {
        const sizes = await sizesForPlan(service, principal, input);
        return planAdjustment({
          ...sizes,
          implementationDate: input.implementationDate,
          tickets: await ticketsFor(service, principal.id, input.selectionId, sizes),
          erBound: input.erBound,
        });
      },
    }),
  ];
}
