import { displayWidth } from '../terminal/display-width.js';
import type { Paint } from '../terminal/paint.js';
import type { Table } from './parse-blocks.js';
import { parseInline, type Span } from './parse-inline.js';
import { widthsOf, wrapSpans } from './wrap-spans.js';

const GAP = 2;
/** Below this a column of words is no pleasure to read. */
const NARROWEST = 12;

/**
 * A table in columns where they fit, with cells of more lines where that suffices, else a list: each row under its
 * first cell, each cell after its column's name.
 */
export function renderTable({ head, right, rows }: Table, columns: number, paint: Paint): readonly string[] {
  const titles = head.map((cell) => parseInline(cell, ['bold']));
  const cells = rows.map((row) => row.map((cell) => parseInline(cell)));
  const widths = columnWidths([titles, ...cells], columns);
  if (widths === undefined) return asList(titles, cells, columns, paint);
  const rowLines = (row: readonly (readonly Span[])[]) => rowOf(row, widths, right, paint);
  return [
    ...rowLines(titles),
    paint(widths.map((width) => '─'.repeat(width)).join(' '.repeat(GAP)), 'dim'),
    ...cells.flatMap(rowLines),
  ];
}

/** Undefined when the columns do not fit, each with its longest word whole. */
function columnWidths(
  rows: readonly (readonly (readonly Span[])[])[],
  columns: number,
): readonly number[] | undefined {
  const count = rows[0]?.length ?? 0;
  const measured = rows.map((row) => row.map(widthsOf));
  const widest = (pick: 'line' | 'word') =>
    Array.from({ length: count }, (_, at) => Math.max(1, ...measured.map((row) => row[at]?.[pick] ?? 0)));
  const natural = widest('line');
  const least = widest('word').map((word, at) => Math.min(natural[at] ?? 1, Math.max(word, NARROWEST)));
  const room = columns - GAP * (count - 1);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  if (sum(natural) <= room) return natural;
  if (sum(least) > room) return undefined;
  // What is left over goes to the columns that want the most, so that the rows stay low.
  const widths = [...least];
  for (let left = room - sum(least); left > 0; left -= 1) {
    const wants = widths.map((width, at) => (natural[at] ?? 0) - width);
    const most = Math.max(...wants);
    if (most <= 0) break;
    const at = wants.indexOf(most);
    widths[at] = (widths[at] ?? 0) + 1;
  }
  return widths;
}

function rowOf(
  row: readonly (readonly Span[])[],
  widths: readonly number[],
  right: readonly boolean[],
  paint: Paint,
): readonly string[] {
  const bare = row.map((cell, at) => wrapSpans(cell, widths[at] ?? 1, (text) => text));
  const painted = row.map((cell, at) => wrapSpans(cell, widths[at] ?? 1, paint));
  const height = Math.max(1, ...bare.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => {
        const space = ' '.repeat(Math.max(0, width - displayWidth(bare[at]?.[line] ?? '')));
        const text = painted[at]?.[line] ?? '';
        return right[at] === true ? space + text : text + space;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function asList(
  titles: readonly (readonly Span[])[],
  rows: readonly (readonly (readonly Span[])[])[],
  columns: number,
  paint: Paint,
): readonly string[] {
  return rows.flatMap((row) => {
    const [first = [], ...others] = row;
    const name = first.map((span) => ({ ...span, styles: [...span.styles, 'bold'] as const }));
    const heading = [...dimmed(titles[0] ?? []), ...name];
    const lines = others.flatMap((cell, at) =>
      cell.length === 0 ? [] : hang('  ', '    ', [...dimmed(titles[at + 1] ?? []), ...cell], columns, paint),
    );
    return [...hang('• ', '  ', heading, columns, paint), ...lines];
  });
}

function dimmed(title: readonly Span[]): readonly Span[] {
  const text = title.map((span) => span.text).join('');
  return text === '' ? [] : [{ text: `${text}: `, styles: ['dim'] }];
}

/** Lines of which the first begins with one text and the others with another of the same width. */
export function hang(
  first: string,
  others: string,
  spans: readonly Span[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const lines = wrapSpans(spans, columns - displayWidth(others), paint);
  return lines.map((line, at) => (at === 0 ? first : others) + line);
}
