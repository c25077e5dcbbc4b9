import { unreadable } from '../table.js';
import { padded } from './number-format.js';
import { unescaped } from './string-collector.js';
import type { CellContext } from './workbook.js';

const DAY_MS = 86_400_000;

/** A cell as it stands in the sheet. */
export interface RawCell {
  /** `n` number (also a date, by its style), `s` shared string, `str` string of a formula, `inlineStr`, `b`, `e`, `d`. */
  readonly type: string;
  readonly style: number;
  /** Of its `v`, which a formula has only when a program computed it; undefined without one. */
  readonly value: string | undefined;
  readonly inline: string;
}

/**
 * A cell as text; `isNumber` when Excel holds it as a number that is no date and no code such as HH-042, `isDate` for a date.
 * @throws TableFault for an error cell; Error for a cell that no program writes
 */
export function cellText(
  { type, style, value, inline }: RawCell,
  { strings, formats, epochDays }: CellContext,
  line: number,
): { readonly text: string; readonly isNumber: boolean; readonly isDate: boolean } {
  const plain = (text: string) => ({ text, isNumber: false, isDate: false });
  if (type === 'inlineStr') return plain(inline);
  if (value === undefined || value === '') return plain('');
  switch (type) {
    case 's':
      return plain(known(strings[Number(value)], value));
    case 'str':
      return plain(unescaped(value));
    case 'b':
      return plain(value === '1' || value === 'true' ? 'true' : 'false');
    case 'd':
      return { ...plain(value.replace(/T00:00:00(?:\.0+)?Z?$/, '')), isDate: true };
    case 'e':
      throw unreadable(
        `a cell holds the Excel error ${value}`,
        'Mend the formula, or paste its values.',
        line,
      );
    case 'n': {
      const number = Number(value);
      if (!Number.isFinite(number)) throw new Error(`${value} is no number`);
      const format = formats[style] ?? 'plain';
      if (format === 'date') return { ...plain(dateText(number - epochDays)), isDate: true };
      const digits = plainNumber(number);
      const isCode = format !== 'plain' && number >= 0 && Number.isInteger(number);
      const text = isCode ? padded(number, format) : digits;
      return { text, isNumber: text === digits, isDate: false };
    }
    default:
      throw new Error(`no cell is of type ${type}`);
  }
}

function known(text: string | undefined, index: string): string {
  if (text === undefined) throw new Error(`there is no shared string ${index}`);
  return text;
}

/** YYYY-MM-DD, with its time where it has one. */
function dateText(days: number): string {
  return new Date(Math.round(days * DAY_MS)).toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** All digits of a number, never the exponent form (Excel keeps 15). */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
