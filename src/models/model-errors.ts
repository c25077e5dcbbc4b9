import { OracleError } from '../plugin/index.js';

const SHOWN = 300;

/** What the endpoint said about an error, whatever its shape; never the key, should it be echoed. */
export function wordsOf(body: unknown, apiKey: string | undefined): string {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : body;
  const message =
    typeof inner === 'object' && inner !== null && 'message' in inner && typeof inner.message === 'string'
      ? inner.message
      : typeof inner === 'string'
        ? inner.replace(/<[^>]*>/g, ' ')
        : '';
  const clean = message.replace(/\s+/g, ' ').trim();
  const safe = apiKey === undefined || apiKey === '' ? clean : clean.replaceAll(apiKey, '[key]');
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
}

/** The error of an HTTP status. 429 and 503 are `unavailable`, the others `model_failed`. */
export function statusError(status: number, words: string, model: string): OracleError {
  const said = words === '' ? '' : ` It said: ${words}`;
  const make = (code: 'model_failed' | 'unavailable', what: string, hint: string) =>
    new OracleError(code, { detail: `The language model endpoint ${what} (HTTP ${status}).${said}`, hint });
  switch (status) {
    case 401:
    case 403:
      return make('model_failed', 'refused the key', 'Check LLM_API_KEY, and that it fits LLM_BASE_URL.');
    case 402:
      return make('model_failed', 'asks for payment', 'Check the account behind LLM_API_KEY.');
    case 404:
      return make(
        'model_failed',
        `knows no model '${model}' or no such path`,
        'Check LLM_MODEL and LLM_BASE_URL.',
      );
    case 413:
      return make(
        'model_failed',
        'finds the request too large',
        'Lower LLM_MAX_HISTORY_CHARS or start a new session.',
      );
    case 429:
      return make(
        'unavailable',
        'is over its rate limit or quota',
        'Send the message again in a while, or raise the limit of the account.',
      );
    case 503:
      return make('unavailable', 'is overloaded', 'Send the message again in a while.');
    default:
      return status >= 500
        ? make('model_failed', 'failed', 'Send the message again in a while.')
        : make(
            'model_failed',
            'did not accept the request',
            'Check LLM_MODEL: it must support chat, streaming and tools.',
          );
  }
}

/** The error of an `{"error": …}` inside a stream that had begun well. */
export function streamError(error: unknown, apiKey: string | undefined): OracleError {
  const words = wordsOf({ error }, apiKey);
  return new OracleError('model_failed', {
    detail: `The language model failed while it answered.${words === '' ? '' : ` It said: ${words}`}`,
    hint: 'Send the message again.',
  });
}

export function brokenOff(cause?: unknown): OracleError {
  return new OracleError('model_failed', {
    detail: 'The connection to the language model broke off in the middle of its answer.',
    hint: 'Send the message again.',
    cause,
  });
}

export function unreachable(url: URL, cause: unknown): OracleError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new OracleError('unavailable', {
    detail: `The language model endpoint ${url.host} cannot be reached${code}.`,
    hint: 'Check LLM_BASE_URL and the network.',
    cause,
  });
}

export function silent(timeoutMs: number): OracleError {
  return new OracleError('upstream_timeout', {
    detail: `The language model sent nothing for ${timeoutMs / 1000} s.`,
    hint: 'Send the message again, or raise LLM_TIMEOUT_MS.',
  });
}
