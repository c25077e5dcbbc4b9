import type { ReportRecord } from '../record/report-record.js';
import { printFigure } from './print-figure.js';
import type { Figure, Inline } from './report-body.js';
import type { ReportPicture } from './report-builder.js';

/** What a printer prints: a sealed record, its pictures, and the text of every inline. */
export interface PrintedReport {
  readonly record: ReportRecord;
  readonly pictures: Readonly<Record<string, ReportPicture>>;
  readonly figures: ReadonlyMap<string, Figure>;
  /** The record as it is put into the file. */
  readonly json: string;
  textOf(inline: Inline): string;
}

/** JSON escapes control characters and halves of pairs itself; XML cannot hold these two either. */
function jsonForXml(record: ReportRecord): string {
  return JSON.stringify(record).replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

/** @param json the record as it stands in a file that is printed again */
export function toPrint(
  record: ReportRecord,
  pictures: Readonly<Record<string, ReportPicture>>,
  json: string = jsonForXml(record),
): PrintedReport {
  const figures = new Map(record.figures.map((figure) => [figure.id, figure]));
  return { record, pictures, figures, json, textOf: textsOf(record) };
}

/** The text of an inline of a report; a figure that it does not have is shown as missing. */
export function textsOf({ figures, documents, ...style }: ReportRecord): (inline: Inline) => string {
  const texts = new Map(figures.map((figure) => [figure.id, printFigure(figure, documents, style)]));
  return (inline) => (typeof inline === 'string' ? inline : (texts.get(inline.figure) ?? '[no such figure]'));
}
