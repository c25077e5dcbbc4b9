import { SaxesParser } from 'saxes';
import { besideParts } from '../archive/beside-parts.js';
import { readParts } from '../archive/read-parts.js';
import { foreignInDocx } from './foreign-parts.js';
import type { VisiblePiece, VisibleReport } from './visible-text.js';

const DOCUMENT = 'word/document.xml';
/** A later part of the same kind: who saves the file anew may give it another number. */
const RECORD_PART = /^customXml\/item\d+\.xml$/;
const RECORD = /<report xmlns="urn:oracle-runtime:report">([A-Za-z0-9+/=\s]+)<\/report>/;

/** The record, and the text by section, table and cell. @throws OracleError `invalid_request` */
export async function readDocxReport(bytes: Uint8Array): Promise<VisibleReport> {
  const parts = await readParts(bytes);
  const records = [...parts].flatMap(([name, part]) =>
    RECORD_PART.test(name) ? (RECORD.exec(part.toString('utf8'))?.[1] ?? []) : [],
  );
  const [record] = records;
  return {
    format: 'docx',
    record: record === undefined ? undefined : Buffer.from(record, 'base64').toString('utf8'),
    pieces: paragraphsOf(parts.get(DOCUMENT)?.toString('utf8') ?? ''),
    pictures: [...parts].flatMap(([name, part]) => (name.startsWith('word/media/') ? [part] : [])),
    foreign: [...besideParts(bytes), ...foreignInDocx(parts)],
  };
}

/** Every paragraph, in its order, with the place where it stands. */
function paragraphsOf(xml: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  const parser = new SaxesParser();
  let [section, table, row, column, depth] = ['', 0, 0, 0, 0];
  let [text, reading, isHeading] = ['', false, false];
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (name === 'w:p') [text, isHeading] = ['', false];
    else if (name === 'w:pStyle') isHeading = attributes['w:val'] === 'Heading2';
    else if (name === 'w:t') reading = !isSelfClosing;
    else if (name === 'w:tab' || name === 'w:br') text += ' ';
    else if (name === 'w:tbl' && ++depth === 1) [table, row] = [table + 1, 0];
    else if (name === 'w:tr' && depth === 1) [row, column] = [row + 1, 0];
    else if (name === 'w:tc' && depth === 1) column++;
  });
  parser.on('text', (piece) => {
    if (reading) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') reading = false;
    else if (name === 'w:tbl') depth--;
    else if (name === 'w:p' && text !== '') {
      if (isHeading) [section, table] = [text, 0];
      const place = depth === 0 ? '' : `, table ${table}, row ${row}, column ${column}`;
      pieces.push({ text, where: `section "${section}"${place}` });
    }
  });
  try {
    parser.write(xml).close();
  } catch {
    // What was read so far is compared; the rest is missing, and is told as that.
  }
  return pieces;
}
