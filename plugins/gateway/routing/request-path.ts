import { invalid } from '../upstream/status.js';

/**
 * The segments of a request target, each percent-decoded exactly once: `%2F` inside a segment is part of a value and
 * `+` is a plus.
 * @throws QueryFault 400 for an escape that is none or that is not UTF-8
 */
export function segmentsOf(target: string): string[] {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  return segments.map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw invalid(
        `the path segment ${JSON.stringify(segment.slice(0, 100))} is not valid percent-encoded UTF-8`,
      );
    }
  });
}

/**
 * The name and value pairs of a query string, in its order.
 * @throws QueryFault 400 for a broken escape, or for `;`, which some would read as a separator
 */
export function queryOf(target: string): [string, string][] {
  const start = target.indexOf('?');
  if (start < 0 || start === target.length - 1) return [];
  const text = target.slice(start + 1);
  if (text.includes(';'))
    throw invalid('the query holds a semicolon: write it as %3B, and & between parameters');
  const pairs: [string, string][] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    pairs.push([decode(name), equals < 0 ? '' : decode(part.slice(equals + 1))]);
  }
  return pairs;
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid(`${JSON.stringify(text.slice(0, 100))} in the query is not valid percent-encoded UTF-8`);
  }
}
