import { OracleError } from '../../plugin/index.js';

/** Errors of A2A 1.0 and of JSON-RPC that have a code of their own. */
const CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  unsupported: -32004,
  versionNotSupported: -32009,
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
  const { code, detail, hint, status } = error;
  const words = hint === undefined ? detail : `${detail} ${hint}`;
  return told(status === 400 ? -32602 : -32603, words, code.toUpperCase());
}

/** `errorAnswer` of the door's route. */
export function a2aErrorAnswer(error: OracleError): { readonly status: number; readonly body: unknown } {
  return { status: error.status, body: { jsonrpc: '2.0', id: null, error: rpcError(error) } };
}

function told(code: number, message: string, reason: string): object {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' };
  return { code, message, data: [info] };
}
