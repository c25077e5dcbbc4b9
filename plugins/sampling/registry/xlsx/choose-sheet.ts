import { namesUnits } from '../guess-columns.js';
import { findLayout, LAYOUT_ROWS } from '../layout.js';
import { type ReadOptions, unreadable } from '../registry-table.js';
import type { SheetRow } from './sheet-rows.js';
import type { Sheet } from './workbook.js';

export const HINT = 'Save the registry as an Excel workbook (.xlsx) without a password, or as CSV UTF-8.';

/** A sheet whose first rows were read; the rest comes from `rows`. */
export interface OpenSheet {
  readonly sheet: Sheet;
  readonly head: readonly SheetRow[];
  readonly rows: AsyncGenerator<SheetRow>;
}

/**
 * The sheet that is named; else the only visible one that holds a table, or the only one of them with a column that is
 * called an id, since workbooks carry read-me sheets, lists of codes and empty sheets.
 * @throws OracleError `invalid_request` when none or several could be meant
 */
export async function chooseSheet(
  sheets: readonly Sheet[],
  { sheet: wanted, header }: ReadOptions,
  rowsOf: (sheet: Sheet) => AsyncGenerator<SheetRow>,
): Promise<OpenSheet> {
  const asked = sheets.filter((sheet) => (wanted === undefined ? sheet.visible : sheet.name === wanted));
  if (asked.length === 0)
    throw unreadable(
      wanted === undefined
        ? `the workbook has no sheet${sheets.length === 0 ? '' : ' that is not hidden'}`
        : `the workbook has no sheet "${wanted}"`,
      sheets.length > 0 ? `Its sheets are: ${sheets.map(({ name }) => name).join(', ')}.` : HINT,
    );
  const open: OpenSheet[] = [];
  try {
    for (const sheet of asked) open.push(await startSheet(sheet, rowsOf(sheet)));
    const filled = open.filter(({ head }) => head.length > 0);
    if (filled.length === 0)
      throw unreadable(`the sheet "${asked[0]?.name}" is empty`, 'Name the sheet that holds the registry.');
    const chosen =
      only(filled) ?? only(filled.filter((each) => isTable(each, header))) ?? onlyWithIds(filled);
    if (chosen === undefined) throw unclear(filled);
    for (const each of open) if (each !== chosen) await each.rows.return(undefined);
    return chosen;
  } catch (error) {
    for (const { rows } of open) await rows.return(undefined);
    throw error;
  }
}

async function startSheet(sheet: Sheet, rows: AsyncGenerator<SheetRow>): Promise<OpenSheet> {
  const head: SheetRow[] = [];
  while (head.length < LAYOUT_ROWS) {
    const step = await rows.next();
    if (step.done === true) break;
    head.push(step.value);
  }
  return { sheet, head, rows };
}

function only(sheets: readonly OpenSheet[]): OpenSheet | undefined {
  return sheets.length === 1 ? sheets[0] : undefined;
}

/** Two columns or more, or one of ids; a column of sentences is a text. */
function isTable({ head }: OpenSheet, header: boolean | undefined): boolean {
  const rows = head.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''));
  const { lead } = findLayout(
    head.map(({ cells }) => cells),
    header,
  );
  const data = rows.slice(lead);
  if (data.length === 0) return false;
  const wide = data.filter((cells) => cells.length >= 2).length;
  if (wide * 2 >= data.length) return true;
  return data.filter((cells) => /\s/.test(cells[0]?.trim() ?? '')).length * 2 < data.length;
}

function onlyWithIds(sheets: readonly OpenSheet[]): OpenSheet | undefined {
  return only(
    sheets.filter(({ head }) => {
      const rows = head.map(({ cells }) => cells);
      const { header } = findLayout(rows, undefined);
      return header !== undefined && namesUnits(rows[header] ?? []);
    }),
  );
}

function unclear(sheets: readonly OpenSheet[]): Error {
  const names = sheets.map(({ sheet: { name } }) => `"${name}"`);
  return unreadable(
    `the workbook has ${names.length} sheets that could be meant: ${names.join(', ')}`,
    'Name the one to read (sheet), or send a workbook with that sheet alone.',
  );
}
