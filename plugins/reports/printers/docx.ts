import type { Paragraph, ParagraphChild, Table } from 'docx';
import { readParts } from '../archive/read-parts.js';
import type { PrintedReport } from '../document/printed-report.js';
import type { Block, Cell, TableColumn } from '../document/report-body.js';

/** The part inside that holds the record. */
const DOCX_RECORD = 'customXml/item1.xml';
/** Begins the name of the bookmark around each figure. */
const DOCX_FIGURE = 'figure_';

/** Twentieths of a point of an A4 page between margins of 2 cm. */
const WIDTH = 9_638;
const MOST_PIXELS = 600;
const RELATIONS = 'word/_rels/document.xml.rels';
const PROPERTIES = 'docProps/core.xml';
const PRINTED_AT = /(<dcterms:(?:created|modified)[^>]*>)[^<]*</g;
const CUSTOM_XML = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml';

/** A Word document whose tables have fixed widths, whose figures are bookmarks, and which carries the record. */
export async function printDocx(report: PrintedReport): Promise<Buffer> {
  const docx = await import('docx');
  const make = () => new docx.File(optionsOf(docx, report));
  // What it relates to is known only once it is packed.
  const once = await readParts(await docx.Packer.toBuffer(make()), [RELATIONS, PROPERTIES]);
  const relations = once.get(RELATIONS)?.toString('utf8') ?? '';
  const properties = once.get(PROPERTIES)?.toString('utf8') ?? '';
  const ours = `<Relationship Id="rIdOracleReport" Type="${CUSTOM_XML}" Target="../${DOCX_RECORD}"/>`;
  const { writtenAt } = report.record;
  const json = Buffer.from(report.json, 'utf8').toString('base64');
  return docx.Packer.toBuffer(make(), undefined, [
    // The same record is printed as the same document, whenever that is.
    { path: PROPERTIES, data: properties.replace(PRINTED_AT, (_, open: string) => `${open}${writtenAt}<`) },
    { path: RELATIONS, data: relations.replace('</Relationships>', `${ours}</Relationships>`) },
    {
      path: DOCX_RECORD,
      data: `<?xml version="1.0" encoding="UTF-8"?><report xmlns="urn:oracle-runtime:report">${json}</report>`,
    },
  ]);
}

type Docx = typeof import('docx');

function optionsOf(docx: Docx, report: PrintedReport): ConstructorParameters<Docx['File']>[0] {
  const { Paragraph, HeadingLevel, TextRun } = docx;
  const { body } = report.record;
  return {
    title: body.title,
    description: body.subtitle,
    creator: 'oracle-runtime',
    styles: {
      default: {
        document: {
          run: { font: 'Arial', size: 20, color: '1F2328' },
          paragraph: { spacing: { after: 120 } },
        },
        heading1: { run: { size: 36, bold: true, color: '1F2328' }, paragraph: { spacing: { after: 40 } } },
        heading2: {
          run: { size: 26, bold: true, color: '1F2328' },
          paragraph: { spacing: { before: 280, after: 80 } },
        },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 }, margin: MARGIN } },
        children: [
          new Paragraph({ text: body.title, heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ children: [new TextRun({ text: body.subtitle, color: '57606A' })] }),
          ...body.sections.flatMap(({ title, blocks }) => [
            new Paragraph({ text: title, heading: HeadingLevel.HEADING_2, keepNext: true }),
            ...blocks.flatMap((block) => childrenOf(docx, block, report)),
          ]),
        ],
      },
    ],
  };
}

const MARGIN = { top: 1_134, bottom: 1_134, left: 1_134, right: 1_134 };

function childrenOf(docx: Docx, block: Block, report: PrintedReport): (Paragraph | Table)[] {
  const { Paragraph, TextRun, ImageRun } = docx;
  const runs = (cell: Cell, style: { bold?: true; italics?: true } = {}): ParagraphChild[] =>
    cell.map((inline) => {
      const run = new TextRun({ text: report.textOf(inline), ...style });
      return typeof inline === 'string'
        ? run
        : new docx.Bookmark({ id: `${DOCX_FIGURE}${inline.figure}`, children: [run] });
    });
  const caption = (text: string, keepNext: boolean) =>
    new Paragraph({ keepNext, children: [new TextRun({ text, color: '57606A', size: 18 })] });
  switch (block.kind) {
    case 'text':
      return [new Paragraph({ children: runs(block.inlines) })];
    case 'formula':
      return [new Paragraph({ indent: { left: 400 }, children: runs(block.inlines, { italics: true }) })];
    case 'list':
      return block.items.map((item) => new Paragraph({ bullet: { level: 0 }, children: runs(item) }));
    case 'table':
      return [caption(block.caption, true), tableOf(docx, block, runs), new Paragraph({ text: '' })];
    case 'picture': {
      const picture = report.pictures[block.name];
      if (picture === undefined) return [];
      const scale = Math.min(1, MOST_PIXELS / picture.width);
      const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
      const altText = { title: block.caption, description: picture.alt, name: block.name };
      const image = new ImageRun({ type: 'png', data: picture.png, transformation: size, altText });
      return [new Paragraph({ keepNext: true, children: [image] }), caption(block.caption, false)];
    }
  }
}

function tableOf(
  docx: Docx,
  { columns, rows }: Extract<Block, { kind: 'table' }>,
  runs: (cell: Cell, style?: { bold?: true }) => ParagraphChild[],
): Table {
  const { Paragraph, Table, TableCell, TableRow, WidthType, AlignmentType, BorderStyle } = docx;
  const widths = widthsOf(columns);
  const cell = (children: ParagraphChild[], at: number) =>
    new TableCell({
      width: { size: widths[at] ?? 0, type: WidthType.DXA },
      margins: { top: 40, bottom: 40, left: 80, right: 80 },
      children: [
        new Paragraph({
          spacing: { after: 0 },
          alignment: columns[at]?.align === 'right' ? AlignmentType.RIGHT : AlignmentType.LEFT,
          children,
        }),
      ],
    });
  const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const line = { style: BorderStyle.SINGLE, size: 4, color: 'D8DEE4' };
  return new Table({
    columnWidths: widths,
    width: { size: WIDTH, type: WidthType.DXA },
    layout: docx.TableLayoutType.FIXED,
    borders: {
      top: line,
      bottom: line,
      left: none,
      right: none,
      insideHorizontal: line,
      insideVertical: none,
    },
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map(({ title }, at) => cell(runs([title], { bold: true }), at)),
      }),
      ...rows.map(
        (row) => new TableRow({ cantSplit: true, children: row.map((parts, at) => cell(runs(parts), at)) }),
      ),
    ],
  });
}

function widthsOf(columns: readonly TableColumn[]): number[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => Math.floor((share / shares) * WIDTH));
  const rest = WIDTH - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, at) => (at === 0 ? width + rest : width));
}
