/**
 * JSON-RPC codes of the SDK: the connection was lost, and nothing came in time. They are of the range that is a server's own
 * (https://www.jsonrpc.org/specification, 5.1), so that only its words tell who says them.
 */
export const CONNECTION_CLOSED = -32000;
export const REQUEST_TIMEOUT = -32001;
/** What stands in place of an answer that a stream ended without. */
export const STREAM_ENDED = 'The stream ended without an answer.';
