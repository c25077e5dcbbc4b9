import type { IncomingHttpHeaders } from 'node:http';
import { matchesStrongly, matchesWeakly } from 'oracle-runtime/kit';
import type { ByteRange } from '../types.js';
import { parseRange } from './byte-range.js';
import { parseHttpDate } from './http-date.js';

/** What there is to send. */
export interface Representation {
  /** Bytes. */
  readonly size: number;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch, a whole second; only a strong one, see `lastModifiedOf`. */
  readonly lastModified?: number | undefined;
}

/** What of it a request gets. */
export type Selection =
  | { readonly status: 200 }
  | { readonly status: 206; readonly range: ByteRange }
  | { readonly status: 304 | 412 | 416 };

/**
 * Weighs the conditional headers of a GET or HEAD in the order of RFC 9110, section 13.2.2, then its range. A HEAD
 * has no ranges. Conditions that cannot be read do not hold.
 */
export function selectResponse(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  representation: Representation,
): Selection {
  if (!isWanted(headers, representation)) return { status: 412 };
  if (isFresh(headers, representation)) return { status: 304 };
  const { range } = headers;
  if (method !== 'GET' || range === undefined) return { status: 200 };
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && !isSameVersion(ifRange, representation)) return { status: 200 };
  const asked = parseRange(range, representation.size);
  if (asked.kind === 'whole') return { status: 200 };
  return asked.kind === 'part' ? { status: 206, range: asked.range } : { status: 416 };
}

function isWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return matchesStrongly(ifMatch, etag);
  const since = dateOf(headers['if-unmodified-since']);
  return since === undefined || lastModified === undefined || lastModified <= since;
}

function isFresh(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesWeakly(ifNoneMatch, etag);
  const since = dateOf(headers['if-modified-since']);
  return since !== undefined && lastModified !== undefined && lastModified <= since;
}

/** `If-Range` compares strongly: a weak tag never holds, a date only when it is exactly ours. */
function isSameVersion(ifRange: string | string[], { etag, lastModified }: Representation): boolean {
  if (ifRange === etag) return true;
  return typeof ifRange === 'string' && lastModified !== undefined && dateOf(ifRange) === lastModified;
}

function dateOf(header: string | undefined): number | undefined {
  return header === undefined ? undefined : parseHttpDate(header);
}

/**
 * The `Last-Modified` of something changed at `updatedAt`, or undefined while the second of the change lasts: what is
 * sent in that second could change again under the same date. So every date that was ever sent is a strong validator
 * (RFC 9110, section 8.8.2.2).
 */
export function lastModifiedOf(updatedAt: number, now: number = Date.now()): number | undefined {
  const second = Math.floor(updatedAt / 1000) * 1000;
  return now >= second + 1000 ? second : undefined;
}
