import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What we echo from a client: long enough for any tracing scheme, nothing that could forge a log line. */
const SANE = /^[\w.:-]{1,128}$/;

/** Gives the response its `X-Request-Id`: the client's own when it is sane, else a fresh UUID. */
export function assignRequestId(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers['x-request-id'];
  response.setHeader('X-Request-Id', typeof given === 'string' && SANE.test(given) ? given : randomUUID());
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader('X-Request-Id') ?? '');
}
