import { addTo } from '../../add-to.js';
import { findLayout, LAYOUT_ROWS } from '../layout.js';
import { normalizeLabel } from '../normalize-label.js';
import { type ReadOptions, type Table, unreadable } from '../table.js';
import type { SheetRow } from './sheet-rows.js';
import type { Sheet } from './workbook.js';

export const HINT = 'Save the table as an Excel workbook (.xlsx) without a password, or as CSV UTF-8.';

/** A sheet whose first rows were read; the rest comes from `rows`. */
export interface OpenSheet {
  readonly sheet: Sheet;
  readonly head: readonly SheetRow[];
  readonly rows: AsyncGenerator<SheetRow>;
}

/** What `sheet` says for all sheets of one heading. No sheet can be called so. */
const EVERY_SHEET = '*';

/** Sheets that are read, one as a rule, and visible ones that are not. */
export interface ChosenSheets {
  readonly chosen: readonly [OpenSheet, ...OpenSheet[]];
  readonly unread: NonNullable<Table['unread']>;
}

/**
 * The sheet that is named; else the only visible one that holds a table, or the only one of them whose columns are those
 * that are meant, since workbooks carry read-me sheets, lists of codes and empty sheets. Where it may be, `*` is all that have
 * one heading.
 * @throws TableFault when none or several could be meant
 */
export async function chooseSheets(
  sheets: readonly Sheet[],
  options: ReadOptions,
  rowsOf: (sheet: Sheet) => AsyncGenerator<SheetRow>,
): Promise<ChosenSheets> {
  const every = options.mayJoin === true && options.sheet === EVERY_SHEET;
  const wanted = every ? undefined : options.sheet;
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
    for (const sheet of sheets) {
      if (asked.includes(sheet)) open.push(await startSheet(sheet, rowsOf(sheet)));
      // One that is not read may be damaged: its heading is looked at to say so.
      else if (sheet.visible)
        open.push(
          ...(await startSheet(sheet, rowsOf(sheet)).then(
            (each) => [each],
            () => [],
          )),
        );
    }
    const meant = open.filter(({ sheet, head }) => asked.includes(sheet) && head.length > 0);
    if (meant.length === 0)
      throw unreadable(`the sheet "${asked[0]?.name}" is empty`, 'Name the sheet that holds the table.');
    const chosen = every ? ofOneHeading(meant) : [chosenOf(meant, options)];
    const [first] = chosen;
    if (first === undefined) throw unclear(meant, options);
    const left = open.filter((each) => !chosen.includes(each));
    for (const { rows } of left) await rows.return(undefined);
    const heading = headingOf(first);
    const tables = left.filter(({ sheet, head }) => sheet.visible && head.length > 1);
    const isAlike = (each: OpenSheet) => heading !== undefined && headingOf(each) === heading;
    return {
      chosen: [first, ...chosen.slice(1)],
      unread: {
        alike: namesOf(tables.filter(isAlike)),
        others: namesOf(tables.filter((each) => !isAlike(each) && isTable(each, options.header))),
      },
    };
  } catch (error) {
    for (const { rows } of open) await rows.return(undefined);
    throw error;
  }
}

/** @throws TableFault when several could be meant */
function chosenOf(meant: readonly OpenSheet[], options: ReadOptions): OpenSheet {
  const chosen =
    only(meant) ?? only(meant.filter((each) => isTable(each, options.header))) ?? onlyMeant(meant, options);
  if (chosen === undefined) throw unclear(meant, options);
  return chosen;
}

/** The most sheets that have one heading; none where two headings have as many. */
function ofOneHeading(meant: readonly OpenSheet[]): OpenSheet[] {
  const groups = new Map<string, OpenSheet[]>();
  for (const each of meant) {
    const heading = headingOf(each);
    if (heading !== undefined && each.head.length > 1) addTo(groups, heading, each);
  }
  const [most, next] = [...groups.values()].sort((a, b) => b.length - a.length);
  return most === undefined || most.length === next?.length ? [] : most;
}

/** The names of the columns, told apart from others; undefined where none are found. */
function headingOf({ head }: OpenSheet): string | undefined {
  const rows = head.map(({ cells }) => cells);
  const { header } = findLayout(rows, undefined);
  if (header === undefined) return undefined;
  const names = (rows[header] ?? []).map((cell) => normalizeLabel(cell).toLowerCase());
  return JSON.stringify(names.slice(0, names.findLastIndex((name) => name !== '') + 1));
}

function namesOf(sheets: readonly OpenSheet[]): string[] {
  return sheets.map(({ sheet }) => sheet.name);
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

function onlyMeant(sheets: readonly OpenSheet[], { isMeant }: ReadOptions): OpenSheet | undefined {
  if (isMeant === undefined) return undefined;
  return only(
    sheets.filter(({ head }) => {
      const rows = head.map(({ cells }) => cells);
      const { header } = findLayout(rows, undefined);
      return header !== undefined && isMeant(rows[header] ?? []);
    }),
  );
}

function unclear(sheets: readonly OpenSheet[], { mayJoin }: ReadOptions): Error {
  const names = sheets.map(({ sheet: { name } }) => `"${name}"`);
  const isAlike = ofOneHeading(sheets).length > 1;
  return unreadable(
    `the workbook has ${names.length} sheets that could be meant: ${names.join(', ')}`,
    !isAlike
      ? 'Name the one to read (sheet), or send a workbook with that sheet alone.'
      : mayJoin === true
        ? `Write sheet "${EVERY_SHEET}" to read all that have one heading as one table, or name the one to read (sheet).`
        : 'Put the rows of all under one heading in one sheet, or name the one to read (sheet).',
  );
}
