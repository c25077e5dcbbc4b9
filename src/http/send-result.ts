import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HANDLED, isReply, type RouteResult } from '../plugin/index.js';

/**
 * Sends what a handler returned: data as JSON, text, bytes or a stream; nothing when it wrote the response itself.
 * A stream that fails before its first byte becomes an error answer, later it cuts the connection.
 */
export async function sendResult(response: ServerResponse, value: unknown): Promise<void> {
  if (value === HANDLED) return;
  const result: RouteResult = isReply(value) ? value : { body: value };
  const { body, headers = {} } = result;
  if (body instanceof Readable) await once(body, 'readable');
  // Serialised before anything is set, so that data which is no JSON leaves the response untouched.
  const payload = body instanceof Readable ? undefined : toPayload(body);
  response.statusCode = result.status ?? (body === undefined ? 204 : 200);
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  if (body instanceof Readable) {
    setDefault(response, 'Content-Type', 'application/octet-stream');
    await pipeline(body, response);
    return;
  }
  if (payload === undefined) {
    response.end();
    return;
  }
  setDefault(response, 'Content-Type', payload.type);
  response.setHeader('Content-Length', Buffer.byteLength(payload.data));
  response.end(payload.data);
}

function setDefault(response: ServerResponse, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}

interface Payload {
  readonly type: string;
  readonly data: string | Uint8Array;
}

function toPayload(body: unknown): Payload | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', data: body };
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', data: body };
  const data: string | undefined = JSON.stringify(body);
  if (data === undefined) throw new TypeError(`A handler returned a ${typeof body}, which has no JSON form.`);
  return { type: 'application/json; charset=utf-8', data };
}
