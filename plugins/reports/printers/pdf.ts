import { FONT_FAMILY, fontFiles } from 'oracle-runtime/kit';
import type { PrintedReport } from '../document/printed-report.js';
import type { Block, Cell, TableColumn } from '../document/report-body.js';
import { loadPdfMake, type PdfContent, type PdfMake } from './pdfmake.js';
import { wholeRows } from './whole-rows.js';

/** Name of the file inside that holds the record. */
export const PDF_RECORD = 'oracle-report.json';
/** Begins the name of the file inside of each picture. */
export const PDF_PICTURE = 'oracle-picture-';
/** Begins the line at the foot of every page, which is no part of the report's text. */
export const PDF_FOOT = 'oracle report ';

/** Points of an A4 page between its margins. */
const WIDTH = 515;
/** On each side of a cell, but at the ends of a row. */
const CELL_PADDING = 4;

/** PDF/A-3b with the record inside as the data that it was made from (ISO 19005-3), in the shipped family of letters. */
export async function printPdf(report: PrintedReport): Promise<Buffer> {
  const pdfmake = loadPdfMake();
  pdfmake.setFonts({ [FONT_FAMILY]: { ...fontFiles() } });
  // Everything that a report shows is in it.
  pdfmake.setUrlAccessPolicy(() => false);
  const files = new Set<string>(Object.values(fontFiles()));
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  return pdfmake.createPdf(definitionOf(report)).getBuffer();
}

function definitionOf(report: PrintedReport): Parameters<PdfMake['createPdf']>[0] {
  const { record, json, pictures } = report;
  const { body, writtenAt, sha256 } = record;
  const attachment = (
    name: string,
    type: string,
    bytes: Buffer,
    relationship: string,
    description: string,
  ) => ({
    src: `data:${type};base64,${bytes.toString('base64')}`,
    name,
    type,
    relationship,
    description,
    creationDate: new Date(writtenAt),
    modifiedDate: new Date(writtenAt),
  });
  const files = [
    attachment(
      PDF_RECORD,
      'application/json',
      Buffer.from(json, 'utf8'),
      'Source',
      'The figures of this report and all that they are of',
    ),
    // As they were put in: a page keeps only their pixels.
    ...Object.entries(pictures).map(([name, { png, alt }]) =>
      attachment(`${PDF_PICTURE}${name}.png`, 'image/png', Buffer.from(png), 'Data', alt),
    ),
  ];
  return {
    subset: 'PDF/A-3b',
    version: '1.7',
    language: 'en',
    info: { title: body.title, subject: body.subtitle, creationDate: new Date(writtenAt) },
    pageSize: 'A4',
    pageMargins: [40, 48, 40, 56],
    defaultStyle: { font: FONT_FAMILY, fontSize: 10, lineHeight: 1.25, color: '#1f2328' },
    files: Object.fromEntries(files.map((file) => [file.name, file])),
    footer: (page: number, pages: number) => ({
      text: `${PDF_FOOT}${sha256.slice(0, 12)} · ${page} / ${pages}`,
      alignment: 'center',
      fontSize: 8,
      color: '#57606a',
      margin: [0, 18, 0, 0],
    }),
    content: [
      { text: body.title, fontSize: 20, bold: true },
      { text: body.subtitle, color: '#57606a', margin: [0, 2, 0, 10] },
      ...body.sections.flatMap(({ title, blocks }): PdfContent[] => [
        { text: title, fontSize: 14, bold: true, margin: [0, 14, 0, 4], headlineLevel: 1 },
        ...blocks.flatMap((block) => contentOf(block, report)),
      ]),
    ],
    // No heading stands alone at the foot of a page.
    pageBreakBefore: (node: { headlineLevel?: number }, nodes: { getFollowingNodesOnPage(): unknown[] }) =>
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length < 2,
  };
}

type TableNode = { readonly table: { readonly headerRows?: number; readonly widths?: unknown } };

/** A line under the head and one between rows. */
const LAYOUT = {
  hLineWidth: (at: number, { table: { headerRows = 0 } }: TableNode) =>
    at === headerRows ? 2 : at === 0 ? 0 : 1,
  vLineWidth: () => 0,
  hLineColor: (at: number) => (at === 1 ? '#1f2328' : '#aaaaaa'),
  paddingLeft: (at: number) => (at === 0 ? 0 : CELL_PADDING),
  paddingRight: (at: number, { table }: TableNode) =>
    at === (table.widths as readonly unknown[]).length - 1 ? 0 : CELL_PADDING,
};

function contentOf(block: Block, { textOf, pictures }: PrintedReport): PdfContent[] {
  const text = (cell: Cell) => cell.map(textOf).join('');
  switch (block.kind) {
    case 'text':
      return [{ text: text(block.inlines), margin: [0, 0, 0, 6] }];
    case 'formula':
      return [{ text: text(block.inlines), italics: true, margin: [16, 0, 0, 6] }];
    case 'list':
      return [{ ul: block.items.map(text), margin: [0, 0, 0, 6] }];
    case 'table': {
      const align = ({ align: side }: TableColumn) => ({ alignment: side ?? ('left' as const) });
      const head = block.columns.map((column) => ({ text: column.title, bold: true, ...align(column) }));
      const rows = block.rows
        .flatMap((row) => wholeRows(row.map(text)))
        .map((row) =>
          row.map((cell, at) => ({ text: cell, ...align(block.columns[at] ?? { title: '', share: 1 }) })),
        );
      return [
        { text: block.caption, color: '#57606a', margin: [0, 4, 0, 2], headlineLevel: 1 },
        {
          table: {
            headerRows: 1,
            keepWithHeaderRows: 1,
            dontBreakRows: true,
            widths: widthsOf(block.columns),
            body: [head, ...rows],
          },
          layout: LAYOUT,
          fontSize: 9,
          margin: [0, 0, 0, 10],
        },
      ];
    }
    case 'picture': {
      const picture = pictures[block.name];
      if (picture === undefined) return [];
      const image = `data:image/png;base64,${Buffer.from(picture.png).toString('base64')}`;
      return [
        { image, width: Math.min(WIDTH, picture.width * 0.75), margin: [0, 4, 0, 2] },
        { text: block.caption, color: '#57606a', fontSize: 9, margin: [0, 0, 0, 10] },
      ];
    }
  }
}

function widthsOf(columns: readonly TableColumn[]): number[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const room = WIDTH - 2 * CELL_PADDING * (columns.length - 1);
  return columns.map(({ share }) => (share / shares) * room);
}
