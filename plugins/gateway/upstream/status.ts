import type { Lateness } from '../lateness.js';

/** gRPC status codes and the HTTP status that a query answers with (grpc-gateway's map). */
const HTTP_STATUS: Readonly<Record<number, number>> = {
  0: 200,
  1: 408,
  2: 500,
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  11: 400,
  12: 501,
  13: 500,
  14: 503,
  15: 500,
  16: 401,
};

export const Code = {
  Cancelled: 1,
  InvalidArgument: 3,
  DeadlineExceeded: 4,
  NotFound: 5,
  PermissionDenied: 7,
  ResourceExhausted: 8,
  Unimplemented: 12,
  Internal: 13,
  Unavailable: 14,
  Unauthenticated: 16,
} as const;

/** A query that ends without an answer: a gRPC status, with the HTTP status that goes with it. */
export class QueryFault extends Error {
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `grpc-status-details-bin`, when the node sent it. */
  readonly details: Uint8Array | undefined;
  /** Of which past the node said it, where that is minutes ago. */
  behind: Lateness | undefined;
  /** Nothing of the call left this process: what must be sent once only may be sent elsewhere. */
  unsent = false;

  constructor(
    code: number,
    message: string,
    options: {
      status?: number;
      headers?: Record<string, string>;
      details?: Uint8Array;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? HTTP_STATUS[code] ?? 500;
    this.headers = options.headers ?? {};
    this.details = options.details;
  }
}

/** Of what is there again after a moment. */
export const RETRY_SOON = { 'Retry-After': '1' };
/** Of what somebody has to mend. */
export const RETRY_LATER = { 'Retry-After': '5' };

/**
 * What answered speaks no gRPC: another server, or a proxy before the node. Whatever its status of HTTP says, the chain said
 * nothing, and a 404 or 501 would be taken for its word.
 */
export class NoGrpcFault extends QueryFault {
  /** @param why what came in place of gRPC, in words */
  constructor(readonly why: string) {
    super(Code.Unavailable, `what answers in place of the chain node speaks no gRPC (${why})`, {
      headers: RETRY_LATER,
    });
  }
}

/** A value of the request that does not fit: 400. */
export function invalid(message: string): QueryFault {
  return new QueryFault(Code.InvalidArgument, message);
}
