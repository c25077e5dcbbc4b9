import type { OracleError } from '../../plugin/index.js';

/**
 * `errorAnswer` of the door's routes: plain JSON with `message` first. A client of AG-UI shows the text of an answer that
 * is no stream to its person.
 */
export function agUiErrorAnswer(error: OracleError): { readonly status: number; readonly body: unknown } {
  const { detail, hint, code, errors, status } = error;
  return {
    status,
    body: {
      message: hint === undefined ? detail : `${detail} ${hint}`,
      code,
      ...(errors === undefined ? {} : { errors }),
    },
  };
}
