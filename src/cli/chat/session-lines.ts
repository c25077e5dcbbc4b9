import type { SessionSummary } from '../../client/session-client.js';
import { printable } from '../../kit/printable.js';
import { cutToWidth } from '../terminal/display-width.js';
import type { Paint } from '../terminal/paint.js';

/** What people wrote, on one line: emoji and scripts as they are, what acts on a terminal written out. */
export function titleLine(text: string): string {
  return printable(text).replace(/\s+/gu, ' ').trim();
}

/** Sessions as lines, each with the id it is called by, or a number where it can be chosen by one. */
export function sessionLines(
  sessions: readonly SessionSummary[],
  {
    columns,
    paint,
    numbered,
  }: { readonly columns: number; readonly paint: Paint; readonly numbered: boolean },
): readonly string[] {
  const width = String(sessions.length).length;
  return sessions.flatMap(({ id, title, updatedAt, pinned, archived, excerpt }, at) => {
    const name = numbered ? `${String(at + 1).padStart(width)}  ` : `${titleLine(id)}  `;
    const when = updatedAt.slice(0, 16).replace('T', ' ');
    const state = [...(pinned ? ['pinned'] : []), ...(archived ? ['archived'] : [])].join(', ');
    const head = `${name}${when}  `;
    const words = `${title === null ? 'untitled' : titleLine(title)}${state === '' ? '' : ` (${state})`}`;
    const line = `${paint(head, 'dim')}${cutToWidth(words, Math.max(20, columns - head.length))}`;
    if (excerpt === undefined) return [line];
    const indent = ' '.repeat(numbered ? name.length : 2);
    return [
      line,
      paint(indent + cutToWidth(titleLine(excerpt), Math.max(20, columns - indent.length)), 'dim'),
    ];
  });
}
