import { unreadable } from '../table.js';

/** The most characters of a cell in Excel (support.microsoft.com, "Excel specifications and limits"). */
const MOST_IN_CELL = 32_767;
/** Characters of one row: a table has some hundreds. */
const MOST_IN_ROW = 2 ** 20;
/** As they stand in the XML, where one may be written as seven (`_x000D_`). */
const MOST_IN_XML = 7 * MOST_IN_CELL;

const HINT = 'A table has short cells: take the long text out, or save the table as CSV UTF-8.';

/** Holds a text that is collected to what any program writes. @throws TableFault */
export function assertCollectable(text: string): void {
  if (text.length > MOST_IN_XML) throw tooLong();
}

/** @throws TableFault for a cell, or a row of them, that no program writes */
export function assertCellFits(cell: string, inRow: number, line: number): void {
  if (cell.length > MOST_IN_CELL) throw tooLong(line);
  if (inRow > MOST_IN_ROW)
    throw unreadable(`the row has more than ${MOST_IN_ROW.toLocaleString('en')} characters`, HINT, line);
}

function tooLong(line?: number) {
  return unreadable(
    `a cell has more than ${MOST_IN_CELL.toLocaleString('en')} characters, the most that Excel has`,
    HINT,
    line,
  );
}
