import {
  type AnyOperation,
  type Caller,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Chart } from '../charts.js';
import { MOST_ROWS } from '../drawing/check-spec.js';
import { fileContent } from '../reading/file-content.js';
import { cellOf, readTable } from '../reading/read-table.js';
import { CHART_TYPES, chartOfRows } from '../ready/from-rows.js';
import { useWeekChart } from '../ready/use-week.js';
import type { ChartTable } from '../record/picture-record.js';
import type { ChartParts } from './chart-parts.js';
import { chartAnswer, format, path, saveAs } from './fields.js';
import { chartForModel, drawAndHandOver, undoChart } from './hand-over.js';

const column = (what: string, aliases: readonly string[]) =>
  withWords(z.string().trim().min(1).max(200).describe(what), { aliases: [...aliases] });

const input = z.object({
  type: withWords(
    z.enum(CHART_TYPES).default('bar').describe('week: rows by weekday and hour of the times in x'),
    { aliases: ['type', 'kind of chart'] },
  ),
  title: z.string().trim().min(1).max(120).optional(),
  x: column('Column along the axis', ['x', 'along', 'by', 'against']).optional(),
  y: column('Column that is measured; without it rows are counted', ['y', 'of']).optional(),
  series: column('Column that tells series apart', ['series', 'split by', 'coloured by']).optional(),
  aggregate: z.enum(['sum', 'mean', 'count']).optional().describe('How rows of the same x become one'),
  decimal: z
    .enum(['.', ','])
    .optional()
    .describe('Decimal sign of numbers that leave it open, such as 2.400'),
  path: path.optional(),
  sheet: z.string().min(1).max(100).optional().describe('Of a workbook with several'),
  rows: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .min(1)
    .max(MOST_ROWS)
    .optional()
    .describe('Rows in the place of a file'),
  reportId: withWords(
    z
      .string()
      .regex(/^use-[A-Za-z0-9-]{1,60}$/, 'must be an id such as use-77aa…')
      .describe('Report of stove use in the place of rows: its week'),
    { aliases: ['stove use', 'use report', 'report'] },
  ).optional(),
  stove: z.string().trim().min(1).max(100).optional().describe('Of that report; without it all stoves'),
  spec: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'In the place of all that: a Vega-Lite 6 specification with data.values inside; nothing that loads, links or computes',
    ),
  format,
  saveAs: saveAs.optional(),
});

/** A chart of whatever rows there are. */
export function drawChart(parts: ChartParts): AnyOperation {
  return defineOperation({
    name: 'draw_chart',
    title: 'Draw a chart',
    description: `Draws a chart of rows, of a CSV, XLSX or JSON file, of the week of a report of stove use, or of a Vega-Lite specification, up to ${MOST_ROWS} rows, and shows it to the person. Returns what it shows in words, and the numbers.`,
    effect: 'write',
    additive: true,
    scope: 'charts',
    input,
    answer: { description: 'The chart', schema: chartAnswer },
    route: {
      method: 'post',
      path: '/v1/charts',
      errors: { 404: 'No such file or report', 413: 'Too much to draw' },
    },
    run: async (wish, caller) => drawAndHandOver(await chartOf(wish, caller, parts), wish, caller, parts),
    forModel: chartForModel,
    undo: undoChart,
    describe: ({ type, title, reportId }) =>
      reportId === undefined
        ? `Draw a ${type} chart${title === undefined ? '' : `: ${title}`}`
        : `Draw the week of ${reportId}`,
  });
}

async function chartOf(
  { spec, rows, path: from, sheet, reportId, stove, ...wish }: z.output<typeof input>,
  caller: Caller,
  { files, stoveUse }: ChartParts,
): Promise<Chart> {
  if (spec !== undefined) return chartOfSpec(spec, wish.title);
  if (reportId !== undefined) {
    if (stoveUse === undefined)
      throw new OracleError('not_supported', { detail: 'This oracle monitors no stoves.' });
    return useWeekChart(await stoveUse.report(caller.principal, reportId), stove);
  }
  const { x } = wish;
  if (rows === undefined) {
    const found = await fileContent(caller, files, from, 'the rows');
    const table = await readTable(found.content, found.name, sheet);
    return chartOfRows(
      table,
      { ...wish, x: x ?? firstOf(table) },
      found.file === undefined ? {} : { file: found.file },
    );
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = { columns, rows: rows.map((row) => columns.map((name) => cellOf(row[name]))) };
  return chartOfRows(table, { ...wish, x: x ?? firstOf(table) }, {});
}

function firstOf({ columns }: ChartTable): string {
  const [first] = columns;
  if (first === undefined)
    throw new OracleError('invalid_request', {
      detail: 'The rows have no columns.',
      errors: [{ field: 'rows', message: 'have no columns' }],
    });
  return first;
}

/** A specification of somebody's own; the rows at its top are the numbers that the picture carries. */
function chartOfSpec(spec: Readonly<Record<string, unknown>>, wished: string | undefined): Chart {
  const {
    title: given,
    description,
    data,
  } = spec as {
    title?: unknown;
    description?: unknown;
    data?: { values?: unknown };
  };
  const inner = typeof given === 'object' && given !== null ? (given as { text?: unknown }).text : given;
  const title = wished ?? (typeof inner === 'string' && inner.trim() !== '' ? inner : 'Chart');
  const values = Array.isArray(data?.values) ? (data.values as unknown[]) : [];
  const records = values.map((value) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value },
  );
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    kind: 'chart',
    title,
    alt: typeof description === 'string' && description.trim() !== '' ? description : title,
    spec,
    table: { columns, rows: records.map((record) => columns.map((name) => cellOf(record[name]))) },
    source: {},
  };
}
