import { printable } from '../../kit/printable.js';

/** The arguments of a tool call on one short line: `{ city: "Berlin", days: 3 }`. */
export function shortArgs(args: unknown, limit = 80): string {
  if (typeof args !== 'object' || args === null) return '';
  const parts = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const line = printable(parts.join(', ')).replace(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}
