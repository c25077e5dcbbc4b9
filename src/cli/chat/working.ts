import { fieldOf } from '../../client/field-of.js';
import { escapeUnseen, oneLine } from '../../kit/one-line.js';
import { hang } from '../markdown/render-table.js';
import type { Paint } from '../terminal/paint.js';
import { callLine } from './event-words.js';

/** Lines of one value that are shown; what is longer is better read through an export. */
const MOST_LINES = 80;
const DEEPEST = 8;

/** How an answer came about: what the model thought, and each call with what it was asked and returned. */
export function workingLines(
  { reasoning, calls }: { readonly reasoning: string; readonly calls: readonly unknown[] },
  columns: number,
  paint: Paint,
): readonly string[] {
  const thoughts = reasoning.trim() === '' ? [] : reasoning.trim().split('\n');
  return [
    ...thoughts.flatMap((line) => hang('', '', [{ text: line, styles: ['dim'] }], columns, paint)),
    ...calls.flatMap((data) => {
      const head = hang('', '    ', [{ text: callLine(data), styles: ['bold'] }], columns, paint);
      // What the runtime asks of itself is no part of how a figure came about.
      if (fieldOf(data, 'plugin') === 'oracle') return head;
      return [
        ...head,
        ...valueLines('asked', fieldOf(data, 'args')),
        ...valueLines('returned', fieldOf(data, 'output')),
      ];
    }),
  ];

  function valueLines(name: string, value: unknown): readonly string[] {
    if (value === undefined || value === null) return [];
    const lines = outline(name, value, '  ', columns, paint, 0);
    const left = lines.length - MOST_LINES;
    return left > 3 ? [...lines.slice(0, MOST_LINES), paint(`  … ${left} more lines`, 'dim')] : lines;
  }
}

/** A value of JSON as indented lines, without the marks that only machines need. */
export function outline(
  name: string,
  value: unknown,
  indent: string,
  columns: number,
  paint: Paint,
  depth: number,
): readonly string[] {
  const title = { text: oneLine(name, 200), styles: ['dim'] as const };
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) {
    const text = readable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')) || '""';
    return hang(
      indent,
      `${indent}  `,
      [
        { ...title, text: `${title.text}: ` },
        { text, styles: [] },
      ],
      columns,
      paint,
    );
  }
  const entries = Array.isArray(value)
    ? value.map((each, at) => [String(at + 1), each] as const)
    : Object.entries(value);
  if (entries.length === 0) return [`${indent}${paint(`${title.text}: none`, 'dim')}`];
  return [
    `${indent}${paint(title.text, 'dim')}`,
    ...entries.flatMap(([key, each]) => outline(key, each, `${indent}  `, columns, paint, depth + 1)),
  ];
}

/** With its lines, and with what cannot be seen written out: a person decides by what stands here. */
function readable(text: string): string {
  return text.split('\n').map(escapeUnseen).join('\n');
}
