import type { OracleError } from 'oracle-runtime/plugin';

/** gRPC codes of the errors that the runtime itself answers with, before a query is looked at. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  409: 10,
  413: 8,
  429: 8,
  501: 12,
  502: 14,
  503: 14,
  504: 4,
};

/** The runtime's errors in the shape of a chain's REST server. */
export function errorAnswer(
  unmatched: '404' | '501',
): (error: OracleError) => { status: number; body: unknown } {
  return ({ status, detail, hint }) => ({
    status: status === 405 && unmatched === '501' ? 501 : status,
    body: {
      code: CODES[status] ?? 13,
      message: hint === undefined ? detail : `${detail} ${hint}`,
      details: [],
    },
  });
}
