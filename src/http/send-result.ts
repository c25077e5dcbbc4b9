import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HANDLED, isPrepared, isReply, type RouteResult } from '../plugin/index.js';
import type { Exchange } from './exchange.js';

const FRESH = 'no-store';

/**
 * Sends what a handler returned: data as JSON, text, bytes or a stream; nothing when it wrote the response itself.
 * A stream that fails before its first byte becomes an error answer, later it cuts the connection.
 */
export async function sendResult(exchange: Exchange, value: unknown): Promise<void> {
  if (value === HANDLED) return;
  const result: RouteResult = isReply(value) ? value : { body: value };
  const { body } = result;
  if (body instanceof Readable) {
    await once(body, 'readable');
    await pipeline(body, started(exchange.response, result));
    return;
  }
  // Serialised before anything is set, so that data which is no JSON leaves the response untouched.
  const payload = toPayload(body);
  const status = result.status ?? (body === undefined ? 204 : 200);
  exchange.send(status, headersOf(result, status, payload, exchange), payload?.data);
}

/** The response of a stream, its head set. */
function started(response: ServerResponse, { status = 200, headers = {} }: RouteResult): ServerResponse {
  response.statusCode = status;
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', FRESH);
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/octet-stream');
  return response;
}

interface Payload {
  readonly type: string;
  readonly data: string | Uint8Array;
}

/** The headers of a whole answer, with those that its author left out. */
function headersOf(
  { headers = {} }: RouteResult,
  status: number,
  payload: Payload | undefined,
  exchange: Exchange,
): Readonly<Record<string, string>> {
  if (isPrepared(headers)) return headers;
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const isOpen = (name: string) =>
    !given.has(name) && !(exchange.prepared && exchange.response.hasHeader(name));
  return {
    ...headers,
    ...(isOpen('cache-control') ? { 'Cache-Control': FRESH } : {}),
    ...(payload !== undefined && isOpen('content-type') ? { 'Content-Type': payload.type } : {}),
    ...(status === 204 || status === 304 || given.has('content-length')
      ? {}
      : { 'Content-Length': String(payload === undefined ? 0 : Buffer.byteLength(payload.data)) }),
  };
}

function toPayload(body: unknown): Payload | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', data: body };
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', data: body };
  const data: string | undefined = JSON.stringify(body);
  if (data === undefined) throw new TypeError(`A handler returned a ${typeof body}, which has no JSON form.`);
  return { type: 'application/json; charset=utf-8', data };
}
