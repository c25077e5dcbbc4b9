import type { DocumentText } from './document-text.js';

const LONGEST_TITLE = 200;
/** Lines among which the first row is looked for. */
const MOST_LOOKED = 50;
const DELIMITERS = [',', ';', '\t', '|'];
/** What a program is told of a file, no part of its table. */
const HINT = /^sep=(.)\s*$/i;

interface Line {
  readonly text: string;
  /** Behind its end. */
  readonly to: number;
}

/** A CSV file as it stands; the first row of its table heads all that follows, below the lines before it. */
export function readTable(text: string): DocumentText {
  const lines = linesOf(text);
  const hint = HINT.exec(lines[0]?.text ?? '')?.[1];
  const first = firstRow(lines, hint);
  const row = lines[first];
  if (row === undefined || row.text.trim() === '' || row.to > text.length)
    return { text, headings: [], lines: 'rows' };
  const titles = [...lines.slice(0, first).filter(({ text: line }) => !HINT.test(line)), row]
    .map((line) => line.text.trim().slice(0, LONGEST_TITLE))
    .filter((title) => title !== '');
  const headings = titles.map((title, at) => ({ at: row.to, level: at + 1, title }));
  return { text, headings, lines: 'rows' };
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at <= text.length && lines.length < MOST_LOOKED; ) {
    const end = text.indexOf('\n', at);
    const to = (end === -1 ? text.length : end) + 1;
    lines.push({ text: text.slice(at, to - 1), to });
    at = to;
  }
  return lines;
}

/** Where the table begins: the first line with as many cells as most that have several. */
function firstRow(lines: readonly Line[], hint: string | undefined): number {
  const counts = (delimiter: string) =>
    lines.map(({ text }) =>
      HINT.test(text) ? 0 : text.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1,
    );
  const sum = (all: readonly number[]) => all.reduce((total, count) => total + count, 0);
  const [best = []] = (hint === undefined ? DELIMITERS : [hint])
    .map(counts)
    .sort((one, other) => sum(other) - sum(one));
  const often = new Map<number, number>();
  for (const count of best) if (count > 0) often.set(count, (often.get(count) ?? 0) + 1);
  const [usual] = [...often].sort(([one, times], [other, others]) => others - times || other - one)[0] ?? [];
  const first = usual === undefined ? -1 : best.indexOf(usual);
  if (first !== -1) return first;
  return Math.max(
    0,
    lines.findIndex(({ text }) => text.trim() !== '' && !HINT.test(text)),
  );
}
