import { OracleError } from '../../plugin/index.js';

/** Errors of A2A 1.0 and of JSON-RPC that have a code of their own. */
const CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  unsupported: -32004,
  versionNotSupported: -32009,
  contentTypeNotSupported: -32005,
  noSuchMethod: -32601,
} as const;

/** An error of the protocol itself. */
export class A2aError extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(kind: keyof typeof CODES, message: string) {
    super(message);
    this.code = CODES[kind];
    this.reason = kind.replace(/([A-Z])/g, '_$1').toUpperCase();
  }
}

/** The error of a JSON-RPC answer; a defect says nothing of itself. */
export function rpcError(error: unknown): object {
  if (error instanceof A2aError) return told(error.code, error.message, error.reason);
  if (!OracleError.isInstance(error)) return told(-32603, 'Something failed inside the oracle.', 'INTERNAL');
  const { code, detail, hint } = error;
  const words = hint === undefined ? detail : `${detail} ${hint}`;
  return told(rpcCode(error), words, code.toUpperCase());
}

/** `errorAnswer` of the door's route. */
export function a2aErrorAnswer(error: OracleError): { readonly status: number; readonly body: unknown } {
  return { status: error.status, body: { jsonrpc: '2.0', id: null, error: rpcError(error) } };
}

/** What the caller can mend is no internal error; what no code is for has the first of those that are a server's own. */
function rpcCode({ code, status }: OracleError): number {
  if (code === 'malformed_json') return -32700;
  switch (status) {
    case 400:
    case 413:
    case 422:
      return -32602;
    case 404:
    case 405:
      return CODES.noSuchMethod;
    case 409:
    case 501:
      return CODES.unsupported;
    case 415:
      return CODES.contentTypeNotSupported;
    default:
      return status < 500 ? -32000 : -32603;
  }
}

function told(code: number, message: string, reason: string): object {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' };
  return { code, message, data: [info] };
}
