import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { Chart } from '../charts.js';
import { MOST_ROWS } from '../drawing/check-spec.js';
import { asNumbers } from '../reading/column-numbers.js';
import type { ChartCell, ChartTable } from '../record/picture-record.js';
import { DAY, requireDays } from './days.js';
import { counted, exactly, plainly } from './say.js';
import { weekChart } from './week.js';

export const CHART_TYPES = ['bar', 'line', 'points', 'area', 'histogram', 'week'] as const;

/** What is to be drawn of which columns. */
export interface RowsWish {
  readonly type: (typeof CHART_TYPES)[number];
  readonly title?: string | undefined;
  readonly x: string;
  /** Without one, rows are counted. */
  readonly y?: string | undefined;
  readonly series?: string | undefined;
  /** How rows of the same x become one. */
  readonly aggregate?: 'sum' | 'mean' | 'count' | undefined;
  /** The decimal sign of numbers that are texts, where they leave it open. */
  readonly decimal?: '.' | ',' | undefined;
}

const MARKS = {
  bar: { type: 'bar', cornerRadiusEnd: 2 },
  line: { type: 'line', point: true },
  points: { type: 'point', filled: true, opacity: 0.8 },
  area: { type: 'area', opacity: 0.7, line: true },
  histogram: { type: 'bar' },
} as const;
const MOST_BARS_UPRIGHT = 12;
const HOUR_MS = 3_600_000;

/**
 * A chart of some columns of a table.
 * @throws OracleError `invalid_request` for columns that there are not, `payload_too_large` for too many rows
 */
export function chartOfRows(table: ChartTable, wish: RowsWish, source: Chart['source']): Chart {
  const { used, without } = columnsOf(table, wish);
  if (wish.type === 'week') return weekOfRows(used, wish, source);
  const { type, x, y, series, aggregate } = wish;
  if (used.rows.length > MOST_ROWS)
    throw new OracleError('payload_too_large', {
      detail: `There are ${plainly(used.rows.length)} rows; up to ${plainly(MOST_ROWS)} are drawn.`,
      hint: 'Sum the data up first, by day or by group.',
    });
  const values = used.rows.map((row) =>
    Object.fromEntries(used.columns.map((column, at) => [column, row[at]])),
  );
  const along = typeOf(used, x);
  const counts = type === 'histogram' || y === undefined || aggregate === 'count';
  const many = type === 'bar' && along === 'nominal' && new Set(used.rows.map(([first]) => first)).size;
  const lying = many !== false && many > MOST_BARS_UPRIGHT;
  const byX = {
    field: fieldName(x),
    type: along,
    title: x,
    ...(type === 'histogram' && { bin: { maxbins: 30 } }),
    ...(along === 'nominal' && { sort: null, axis: { labelAngle: 0, labelOverlap: false } }),
  };
  const byY = counts
    ? { aggregate: 'count', type: 'quantitative', title: 'Rows' }
    : {
        field: fieldName(y),
        type: typeOf(used, y),
        title: aggregate === undefined ? y : `${y} (${aggregate})`,
        ...(aggregate !== undefined && { aggregate }),
      };
  const title = wish.title ?? `${counts ? 'Rows' : y} by ${x}`;
  return {
    kind: 'chart',
    title,
    alt: `${sayRows(used, wish, title)}${without === 0 ? '' : ` ${counted(without, 'row')} without ${x} ${without === 1 ? 'is' : 'are'} left out.`}`,
    spec: {
      title: { text: title },
      ...sizes(many === false ? 0 : many, lying),
      data: { values },
      mark: MARKS[type],
      encoding: {
        [lying ? 'y' : 'x']: byX,
        [lying ? 'x' : 'y']: byY,
        ...(series !== undefined && {
          color: { field: fieldName(series), type: 'nominal', title: series, sort: null },
          ...(type === 'bar' && {
            [lying ? 'yOffset' : 'xOffset']: { field: fieldName(series), sort: null },
          }),
        }),
      },
    },
    table: used,
    source,
  };
}

function sizes(bars: number, lying: boolean) {
  if (lying) return { width: 460, height: { step: 20 } };
  return { width: bars === 0 ? 460 : Math.max(240, bars * 56), height: 280 };
}

