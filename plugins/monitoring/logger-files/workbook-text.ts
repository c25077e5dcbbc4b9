import { openTable, TableFault } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { LoggerSource } from './source.js';

/** Days 0 of the two calendars that workbooks have: a time of day alone is of one of them. */
const NO_DAY = /^(?:1899-12-30|1904-01-01)(?:T|$)/;

/**
 * The same file, whose workbook is read as a text: a line for each row of its sheet, cells parted by tabs, dates as a clock on
 * a wall showed them. Any other file stays what it is.
 * @param sheet of a workbook with several
 */
export function workbookAsText(source: LoggerSource, sheet: string | undefined): LoggerSource {
  let known: Promise<boolean> | undefined;
  return {
    name: source.name,
    async *open() {
      known ??= isWorkbook(source);
      if (await known) yield* textOfSheet(source, sheet);
      else yield* await source.open();
    },
  };
}

async function isWorkbook(source: LoggerSource): Promise<boolean> {
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of await source.open()) {
    head = Buffer.concat([head, piece.subarray(0, 4)]);
    if (head.length >= 4) break;
  }
  return head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
}

async function* textOfSheet(source: LoggerSource, sheet: string | undefined): AsyncGenerator<Uint8Array> {
  try {
    const table = await openTable(source, {
      format: 'xlsx',
      // What stands above the readings tells of the logger.
      header: false,
      ...(sheet !== undefined && { sheet }),
    });
    try {
      let line = 1;
      for await (const { rows, lines, dates } of table.batches) {
        let text = '';
        for (const [at, cells] of rows.entries()) {
          text += '\n'.repeat(Math.max(0, (lines[at] ?? line) - line));
          line = (lines[at] ?? line) + 1;
          const days = new Set(dates?.[at]);
          text += `${cells.map((cell, place) => (days.has(place) ? clockOf(cell) : inLine(cell))).join('\t')}\n`;
        }
        yield Buffer.from(text, 'utf8');
      }
    } finally {
      await table.close();
    }
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    throw new OracleError('invalid_request', {
      detail: `'${source.name}' cannot be read: ${error.message}.`,
      hint: error.hint,
      errors: [{ field: 'path', message: error.message }],
    });
  }
}

function inLine(cell: string): string {
  return cell.replace(/[\t\r\n]+/g, ' ');
}

/** A date as `2024-03-01 13:05:00`, and a time of day alone as `13:05:00`. */
function clockOf(cell: string): string {
  const time = cell.replace(/(?:\.000)?Z$/, '');
  return NO_DAY.test(time) ? time.slice(11) || '00:00:00' : time.replace('T', ' ');
}
