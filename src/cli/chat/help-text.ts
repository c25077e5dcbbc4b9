import { wrapSpans } from '../markdown/wrap-spans.js';
import { displayWidth } from '../terminal/display-width.js';
import type { Paint } from '../terminal/paint.js';

const KEYS = [
  'Alt-Enter or a backslash before Enter begins a new line, and a paste keeps its lines.',
  'Up and down walk through what was said before, Ctrl-R searches it.',
  'Ctrl-C clears the line, or stops an answer; Ctrl-D leaves.',
];

/** Commands with what they do, and the keys, within the width of the terminal. */
export function helpText(
  rows: readonly { readonly usage: string; readonly summary: string }[],
  columns: number,
  paint: Paint,
): string {
  const width = Math.max(...rows.map(({ usage }) => displayWidth(usage)));
  const wrap = (text: string, most: number) => wrapSpans([{ text, styles: [] }], Math.max(20, most), paint);
  const lines = rows.flatMap(({ usage, summary }) =>
    wrap(summary, columns - width - 3).map((line, at) =>
      at === 0
        ? `${paint(usage, 'bold')}${' '.repeat(width - displayWidth(usage))}  ${line}`
        : `${' '.repeat(width + 2)}${line}`,
    ),
  );
  return [...lines, '', ...KEYS.flatMap((line) => wrap(line, columns - 1)), ''].join('\n');
}
