import type { Figure, FigureFormat } from './report-body.js';
import { valueAt } from './value-at.js';
import { writable } from './writable.js';

/** How numbers are written. */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  /** Between thousands; by default that of the two signs which is no decimal mark. */
  readonly group?: '' | ',' | '.' | '\u00a0' | '’';
}

/** What stands where a document has nothing. */
const NOTHING = '–';

/** The text of a value: the same for the same value and style, whoever prints it. */
function printValue(value: unknown, format: FigureFormat, style: NumberStyle): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  switch (format.kind) {
    case 'text':
      return writable(typeof value === 'string' ? value.normalize('NFC') : JSON.stringify(value));
    case 'yes-no':
      return value === true ? 'yes' : 'no';
    case 'percent':
      return typeof value === 'number'
        ? `${printNumber(value * 100, format.digits, style)}%`
        : writable(String(value));
    case 'number':
      return typeof value === 'number' ? printNumber(value, format.digits, style) : writable(String(value));
  }
}

export function printFigure(
  { of, path, format }: Figure,
  documents: Readonly<Record<string, unknown>>,
  style: NumberStyle,
): string {
  return printValue(valueAt(documents[of], path), format, style);
}

/** @param digits after the decimal mark; by default as many as the number has, at most 6 significant ones */
function printNumber(value: number, digits: number | undefined, { decimal, group }: NumberStyle): string {
  if (!Number.isFinite(value)) return NOTHING;
  const text =
    digits === undefined
      ? value.toLocaleString('en-US', Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 })
      : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const thousands = group ?? (decimal === '.' ? ',' : '.');
  return text.replace(/[.,]/g, (mark) => (mark === '.' ? decimal : thousands));
}
