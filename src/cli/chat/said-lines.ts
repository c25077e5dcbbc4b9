import { printable } from '../../kit/printable.js';
import { parseBlocks } from '../markdown/parse-blocks.js';
import { renderBlocks } from '../markdown/render-markdown.js';
import { hang } from '../markdown/render-table.js';
import type { Paint } from '../terminal/paint.js';
import type { ThreadEntry } from './session-client.js';

/** Whether a message holds words for a person; the calls between stand in an export. */
export function isSaid({ role, content }: ThreadEntry): boolean {
  return role !== 'tool' && content.trim() !== '';
}

/** A stored message as it is read again: when, then what was said. */
export function saidLines(
  { role, content, createdAt }: ThreadEntry,
  columns: number,
  paint: Paint,
): readonly string[] {
  const when = paint(createdAt.slice(0, 16).replace('T', ' '), 'dim');
  const text = printable(content);
  if (role === 'user')
    return [
      when,
      ...text.split('\n').flatMap((line) => hang('> ', '> ', [{ text: line, styles: [] }], columns, paint)),
    ];
  const blocks = parseBlocks(text).map(({ block }) => block);
  return [when, ...renderBlocks(blocks, columns - 1, paint)];
}
