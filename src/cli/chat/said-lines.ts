import type { ThreadEntry } from '../../client/session-client.js';
import { oneLine } from '../../kit/one-line.js';
import { printable } from '../../kit/printable.js';
import { parseBlocks } from '../markdown/parse-blocks.js';
import { renderBlocks } from '../markdown/render-markdown.js';
import { hang } from '../markdown/render-table.js';
import type { Paint } from '../terminal/paint.js';

/** What stands below an answer that is not whole. */
const INCOMPLETE = {
  interrupted: '(Not whole: the run ended before this answer was complete.)',
  cutOff: '(Not whole: the answer was cut at the length limit of the model.)',
} as const;
const NAME = 60;

/** Whether a message holds words for a person; the calls between stand in an export. */
export function isSaid({ role, content }: ThreadEntry): boolean {
  return role !== 'tool' && content.trim() !== '';
}

/** A stored message as it is read again: when, and by whom else, then what was said. */
export function saidLines(
  { role, content, createdAt, by, incomplete }: ThreadEntry,
  columns: number,
  paint: Paint,
): readonly string[] {
  const who = by === undefined ? '' : `  ${oneLine(by, NAME)}`;
  const when = paint(`${createdAt.slice(0, 16).replace('T', ' ')}${who}`, 'dim');
  const text = printable(content);
  if (role === 'user')
    return [
      when,
      ...text.split('\n').flatMap((line) => hang('> ', '> ', [{ text: line, styles: [] }], columns, paint)),
    ];
  const blocks = parseBlocks(text).map(({ block }) => block);
  const note = incomplete === undefined ? [] : ['', paint(INCOMPLETE[incomplete], 'dim')];
  return [when, ...renderBlocks(blocks, columns - 1, paint), ...note];
}
