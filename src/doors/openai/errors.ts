import type { OracleError } from '../../plugin/index.js';

/** An error in the shape that clients of OpenAI's API read. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
}

/**
 * `errorAnswer` of the door's routes. Clients of this API send again what failed with 5xx, twice by themselves: what a
 * filter has stopped would be stopped again.
 */
export function openAiErrorAnswer(error: OracleError): { readonly status: number; readonly body: unknown } {
  const status = error.code === 'content_filtered' ? 400 : error.status;
  return { status, body: { error: { ...openAiError(error), type: typeOf(status) } } };
}

function openAiError({ detail, hint, code, status, errors }: OracleError): OpenAiError {
  const param = errors?.[0]?.field ?? null;
  const faults = errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  const said = faults.filter((fault) => !detail.includes(fault));
  return { message: [detail, ...said, hint ?? []].flat().join(' '), type: typeOf(status), param, code };
}

/** The error of a run that failed when its answer had begun. */
export function openAiRunError(code: string, message: string, hint?: string): OpenAiError {
  return {
    message: hint === undefined ? message : `${message} ${hint}`,
    type: 'server_error',
    param: null,
    code,
  };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
