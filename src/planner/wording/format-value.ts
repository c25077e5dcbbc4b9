import { escapeUnseen, inert } from '../../kit/index.js';
import { splitName } from '../language/tokenize.js';

const ACRONYMS = new Set([
  'id',
  'sd',
  'se',
  'ci',
  'cv',
  'er',
  'did',
  'url',
  'uri',
  'api',
  'psu',
  'uuid',
  'cid',
  'utc',
  'csv',
  'json',
  'http',
  'ip',
  'pps',
]);
const CODE_LIKE = /(?:^|\s)(?:id|year|port|code|version|zip|phone|seed|block|height|postcode|timestamp)$/u;

/** `calculatedSize` -> `Calculated size`. */
export function humanise(key: string): string {
  const words = nameInWords(key);
  return words === '' ? key : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

/** `expectedSD` -> `expected SD`. */
export function nameInWords(key: string): string {
  return splitName(key)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');
}

/** Digits from which a number with decimals is noise of the calculation, and how many of it are shown then. */
const LONG = 10;
const SHOWN = 8;

/** Thousands separators in the whole part; every digit of a number that has no more than ten, and of whole numbers. */
export function formatNumber(value: number): string {
  const digits = String(value)
    .replace(/e.*$/u, '')
    .replace(/^-?0*\.?0*|\D/gu, '').length;
  const text = String(!Number.isInteger(value) && digits > LONG ? Number(value.toPrecision(SHOWN)) : value);
  const match = /^(-?)(\d{4,})(\.\d+)?$/u.exec(text);
  if (match === null) return text;
  return `${match[1] ?? ''}${(match[2] ?? '').replace(/\B(?=(?:\d{3})+$)/gu, ',')}${match[3] ?? ''}`;
}

/** Milliseconds since 1970 under a name such as `createdAt`: of this century at least. */
function isMoment(value: number, key: string): boolean {
  return splitName(key).at(-1) === 'at' && Number.isInteger(value) && value > 9e11 && value < 4.1e12;
}

/** A single value as Markdown text of one line, at most `limit` characters. `key` tells years and codes from counts. */
export function formatScalar(value: unknown, key: string, limit: number): string {
  if (typeof value === 'number') {
    if (isMoment(value, key)) return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return CODE_LIKE.test(splitName(key).join(' ')) ? String(value) : formatNumber(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined || value === '') return '–';
  const line = escapeUnseen(
    String(value)
      .replace(/\s*\n\s*/gu, ' ')
      .trim(),
  );
  return inert(cut(line, limit));
}

/** Cuts at whole characters and says how much; a text that is hardly longer than `limit` stays whole. */
export function cut(text: string, limit: number): string {
  const letters = [...text];
  if (letters.length <= limit * 1.2) return text;
  return `${letters.slice(0, limit).join('')} … (${letters.length - limit} more characters)`;
}
