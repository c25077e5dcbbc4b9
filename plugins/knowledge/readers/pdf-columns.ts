import { gappedTable } from './pdf-tables.js';

/** A piece of a line, up to a gap as wide as between columns. */
export interface Segment {
  readonly text: string;
  /** From where to where on the page. */
  readonly x: number;
  readonly right: number;
  /** Of its baseline, from the foot of the page. */
  readonly y: number;
}

/** Points by which the beginnings of lines of one column may differ. */
const SLACK = 3;
/** Words and letters that the lines of a column of sentences have at least, on average. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 14;
/** How much farther the rows of a table stand apart than the lines of a cell. */
const ROW_GAP = 1.25;
const ENDED = /[.!?:;。！？：]["”»)\]]*$/u;
const GAP = '   ';

/**
 * Lines of a page, those of two columns of sentences that stand side by side one column after the other, or row by row where
 * they are cells. What may be a table
 * stays as it is, its gaps wide: there what stands on one line belongs together.
 */
export function columnsApart(lines: readonly (readonly Segment[])[]): string[] {
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const columns = columnsFrom(lines, at);
    const table = columns === undefined ? gappedTable(lines, at) : undefined;
    if (table !== undefined) {
      written.push(...table.written);
      at = table.to;
    } else if (columns === undefined) {
      written.push((lines[at] ?? []).map(({ text }) => text).join(GAP));
      at += 1;
    } else {
      // A blank line, so that no sentence goes on from one into the other.
      const rows = rowsOf(columns.lines);
      if (rows === undefined)
        written.push(...textsOf(columns.lines, 'left'), '', ...textsOf(columns.lines, 'right'), '');
      else for (const { left, right } of rows) written.push(`| ${left.join(' ')} | ${right.join(' ')}`);
      at = columns.to;
    }
  }
  return written;
}

/** A line of two columns; one of them may have none there. */
interface SideBySide {
  readonly left?: Segment;
  readonly right?: Segment;
  readonly y: number;
}

interface Columns {
  readonly lines: readonly SideBySide[];
  readonly to: number;
}

/** The columns that begin at a line; undefined where none do. */
function columnsFrom(lines: readonly (readonly Segment[])[], from: number): Columns | undefined {
  const [first, second, third] = lines[from] ?? [];
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const found: SideBySide[] = [];
  let to = from;
  for (; to < lines.length; to += 1) {
    const [one, two, more] = lines[to] ?? [];
    if (one === undefined || more !== undefined) break;
    const { y } = one;
    if (two === undefined) {
      if (stands(one, second)) found.push({ right: one, y });
      else if (stands(one, first) && one.right < second.x) found.push({ left: one, y });
      else break;
    } else if (stands(one, first) && stands(two, second)) found.push({ left: one, right: two, y });
    else break;
  }
  const pairs = found.filter(({ left, right }) => left !== undefined && right !== undefined);
  const isProse = isRunning(textsOf(found, 'left')) && isRunning(textsOf(found, 'right'));
  return pairs.length >= 2 && isProse ? { lines: found, to } : undefined;
}

function textsOf(lines: readonly SideBySide[], side: 'left' | 'right'): string[] {
  return lines.flatMap((line) => line[side]?.text ?? []);
}

/** The rows of a table whose cells are sentences: all columns begin anew behind a wider gap. Undefined where there are none. */
function rowsOf(lines: readonly SideBySide[]): { left: string[]; right: string[] }[] | undefined {
  const gaps = lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? y) - y);
  const usual = Math.min(...gaps);
  const starts = [0, ...gaps.flatMap((gap, at) => (gap > ROW_GAP * usual ? [at + 1] : []))];
  const isTable =
    usual > 0 &&
    starts.length > 1 &&
    starts.every((at) => lines[at]?.left !== undefined && lines[at]?.right !== undefined);
  if (!isTable) return undefined;
  return starts.map((start, row) => {
    const cells = lines.slice(start, starts[row + 1]);
    return { left: textsOf(cells, 'left'), right: textsOf(cells, 'right') };
  });
}

const stands = (segment: Segment, column: Segment) => Math.abs(segment.x - column.x) <= SLACK;

/** Whether lines are sentences that go on from one into the next. */
function isRunning(lines: readonly string[]): boolean {
  const words = lines.reduce((sum, line) => sum + line.trim().split(/\s+/u).length, 0);
  const letters = lines.reduce((sum, line) => sum + line.trim().length, 0);
  if (words < LEAST_WORDS * lines.length || letters < LEAST_LETTERS * lines.length) return false;
  return lines.some((line, at) => {
    const before = lines[at - 1]?.trim();
    return before !== undefined && !ENDED.test(before) && /^\p{Ll}/u.test(line.trim());
  });
}
