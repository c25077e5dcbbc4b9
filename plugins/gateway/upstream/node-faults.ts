import { errorCode, messageOf } from 'oracle-runtime/kit';
import { kindOf, type Status, statusIn } from './grpc-frames.js';
import type { Headers } from './http2/header-decoder.js';
import { Code, NoGrpcFault, QueryFault, RETRY_SOON } from './status.js';

/** Why calls end when another node is asked in place of one that is silent. */
export const ABANDONED = new Error('the node was given up');

/** How a call ended that has no answer. */
interface Ended {
  /** What the node said. */
  readonly status: Status | undefined;
  readonly headers: Headers | undefined;
  /** What happened to the stream. */
  readonly failure: Error | undefined;
}

/** @param target for the log */
export function faultOf(target: string, { status, headers, failure }: Ended): QueryFault {
  if (failure === ABANDONED) return tooLate();
  // A good end that came before the answer was whole is none.
  if (status === undefined || status.code === 0) {
    const kind = headers === undefined ? 'cut' : kindOf(headers);
    if (typeof kind === 'object') return new NoGrpcFault(kind.why);
    // A stream that ends without a status is a node that goes away.
    const why = kind === 'away' ? 'a proxy says so' : 'the stream was closed';
    return unreached(target, failure ?? new Error(why));
  }
  const { code, message, details } = status;
  const given = details === undefined ? {} : { details };
  if (code === Code.Unavailable) {
    // Of one that answers with nothing else it is all the same whether a proxy says so or the node.
    const onlyTrailers = statusIn(headers) !== undefined;
    return unreached(target, new Error(message), onlyTrailers ? undefined : message, given);
  }
  if (code === Code.DeadlineExceeded) return tooLate(given);
  return new QueryFault(code, message, given);
}

/**
 * What tells by its headers that it is no gRPC, or that the node is away: the length that the first octets of a page seem to
 * give means nothing.
 */
export function foreignIn(target: string, headers: Headers | undefined): QueryFault | undefined {
  if (headers === undefined || kindOf(headers) === 'cut') return undefined;
  return faultOf(target, { status: undefined, headers, failure: undefined });
}

/** @param words the node's own; without them the client is told no more than that it is away */
export function unreached(
  target: string,
  error: unknown,
  words?: string,
  given: { details?: Buffer } = {},
): QueryFault {
  // Where a name has several addresses and none is reached, only the code says why.
  const why = messageOf(error) || errorCode(error);
  return new QueryFault(Code.Unavailable, words ?? 'the chain node cannot be reached', {
    headers: RETRY_SOON,
    cause: new Error(`${target}: ${why}`),
    ...given,
  });
}

export function tooLate(given: { details?: Buffer } = {}): QueryFault {
  return new QueryFault(Code.DeadlineExceeded, 'the chain node did not answer in time', given);
}

export function cancelled(): QueryFault {
  return new QueryFault(Code.Cancelled, 'Cancelled on client');
}

export function tooLarge(most: number): QueryFault {
  return new QueryFault(Code.ResourceExhausted, `the answer of the chain node is larger than ${most} bytes`);
}
