import { looksLikeNumber, numberRule, readNumber } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { ChartCell } from '../record/picture-record.js';

/** A column as it was asked for. */
export interface AskedColumn {
  /** The field of the request that names it. */
  readonly field: 'x' | 'y';
  readonly name: string;
  /** Whether it can be drawn of numbers alone. */
  readonly numbersOnly: boolean;
  /** What the caller says of the decimal sign. */
  readonly decimal: '.' | ',' | undefined;
}

/** An id such as 007 is no number. */
const PADDED = /^[+-]?0\d/;
const EXAMPLE = 40;

/**
 * The cells of a column with its texts read as numbers, by one rule for all of them: `1.201` is one thing beside `900,5` and
 * another beside `0.35`. Where one of them is no number the column is one of texts.
 * @throws OracleError `invalid_request` naming row and cell: for what is no number where only numbers can be drawn, and for
 * numbers whose decimal sign nothing tells
 */
export function asNumbers(
  cells: readonly ChartCell[],
  { field, name, numbersOnly, decimal }: AskedColumn,
): ChartCell[] {
  const refuse = (row: number, why: string, hint?: string): never => {
    const said = JSON.stringify(String(cells[row]).slice(0, EXAMPLE));
    throw new OracleError('invalid_request', {
      detail: `${name} cannot be read as numbers: row ${row + 1} has ${said}, which ${why}.`,
      ...(hint !== undefined && { hint }),
      errors: [{ field, message: `row ${row + 1}: ${said} ${why}` }],
    });
  };
  const bad = cells.findIndex((cell) => cell !== null && !isNumber(cell));
  if (bad >= 0 && numbersOnly) refuse(bad, 'is no number', 'Mend the cell, or count rows by leaving y out.');
  const texts = cells.flatMap((cell, row) => (typeof cell === 'string' ? [{ text: cell, line: row }] : []));
  if (bad >= 0 || texts.length === 0) return [...cells];
  const rule = numberRule(texts, decimal, false);
  if ('faults' in rule) {
    const [fault] = rule.faults;
    const hint = fault?.asks === 'decimal' ? 'Say decimal "." or ",".' : undefined;
    return refuse(fault?.line ?? 0, fault?.why ?? 'is no number', hint);
  }
  const read = cells.map((cell) => (typeof cell === 'string' ? readNumber(cell, rule) : cell));
  const broken = read.indexOf(undefined);
  if (broken < 0) return read as ChartCell[];
  return numbersOnly ? refuse(broken, 'is written otherwise than the others, or too large') : [...cells];
}

function isNumber(cell: ChartCell): boolean {
  return (
    typeof cell === 'number' || (typeof cell === 'string' && looksLikeNumber(cell) && !PADDED.test(cell))
  );
}
