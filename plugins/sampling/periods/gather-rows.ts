import { normalizeLabel } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { editsColumn, isEdited, isTurnedDown, reviewColumn, sentColumn } from '../registry/form-export.js';
import { isUnseen } from '../registry/hidden-parts.js';
import { isMissingMark, isTotalRow } from '../registry/no-unit.js';
import { leaveOut, type RegistryTable } from '../registry/registry-table.js';
import { measureColumn } from './measures.js';
import { OtherNumbers } from './other-numbers.js';
import type { ReadingColumns } from './reading-columns.js';
import { UnreadReasons } from './unread-reasons.js';

/** Readings of a file that are held in memory for the analysis. */
const MOST_READINGS = 1_000_000;

/** The cells of a row that are used, trimmed. */
export interface ReadingRow {
  readonly line: number;
  readonly unitId: string;
  readonly date: string;
  readonly value: string;
  /** Whether the file holds the value as a number and not as text. */
  readonly isNumber: boolean;
  /** Whether it is a formula that no program has computed. */
  readonly isOpen: boolean;
  readonly stratum: string | undefined;
  readonly status: string;
  /** Whether the sheet hides its row. */
  readonly isHidden: boolean;
  /** Whether a review of the form's program turned it down. */
  readonly turnedDown: boolean;
  /** Whether the form's program says that somebody changed it after it came in. */
  readonly isEdited: boolean;
  /** The day on which it came in by that program, `YYYY-MM-DD`; undefined where it says none. */
  readonly sentOn: string | undefined;
  /** What the value is measured in, where a column of its own says it. */
  readonly measure: string;
}

/** The cells of all rows that are readings, and the words and numbers of unread columns beside them. @throws OracleError `payload_too_large` */
export async function gatherRows(
  table: RegistryTable,
  columns: ReadingColumns,
): Promise<{
  readonly rows: readonly ReadingRow[];
  readonly unread: UnreadReasons;
  readonly others: OtherNumbers;
}> {
  const place = (role: keyof ReadingColumns) => table.columns.indexOf(columns[role] ?? '');
  const places = { unitId: place('unitId'), date: place('date'), value: place('value') };
  const [stratum, status] = [place('stratum'), place('status')];
  const header = normalizeLabel(columns.unitId ?? '').toLowerCase();
  const review = reviewColumn(table.columns);
  const [edits, sent] = [editsColumn(table.columns), sentColumn(table.columns)];
  const measure = measureColumn(table.columns, columns);
  const found: ReadingRow[] = [];
  const used = [...Object.values(places), stratum, status];
  const unread = new UnreadReasons(table.columns, used);
  const others = new OtherNumbers(table.columns, used);
  for await (const batch of table.batches) {
    const { rows, lines, numbers, uncomputed } = batch;
    for (const [index, row] of rows.entries()) {
      const cell = (at: number) => (row[at] ?? '').normalize('NFC').trim();
      const line = lines[index] ?? 0;
      const unitId = cell(places.unitId);
      if (unitId.toLowerCase() === header) leaveOut(table.leftOut, line, 'repeated header', row);
      else if (isTotalRow(row, places.unitId)) leaveOut(table.leftOut, line, 'total', row);
      else {
        const value = cell(places.value);
        others.add(found.length, row);
        unread.add(line, row, value !== '' && !isMissingMark(value));
        found.push({
          line,
          unitId,
          date: cell(places.date),
          value,
          isNumber: numbers?.[index]?.includes(places.value) === true,
          isOpen: uncomputed?.[index]?.includes(places.value) === true,
          stratum: stratum < 0 ? undefined : cell(stratum),
          status: status < 0 ? '' : cell(status),
          isHidden: isUnseen(batch, index, used),
          turnedDown: review >= 0 && isTurnedDown(cell(review)),
          isEdited: (edits >= 0 && Number(cell(edits)) > 0) || (review >= 0 && isEdited(cell(review))),
          sentOn: sent < 0 ? undefined : /^\d{4}-\d\d-\d\d(?=[T ]|$)/.exec(cell(sent))?.[0],
          measure: measure < 0 ? '' : cell(measure),
        });
      }
    }
    if (found.length > MOST_READINGS)
      throw new OracleError('payload_too_large', {
        detail: `There are more than ${MOST_READINGS} readings.`,
        hint: 'Leave out the rows of other periods, or analyse the period in parts.',
      });
  }
  return { rows: found, unread, others };
}
