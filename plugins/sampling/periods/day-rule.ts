import type { ColumnCell, NumberFault } from 'oracle-runtime/kit';
import { isDay } from './calendar.js';

/** How the days of one column are written, where a year does not come first. */
export type DayOrder = 'day first' | 'month first';

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;

/**
 * Decides over all cells of a column whether the day or the month comes first, since `03/04/2024` is two days.
 * @returns undefined when every year comes first
 */
export function dayOrder(
  cells: readonly ColumnCell[],
): DayOrder | undefined | { readonly faults: readonly NumberFault[] } {
  let day: ColumnCell | undefined;
  let month: ColumnCell | undefined;
  let open: ColumnCell | undefined;
  for (const cell of cells) {
    const [, first, sign, second] = YEAR_LAST.exec(cell.text) ?? [];
    if (first === undefined) continue;
    // With points the day comes first in every country that writes points.
    if (Number(first) > 12 || sign === '.') day ??= cell;
    else if (Number(second) > 12) month ??= cell;
    else open ??= cell;
  }
  if (day !== undefined && month !== undefined)
    return {
      faults: [
        { ...day, why: 'has the day first' },
        { ...month, why: 'has the month first' },
      ],
    };
  if (day !== undefined) return 'day first';
  if (month !== undefined) return 'month first';
  return open === undefined
    ? undefined
    : { faults: [{ ...open, why: 'may have the day or the month first: write YYYY-MM-DD' }] };
}

/** The day of a cell as `YYYY-MM-DD`, its time left out; undefined when it is none. */
export function readDay(text: string, order: DayOrder | undefined): string | undefined {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  const [, first = '', , second = '', late = ''] = YEAR_LAST.exec(text) ?? [];
  const parts =
    year !== ''
      ? [year, month, day]
      : order === 'month first'
        ? [late, first, second]
        : [late, second, first];
  const written = parts.map((part) => part.padStart(2, '0')).join('-');
  return isDay(written) ? written : undefined;
}
