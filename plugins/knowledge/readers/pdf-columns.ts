/** A piece of a line, up to a gap as wide as between columns. */
export interface Segment {
  readonly text: string;
  /** From where to where on the page. */
  readonly x: number;
  readonly right: number;
}

/** Points by which the beginnings of lines of one column may differ. */
const SLACK = 3;
/** Words and letters that the lines of a column of sentences have at least, on average. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 14;
const ENDED = /[.!?:;。！？：]["”»)\]]*$/u;
const GAP = '   ';

/**
 * Lines of a page, those of two columns of sentences that stand side by side one column after the other. What may be a table
 * stays as it is, its gaps wide: there what stands on one line belongs together.
 */
export function columnsApart(lines: readonly (readonly Segment[])[]): string[] {
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const columns = columnsFrom(lines, at);
    if (columns === undefined) {
      written.push((lines[at] ?? []).map(({ text }) => text).join(GAP));
      at += 1;
      continue;
    }
    // A blank line, so that no sentence goes on from one into the other.
    written.push(...columns.left, '', ...columns.right, '');
    at = columns.to;
  }
  return written;
}

interface Columns {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly to: number;
}

/** The columns that begin at a line; undefined where none do. */
function columnsFrom(lines: readonly (readonly Segment[])[], from: number): Columns | undefined {
  const [first, second, third] = lines[from] ?? [];
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const left: string[] = [];
  const right: string[] = [];
  let pairs = 0;
  let to = from;
  for (; to < lines.length; to += 1) {
    const [one, two, more] = lines[to] ?? [];
    if (one === undefined || more !== undefined) break;
    if (two === undefined) {
      if (stands(one, second)) right.push(one.text);
      else if (stands(one, first) && one.right < second.x) left.push(one.text);
      else break;
    } else if (stands(one, first) && stands(two, second)) {
      left.push(one.text);
      right.push(two.text);
      pairs += 1;
    } else break;
  }
  return pairs >= 2 && isRunning(left) && isRunning(right) ? { left, right, to } : undefined;
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