/** Dots and brackets of a column's name are no path into it. */
function fieldName(column: string): string {
  return column.replace(/[.[\]\\'"]/g, (mark) => `\\${mark}`);
}

/** The wanted columns alone, of all rows that have the first; and how many rows have not. */
function columnsOf(
  { columns, rows }: ChartTable,
  { type, x, y, series, aggregate, decimal }: RowsWish,
): { readonly used: ChartTable; readonly without: number } {
  const wanted = [
    ['x', x],
    ['y', y],
    ['series', series],
  ] as const;
  const faults: FieldError[] = [];
  const used = new Map<string, number>();
  for (const [field, name] of wanted) {
    if (name === undefined) continue;
    const at = columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
    if (at < 0) faults.push({ field, message: `must be one of ${columns.slice(0, 20).join(', ')}` });
    else used.set(name, at);
  }
  if (faults.length > 0)
    throw new OracleError('invalid_request', {
      detail: `There is no column ${faults.map(({ field }) => wanted.find(([each]) => each === field)?.[1]).join(', ')}.`,
      hint: `Columns: ${columns.slice(0, 20).join(', ')}.`,
      errors: faults,
    });
  const cells = new Map([...used].map(([name, at]) => [name, rows.map((row) => row[at] ?? null)]));
  const numbers = (field: 'x' | 'y', name: string, numbersOnly: boolean) =>
    cells.set(name, asNumbers(cells.get(name) ?? [], { field, name, numbersOnly, decimal }));
  if (type !== 'week') numbers('x', x, false);
  if (y !== undefined && aggregate !== 'count' && type !== 'histogram') numbers('y', y, true);
  const along = cells.get(x) ?? [];
  requireDays(along, x, { inOrder: type !== 'bar' && type !== 'week' });
  const kept = rows.flatMap((_, row) =>
    along[row] === null ? [] : [[...cells.values()].map((column) => column[row] ?? null)],
  );
  return { used: { columns: [...used.keys()], rows: kept }, without: rows.length - kept.length };
}

function cellsOf({ columns, rows }: ChartTable, column: string): ChartCell[] {
  const at = columns.indexOf(column);
  return rows.flatMap((row) => row[at] ?? []);
}

function typeOf(table: ChartTable, column: string): 'quantitative' | 'temporal' | 'nominal' {
  const cells = cellsOf(table, column);
  if (cells.every((cell) => typeof cell === 'number')) return 'quantitative';
  return cells.every((cell) => typeof cell === 'string' && DAY.test(cell)) ? 'temporal' : 'nominal';
}

function sayRows(table: ChartTable, { type, x, y, series }: RowsWish, title: string): string {
  const kind = type === 'points' ? 'Points' : `${type[0]?.toUpperCase()}${type.slice(1)} chart`;
  const parts = [`${kind} of ${counted(table.rows.length, 'row')}: ${title}.`];
  if (series !== undefined)
    parts.push(`${counted(new Set(cellsOf(table, series)).size, 'series', 'series')} by ${series}.`);
  const measured = y ?? x;
  const numbers = cellsOf(table, measured).filter((cell) => typeof cell === 'number');
  if (numbers.length > 0) {
    const [low, high] = numbers.reduce(
      ([min, max], each) => [Math.min(min, each), Math.max(max, each)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    parts.push(`${measured} goes from ${exactly(low)} to ${exactly(high)}.`);
  }
  return parts.join(' ');
}

/** Rows with a time become the hours of a week: their number, or the sum of a column, of each hour that was seen. */
function weekOfRows(table: ChartTable, { x, y }: RowsWish, source: Chart['source']): Chart {
  const totals = new Map<number, number>();
  const hours = new Set<number>();
  const dates = new Set<number>();
  let unread = 0;
  for (const [at, amount] of table.rows) {
    // A time without a zone is taken as it stands: by the clock of the place.
    const text = String(at)
      .replace(/(Z|[+-]\d{2}:?\d{2})$/, '')
      .replace(' ', 'T');
    const ms = DAY.test(String(at))
      ? Date.parse(`${text.length > 10 ? text : `${text}T00:00`}Z`)
      : Number.NaN;
    if (Number.isNaN(ms)) {
      unread++;
      continue;
    }
    const slot = ((Math.floor(ms / (24 * HOUR_MS)) + 3) % 7) * 24 + (Math.floor(ms / HOUR_MS) % 24);
    totals.set(slot, (totals.get(slot) ?? 0) + (y === undefined ? 1 : Number(amount ?? 0)));
    hours.add(Math.floor(ms / HOUR_MS));
    dates.add(Math.floor(ms / (24 * HOUR_MS)));
  }
  if (totals.size === 0)
    throw new OracleError('invalid_request', {
      detail: `No row has a date with a time in ${x}.`,
      hint: 'Write times as 2026-03-14 07:30, by the clock of the place.',
      errors: [{ field: 'x', message: 'must be a column of times' }],
    });
  const slots = Array.from({ length: 7 * 24 }, (_, slot) => ({
    weekday: Math.floor(slot / 24),
    hour: slot % 24,
    value: totals.get(slot) ?? 0,
  }));
  return weekChart(slots, {
    what: y === undefined ? 'rows' : y,
    about: `${counted(table.rows.length - unread, 'row')} of ${counted(dates.size, 'day')}${unread === 0 ? '' : `, ${counted(unread, 'row')} without a time left out`}`,
    source,
  });
}
