import { markupDepth } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { HTML_RECORD } from '../printers/html.js';
import { foreignMarkup, type MarkedElement } from './foreign-markup.js';
import type { VisiblePiece, VisibleReport } from './visible-text.js';

interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
}

const TEXT = 3;
const ELEMENT = 1;
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'HEAD', 'TEMPLATE']);
const PICTURE = /<img src="data:image\/png;base64,([A-Za-z0-9+/=]+)"/g;

/** A report nests seven deep; a parser takes long over what nests without end. */
const DEEPEST = 100;

/** The record, and the text by section, table and cell. @throws OracleError `invalid_request` for what nests too deep */
export async function readHtmlReport(bytes: Uint8Array): Promise<VisibleReport> {
  const { parseHTML } = await import('linkedom');
  const source = Buffer.from(bytes).toString('utf8');
  if (markupDepth(source) > DEEPEST)
    throw new OracleError('invalid_request', {
      detail: `The file is no report: its elements nest more than ${DEEPEST} deep.`,
      errors: [{ field: 'file', message: 'nests too deep' }],
    });
  const { document } = parseHTML(source) as unknown as {
    document: HtmlNode & {
      querySelector(selector: string): HtmlNode | null;
      querySelectorAll(selector: string): Iterable<MarkedElement>;
    };
  };
  const pieces: VisiblePiece[] = [];
  let [section, table, row, column, inTable] = ['', 0, 0, 0, false];
  const visit = (node: HtmlNode): void => {
    if (node.nodeType === TEXT) {
      const place = inTable && row > 0 ? `, table ${table}, row ${row}, column ${column}` : '';
      if ((node.textContent ?? '').trim() !== '')
        pieces.push({ text: node.textContent ?? '', where: `section "${section}"${place}` });
      return;
    }
    const name = node.nodeName.toUpperCase();
    if (UNSEEN.has(name)) return;
    if (name === 'H2') [section, table] = [node.textContent ?? '', 0];
    if (name === 'TABLE') [table, row, inTable] = [table + 1, 0, true];
    if (name === 'TR') [row, column] = [row + 1, 0];
    if (name === 'TD' || name === 'TH') column++;
    for (const child of node.childNodes) visit(child);
    if (name === 'TABLE') inTable = false;
  };
  for (const child of document.childNodes) if (child.nodeType === ELEMENT) visit(child);
  return {
    format: 'html',
    record: document.querySelector(`script#${HTML_RECORD}`)?.textContent ?? undefined,
    pieces,
    windowTitle: document.querySelector('title')?.textContent ?? '',
    pictures: [...source.matchAll(PICTURE)].map(([, data = '']) => Buffer.from(data, 'base64')),
    foreign: foreignMarkup(document.querySelectorAll('*')),
  };
}
