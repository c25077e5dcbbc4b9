import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, { status: number; reason: string; detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    detail: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    detail: 'The request did not arrive in time.',
  },
};
const MALFORMED = { status: 400, reason: 'Bad Request', detail: 'This is not a well-formed HTTP request.' };

/**
 * Listener for the server's `clientError`: what is no HTTP never reaches the app, yet its sender gets the same
 * kind of answer as everyone else.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, reason, detail } = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const requestId = randomUUID();
  const body = JSON.stringify({
    type: 'urn:oracle-runtime:problem:invalid_request',
    title: reason,
    status,
    detail,
    code: 'invalid_request',
    requestId,
  });
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
