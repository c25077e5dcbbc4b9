import { SaxesParser } from 'saxes';
import { besideParts } from '../archive/beside-parts.js';
import { readParts } from '../archive/read-parts.js';
import { foreignInXlsx } from './foreign-parts.js';
import type { VisiblePiece, VisibleReport } from './visible-text.js';

const REPORT = 'xl/worksheets/sheet1.xml';
const RECORD = 'xl/worksheets/sheet2.xml';

/** The record out of its hidden sheet, and each cell of the report: its value, and its formula where it has one. */
export async function readXlsxReport(bytes: Uint8Array): Promise<VisibleReport> {
  const parts = await readParts(bytes);
  const cells = (name: string) => cellsOf(parts.get(name)?.toString('utf8') ?? '');
  const record = cells(RECORD).map(({ text }) => text);
  return {
    format: 'xlsx',
    record: record.length === 0 ? undefined : record.join(''),
    pieces: cells(REPORT),
    pictures: [],
    foreign: [...besideParts(bytes), ...foreignInXlsx(parts)],
  };
}

function cellsOf(xml: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  const parser = new SaxesParser();
  let [place, value, formula, into] = ['', '', '', ''];
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'c') [place, value, formula] = [attributes['r'] ?? '', '', ''];
    into = name;
  });
  parser.on('text', (text) => {
    if (into === 'v' || into === 't') value += text;
    if (into === 'f') formula += text;
  });
  parser.on('closetag', ({ name }) => {
    into = '';
    if (name === 'c')
      pieces.push({ text: formula === '' ? value : `${value} (=${formula})`, where: `cell ${place}` });
  });
  try {
    parser.write(xml).close();
  } catch {
    // What was read so far is compared; the rest is missing, and is told as that.
  }
  return pieces;
}
