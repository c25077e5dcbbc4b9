import { type Caller, type Habits, OracleError, type Undo } from 'oracle-runtime/plugin';
import type { Chart } from '../charts.js';
import { keptFiles } from '../reading/file-content.js';
import { withNumbers } from '../ready/say.js';
import type { ChartParts } from './chart-parts.js';
import type { ChartAnswer } from './fields.js';

/** Rows that a model reads of a table; the picture carries all. */
const ROWS_FOR_MODEL = 40;

export interface HowToDraw {
  readonly format: 'svg' | 'png';
  readonly saveAs?: string | undefined;
}

/** Draws a chart, keeps it where that was asked for, and hands it to the person. */
export async function drawAndHandOver(
  chart: Chart,
  { format, saveAs }: HowToDraw,
  caller: Caller,
  { drawer, files, preferences }: Pick<ChartParts, 'drawer' | 'files' | 'preferences'>,
): Promise<ChartAnswer> {
  if (saveAs !== undefined && !saveAs.toLowerCase().endsWith(`.${format}`))
    throw new OracleError('invalid_request', {
      detail: `${saveAs} does not end in .${format}.`,
      errors: [{ field: 'saveAs', message: `must end in .${format}` }],
    });
  const { bytes, mimeType, width, height, title, alt, record } = await drawer.draw(
    inNotation(chart, await preferences?.of(caller.principal)),
    format,
    caller.principal.id,
    caller.signal,
  );
  if (saveAs !== undefined)
    await keptFiles(files).write(caller.principal, saveAs, bytes, {
      mimeType,
      inSight: caller.via !== 'agent',
    });
  const { length: size } = bytes;
  caller.artifact({ title, mimeType, alt, ...(saveAs === undefined ? { bytes } : { path: saveAs, size }) });
  const { kind, table, source, sha256 } = record;
  return {
    kind,
    title,
    alt,
    mimeType,
    width,
    height,
    table,
    source,
    sha256,
    ...(saveAs !== undefined && { path: saveAs }),
    image: `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`,
  };
}

/** The chart with its axes, labels and words in the notation of who reads it; what a person wrote stays, and so do its numbers. */
function inNotation(given: Chart, { decimalSeparator, groupSeparator }: Habits = {}): Chart {
  const chart = withNumbers(given, decimalSeparator, groupSeparator);
  if (decimalSeparator === undefined || groupSeparator === undefined) return chart;
  const number = {
    decimal: decimalSeparator,
    thousands: groupSeparator,
    grouping: [3],
    currency: ['', ''],
  };
  const { config } = chart.spec;
  const own = typeof config === 'object' && config !== null ? config : {};
  return { ...chart, spec: { ...chart.spec, config: { ...own, locale: { number } } } };
}

/** What a model reads of it: the picture itself stands before the person already. */
export function chartForModel({ image: _image, table, ...rest }: ChartAnswer): object {
  const { columns, rows } = table;
  return {
    summary: sayChart(rest),
    ...rest,
    table: { columns, rows: rows.slice(0, ROWS_FOR_MODEL) },
    ...(rows.length > ROWS_FOR_MODEL && { rowsInAll: rows.length }),
  };
}

function sayChart({ title, alt, path }: Pick<ChartAnswer, 'title' | 'alt' | 'path'>): string {
  return `${title}${path === undefined ? '' : `, kept as ${path}`}: ${alt}`;
}

/** A picture changes nothing; the file of one is taken back where files are. */
export function undoChart(
  _input: object,
  { path }: Pick<ChartAnswer, 'path'>,
): { readonly whyNot: string } | { readonly unchanged: true } | Undo {
  return path === undefined ? { unchanged: true } : { whyNot: `the picture stays; delete ${path} itself` };
}
