import { sha256Hex } from './sha256-hex.js';

/**
 * JSON in the canonical form of RFC 8785: members sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript prints them. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError for what JSON cannot say (NaN, infinities, functions, bigint).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = value as Readonly<Record<string, unknown>>;
    let text = '{';
    // The default order of `sort` is that of UTF-16 code units.
    for (const key of Object.keys(members).sort()) {
      const member = members[key];
      if (member === undefined) continue;
      if (text !== '{') text += ',';
      text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
    }
    return `${text}}`;
  }
  throw new TypeError(`a ${typeof value} has no JSON form`);
}

/** Hexadecimal SHA-256 of the canonical form's UTF-8 bytes. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
