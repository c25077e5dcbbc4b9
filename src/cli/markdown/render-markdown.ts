import { graphemesOf, graphemeWidth } from '../terminal/display-width.js';
import type { Paint, Style } from '../terminal/paint.js';
import type { Block, ListItem } from './parse-blocks.js';
import { parseInline } from './parse-inline.js';
import { renderTable } from './render-table.js';
import { wrapSpans } from './wrap-spans.js';

/** Words are read best up to about this many columns; tables and code take what there is. */
const WIDEST_TEXT = 100;

/** A block as lines of at most so many columns, painted; no blank line before or after. */
function renderBlock(block: Block, columns: number, paint: Paint): readonly string[] {
  const text = (words: string, styles: readonly Style[] = []) =>
    wrapSpans(parseInline(words, styles), Math.min(columns, WIDEST_TEXT), paint);
  switch (block.kind) {
    case 'heading':
      return text(block.text, block.level === 1 ? ['bold', 'underline'] : ['bold']);
    case 'paragraph':
      return text(block.text);
    case 'code':
      return block.lines.flatMap((line) =>
        codeLine(line, columns - 2, paint).map((part) => `  ${part}`.trimEnd()),
      );
    case 'quote':
      return renderBlocks(block.blocks, columns - 2, paint).map((line) => `${paint('│', 'dim')} ${line}`);
    case 'list':
      return block.items.flatMap((item, at) => [
        ...(at > 0 && block.loose ? [''] : []),
        ...renderItem(item, columns, paint),
      ]);
    case 'table':
      return renderTable(block, columns, paint);
    case 'rule':
      return [paint('─'.repeat(Math.min(columns, 40)), 'dim')];
  }
}

/** Blocks with a blank line between them. */
export function renderBlocks(blocks: readonly Block[], columns: number, paint: Paint): readonly string[] {
  return blocks.flatMap((block, at) => [...(at > 0 ? [''] : []), ...renderBlock(block, columns, paint)]);
}

function renderItem({ number, blocks }: ListItem, columns: number, paint: Paint): readonly string[] {
  const marker = number === undefined ? '• ' : `${number} `;
  const indent = ' '.repeat(marker.length);
  // A list within an item follows its words without a blank line.
  const lines = blocks.flatMap((block, at) => [
    ...(at > 0 && block.kind !== 'list' ? [''] : []),
    ...renderBlock(block, columns - indent.length, paint),
  ]);
  return (lines.length === 0 ? [''] : lines).map((line, at) =>
    ((at === 0 ? marker : indent) + line).trimEnd(),
  );
}

/** Code keeps its blanks, and goes on below where it is too wide. */
function codeLine(line: string, columns: number, paint: Paint): readonly string[] {
  const parts = [''];
  let width = 0;
  for (const grapheme of graphemesOf(line.replaceAll('\t', '    '))) {
    width += graphemeWidth(grapheme);
    if (width > columns) {
      parts.push('');
      width = graphemeWidth(grapheme);
    }
    parts.push((parts.pop() ?? '') + grapheme);
  }
  return parts.map((part) => paint(part, 'code'));
}
