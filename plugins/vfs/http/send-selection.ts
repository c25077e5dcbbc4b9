import type { IncomingMessage, ServerResponse } from 'node:http';
import { OracleError } from 'oracle-runtime/plugin';
import type { ByteRange } from '../types.js';
import { formatHttpDate } from './http-date.js';
import { type Head, pump } from './pump.js';
import { type Representation, selectResponse } from './select-response.js';

/** Bytes that can be sent, as a whole or in part. */
export interface Sendable extends Representation {
  /** Headers of the whole, besides those that say its size and validators. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole at once, when it is small enough to be had so. */
  bytes?(): Promise<Uint8Array | undefined>;
  /** For an answer without a body: that there would be one. @throws Error what is lost */
  check?(): Promise<void>;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}

/** How a request was answered, for the log. */
export interface Sent {
  readonly status: 200 | 206 | 304;
  /** Bytes of the body that was promised. */
  readonly bytes: number;
  /** False when the client left early. */
  readonly whole: boolean;
}

/** Of the headers of the whole, those that a 304 repeats (RFC 9110, section 15.4.5). */
const KEPT_BY_304 = ['cache-control', 'cross-origin-resource-policy', 'etag', 'last-modified'];

export function notModifiedHeaders(whole: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => KEPT_BY_304.includes(name)));
}

export function withValidators(
  headers: Readonly<Record<string, string>>,
  { etag, lastModified }: Representation,
): Record<string, string> {
  return {
    ...headers,
    etag,
    ...(lastModified === undefined ? {} : { 'last-modified': formatHttpDate(lastModified) }),
  };
}

/**
 * Answers a GET or HEAD with the whole, the range that it asks for, or 304.
 * @throws OracleError `precondition_failed`, `range_not_satisfiable`; any other error is a content that failed, and
 *   when its bytes had begun to leave the connection is torn already
 */
export async function sendSelection(
  request: IncomingMessage,
  response: ServerResponse,
  sendable: Sendable,
): Promise<Sent> {
  const { size } = sendable;
  const selection = selectResponse(request.method, request.headers, sendable);
  if (selection.status === 412) {
    throw new OracleError('precondition_failed', {
      detail: 'The content is not the one that If-Match or If-Unmodified-Since asks for.',
    });
  }
  if (selection.status === 416) {
    throw new OracleError('range_not_satisfiable', {
      detail: `There are ${size} bytes; the range begins after them.`,
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const headers = withValidators(sendable.headers, sendable);
  if (selection.status === 304) {
    response.writeHead(304, notModifiedHeaders(headers)).end();
    return { status: 304, bytes: 0, whole: true };
  }
  const range = selection.status === 206 ? selection.range : { start: 0, end: size };
  const bytes = range.end - range.start;
  const head: Head = {
    status: selection.status,
    headers: {
      ...headers,
      'accept-ranges': 'bytes',
      'content-length': bytes,
      ...(selection.status === 206
        ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` }
        : {}),
    },
  };
  if (request.method === 'HEAD') {
    await sendable.check?.();
    response.writeHead(head.status, head.headers).end();
    return { status: selection.status, bytes: 0, whole: true };
  }
  const all = await sendable.bytes?.();
  if (all !== undefined) {
    if (all.length !== size) throw new Error(`The content has ${all.length} bytes instead of ${size}.`);
    response.writeHead(head.status, head.headers).end(all.subarray(range.start, range.end));
    return { status: selection.status, bytes, whole: true };
  }
  return { status: selection.status, bytes, whole: await pump(sendable.read(range), response, bytes, head) };
}
