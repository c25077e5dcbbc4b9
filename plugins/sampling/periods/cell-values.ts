import { type ColumnCell, looksLikeNumber, type NumberRule, readNumber } from 'oracle-runtime/kit';
import { isMissingMark } from '../registry/no-unit.js';
import type { ReadingRow } from './gather-rows.js';
import { readStatus } from './reading.js';
import type { RawValue } from './settle-readings.js';
import { readYes } from './yes-or-no.js';

/** What a rule of numbers is decided on. */
export function valueCell({ value, line }: ReadingRow): ColumnCell {
  return { text: value, line };
}

/** What a cell says: a value, none with or without a reason, or a fault. */
export function rawValue({ value, isNumber, isOpen }: ReadingRow, numbers: NumberRule): RawValue {
  if (isOpen)
    return {
      fault: 'is a formula without its value: open the file in a spreadsheet and save it, or paste values',
    };
  if (value === '') return 'none';
  if (isNumber) return Number(value);
  if (looksLikeNumber(value))
    return (
      readNumber(value, numbers) ?? {
        fault: `is no number with a decimal ${numbers.decimal === '.' ? 'point' : 'comma'}, as others are`,
      }
    );
  if (value.startsWith('#'))
    return { fault: 'is an error of a spreadsheet: mend the formula, or clear the cell' };
  if (isMissingMark(value)) return 'none';
  const share = readYes(value);
  if (share !== undefined) return share;
  const reason = readStatus(value);
  return reason === undefined || reason === 'valid'
    ? { fault: 'is no number: write the number alone, without its unit' }
    : { reason };
}

/** In a column of yes and no every number must be 0 or 1: nobody knows which of the two is meant otherwise. */
export function mixture(
  rows: readonly ReadingRow[],
  numbers: NumberRule,
): (row: ReadingRow) => RawValue | undefined {
  const word = rows.find(({ value }) => readYes(value) !== undefined);
  if (word === undefined) return () => undefined;
  return (row) => {
    const value = rawValue(row, numbers);
    return typeof value !== 'number' || value === 0 || value === 1
      ? undefined
      : { fault: `is neither yes nor no, as "${word.value}" in line ${word.line} is` };
  };
}
