import { OracleError } from '../plugin/index.js';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

const MAX_PARAMETERS = 200;
const NONE: Query = Object.freeze(Object.create(null));

/**
 * The query of a request target: repeated names become arrays, `+` is a space.
 * @throws OracleError `invalid_request` for broken percent-encoding or more than 200 parameters.
 */
export function parseQuery(target: string): Query {
  const start = target.indexOf('?');
  if (start === -1 || start === target.length - 1) return NONE;
  const pairs = target.slice(start + 1).split('&');
  if (pairs.length > MAX_PARAMETERS) {
    throw new OracleError('invalid_request', {
      detail: `The query has more than ${MAX_PARAMETERS} parameters.`,
      errors: [{ field: 'query', message: `at most ${MAX_PARAMETERS} parameters` }],
    });
  }
  // No prototype: a parameter named __proto__ is only a name.
  const query: Record<string, string | string[] | undefined> = Object.create(null);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const present = query[name];
    query[name] =
      present === undefined ? value : Array.isArray(present) ? [...present, value] : [present, value];
  }
  return query;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new OracleError('invalid_request', {
      detail: 'The query is not valid percent-encoded UTF-8.',
      errors: [{ field: 'query', message: 'a % must be followed by two hexadecimal digits that form UTF-8' }],
    });
  }
}
