import { textsOf } from '../document/printed-report.js';
import type { Block, Cell, Inline } from '../document/report-body.js';
import type { ReportRecord } from '../record/report-record.js';

/** A piece of text as a report should show it. */
export interface ExpectedPiece {
  readonly text: string;
  /** Of a figure: its id. */
  readonly figure?: string;
  /** Words that the record itself brings and no figure stands behind. */
  readonly plain: boolean;
}

/**
 * All text of a report in the order in which every printer prints it.
 * @param showsPictures whether it has them, and so their captions
 */
export function expectedText(record: ReportRecord, showsPictures = true): ExpectedPiece[] {
  const textOf = textsOf(record);
  const piece = (inline: Inline): ExpectedPiece =>
    typeof inline === 'string'
      ? { text: inline, plain: true }
      : { text: textOf(inline), figure: inline.figure, plain: false };
  const heading = (text: string): ExpectedPiece => ({ text, plain: false });
  const cells = (row: readonly Cell[]) => row.flatMap((cell) => cell.map(piece));
  const ofBlock = (block: Block): ExpectedPiece[] => {
    switch (block.kind) {
      case 'text':
        return block.inlines.map(piece);
      case 'formula':
        return block.inlines.map((inline) => ({ ...piece(inline), plain: false }));
      case 'list':
        return cells(block.items);
      case 'table':
        return [
          heading(block.caption),
          ...block.columns.map(({ title }) => heading(title)),
          ...block.rows.flatMap(cells),
        ];
      case 'picture':
        return showsPictures ? [heading(block.caption)] : [];
    }
  };
  const { title, subtitle, sections } = record.body;
  return [
    heading(title),
    heading(subtitle),
    ...sections.flatMap((section) => [heading(section.title), ...section.blocks.flatMap(ofBlock)]),
  ].filter(({ text }) => text !== '');
}
