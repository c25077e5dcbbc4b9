import { oneLine } from '../../kit/one-line.js';

/** The arguments of a tool call on one short line: `{ city: "Berlin", days: 3 }`. */
export function shortArgs(args: unknown, limit = 80): string {
  if (typeof args !== 'object' || args === null) return '';
  const parts = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return oneLine(parts.join(', '), limit);
}
