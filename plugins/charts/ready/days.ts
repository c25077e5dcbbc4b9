import { OracleError } from 'oracle-runtime/plugin';
import type { ChartCell } from '../record/picture-record.js';

/** A month, a day or a time as a chart takes it. */
export const DAY = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;
/** A day that begins with day or month: which of the two may be open. */
const IN_NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-]\d{2,4}\b/;
const YEAR_FIRST = /^\d{4}[./]\d{1,2}[./]\d{1,2}\b/;
/** Beginnings of the months, in the languages of the page. */
const MONTH =
  '(?:jan|ene|feb|fev|f[ée]v|mar|m[äa]r|mrz|mac|apr|avr|abr|ma[iy]|mei|ju[nl]|jui[nl]|ag[os]|aug|ao[uû]|se[pt]|o[ck]t|out|nov|de[czs]|d[ée]c|dic)\\p{L}*\\.?';
/** `3 Apr 2026`, `3-Apr-26`, `April 3, 2026`, `3 de abril de 2026`, `Apr 2026`. */
const IN_WORDS = new RegExp(
  `^(?:\\d{1,2}\\.?(?:st|nd|rd|th)?[ -]?(?:de )?${MONTH}(?:[ ,-]+(?:de )?\\d{2,4})?|${MONTH}[ -]\\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|${MONTH}[ -]\\d{4})\\b`,
  'iu',
);

/**
 * Days are those of a calendar, and where they stand along time they are written so that time runs with them.
 * @throws OracleError `invalid_request`
 */
export function requireDays(
  cells: readonly ChartCell[],
  name: string,
  { inOrder }: { readonly inOrder: boolean },
): void {
  for (const [row, cell] of cells.entries()) {
    if (typeof cell !== 'string') continue;
    const why = DAY.test(cell)
      ? isOfCalendar(cell)
        ? undefined
        : 'has a day that no calendar has'
      : inOrder
        ? otherwise(cell.trim())
        : undefined;
    if (why === undefined) continue;
    throw new OracleError('invalid_request', {
      detail: `${name} ${why}: row ${row + 1} has ${JSON.stringify(cell)}.`,
      hint: 'Write days as 2026-03-14.',
      errors: [{ field: 'x', message: `row ${row + 1}: days are written 2026-03-14` }],
    });
  }
}

function otherwise(cell: string): string | undefined {
  const [, first, second] = IN_NUMBERS.exec(cell) ?? [];
  if (first !== undefined)
    return Number(first) <= 12 && Number(second) <= 12
      ? 'has days that may be read in two ways'
      : 'has days in whose order time does not run';
  return YEAR_FIRST.test(cell) || IN_WORDS.test(cell)
    ? 'has days in whose order time does not run'
    : undefined;
}

/** The thirtieth of February is read as the second of March by what draws. */
function isOfCalendar(day: string): boolean {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  const [hour = 0, minute = 0, second = 0] = (day.slice(11).match(/\d+/g) ?? []).map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && date >= 1 && date <= days && hour <= 24 && minute < 60 && second <= 60;
}
