import { OracleError } from '../plugin/index.js';
import { answerThatLeavesNoRoom, mayBeLength, overflow, readOverflow } from './overflow.js';
import { type ProviderError, tidy } from './provider-error.js';

/** The endpoint is away or has no room: another one may answer. */
export class AwayError extends OracleError {
  /** It was tried again as often as makes sense. */
  retried = false;
}

/** A request that was not accepted, in words that nobody knows; it may have been too long. */
export class NotAccepted extends OracleError {
  /** Something in the words is about length. */
  ofLength = false;
}

const FILTERS: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'responsibleaipolicyviolation',
  'data_inspection_failed',
]);
const OVERLOADS: ReadonlySet<string> = new Set([
  'overloaded_error',
  'overloaded',
  'engine_overloaded',
  'engine_overloaded_error',
]);
/** What no waiting mends. The words for a quota are no sign: Gemini says the same of one that is full again in a minute. */
const SPENT: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'exceeded_current_quota_error',
  'billing_hard_limit_reached',
  'billing_not_active',
]);
const SPENT_WORDS =
  /insufficient (?:account )?(?:balance|credits?|funds)|credit balance is too low|no credits? left/i;
/** The status of an error that is told inside a stream, by its type. */
const STATUSES: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  rate_limited: 429,
  too_many_requests: 429,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  timeout_error: 504,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  billing_error: 402,
};
/** Groq, Ollama and llama.cpp read what the model wrote as a call, and give an error in place of an answer. */
const BROKEN_CALL = 'tool_use_failed';
const BROKEN_CALL_WORDS =
  /error parsing tool call|tool call parsing failed|failed to parse (?:input at pos|tool call)|(?:the )?model output\b.*(?:not|n't) match the expected\b/i;

const MONTH_MS = 30 * 24 * 3_600_000;

/** Gemini refuses a key with 400. */
const KEY_WORDS =
  /\bapi[ _-]?key\b.*\b(?:invalid|not valid|incorrect|expired|missing)\b|\b(?:invalid|incorrect|expired|missing)\b.*\bapi[ _-]?key\b/i;
const KEY_HINT = 'Check LLM_API_KEY, and that it fits LLM_BASE_URL.';

/** Settings by the parameter that an endpoint names when it does not take it. */
const SETTINGS = [
  ['temperature', 'LLM_TEMPERATURE'],
  ['reasoning_effort', 'LLM_REASONING_EFFORT'],
  ['reasoning', 'LLM_REASONING_EFFORT'],
  ['max_tokens', 'LLM_MAX_TOKENS'],
  ['max_completion_tokens', 'LLM_MAX_TOKENS'],
] as const;

/**
 * The error of a refused request, or of one that failed inside a stream.
 * @param status of HTTP, or 0 when the stream had begun well; a status that the error itself names then counts
 */
export function refusal(status: number, error: ProviderError, model: string): OracleError {
  const failure = refusalInWords(status, error, model);
  // The log has the words as they were, with the hosts and paths that clients are not told.
  if (error.inFull !== error.words) failure.cause ??= new Error(error.inFull);
  return failure;
}

function refusalInWords(status: number, error: ProviderError, model: string): OracleError {
  const { marks, words, text } = error;
  const said = words === '' ? '' : ` It said: ${words}`;
  const told = error.status ?? marks.map((mark) => STATUSES[mark]).find((each) => each !== undefined);
  const known = status === 0 ? (told ?? 0) : status;
  const noRoom = answerThatLeavesNoRoom(text);
  if (noRoom !== undefined) {
    return new OracleError('model_failed', {
      detail: `An answer of ${noRoom.answer} tokens was asked for, and the language model takes ${noRoom.limit} for a request and its answer together.${said}`,
      hint: `Set LLM_MAX_TOKENS to less than ${noRoom.limit}, such as ${Math.floor(noRoom.limit / 4)}.`,
    });
  }
  const tooLong = readOverflow({ status: known, words: text, marks, tokens: error.tokens });
  if (tooLong !== undefined) return overflow(tooLong, said);
  if (marks.some((mark) => FILTERS.has(mark))) return filtered(words);
  if (marks.includes(BROKEN_CALL) || BROKEN_CALL_WORDS.test(text)) {
    return new OracleError('provider_aborted', {
      detail: `The language model wrote a tool call that its own endpoint cannot read.${said}`,
      hint: 'Send the message again.',
    });
  }
  if (known === 503 || known === 529 || marks.some((mark) => OVERLOADS.has(mark))) {
    return new AwayError('provider_overloaded', {
      detail: `The language model endpoint is overloaded${httpStatus(known)}.${said}`,
      hint: 'Send the message again in a while, or set LLM_FALLBACK_MODEL.',
    });
  }
  // One that is known by its type alone was none of HTTP's.
  const shown = status === 0 ? error.status : status;
  return known === 0
    ? brokenAnswer(said)
    : statusError(known, `${httpStatus(shown ?? 0)}.${said}`, error, model);
}

/** @param said the status and its words, as far as there are any: ` (HTTP 429). It said: …` */
function statusError(status: number, said: string, error: ProviderError, model: string): OracleError {
  const words = (what: string, hint: string) => ({
    detail: `The language model endpoint ${what}${said}`,
    hint,
  });
  switch (status) {
    case 401:
    case 403:
      return new OracleError('model_failed', words('refused the key', KEY_HINT));
    case 402:
      return new OracleError('model_failed', words('asks for payment', paymentHint(error.text)));
    case 404:
      return new OracleError(
        'model_failed',
        words(`knows no model '${model}' or no such path`, 'Check LLM_MODEL and LLM_BASE_URL.'),
      );
    case 429:
      if (SPENT_WORDS.test(error.text) || error.marks.some((mark) => SPENT.has(mark))) return spent(said);
      return new AwayError(
        'unavailable',
        words(
          'is over its rate limit or quota',
          'Send the message again in a while, or raise the limit of the account.',
        ),
      );
    default:
      return status >= 500
        ? new AwayError('model_failed', words('failed', 'Send the message again in a while.'))
        : notAccepted(words('did not accept the request', settingHint(error)), error.text);
  }
}

function notAccepted(words: { readonly detail: string; readonly hint: string }, text: string): NotAccepted {
  const error = new NotAccepted('model_failed', words);
  error.ofLength = mayBeLength(text);
  return error;
}

/** Another endpoint may answer; this one will not, whatever is waited. */
function spent(said: string): AwayError {
  const error = new AwayError('unavailable', {
    detail: `The account at the language model endpoint has no quota left${said}`,
    hint: 'Check the plan and the balance of the account behind LLM_API_KEY.',
  });
  error.retried = true;
  return error;
}

/** An answer may cost as much as its longest; some reckon with all that a model could write. */
function paymentHint(text: string): string {
  const account = 'Check the account behind LLM_API_KEY';
  if (!/max_tokens|can only afford/i.test(text)) return `${account}.`;
  const [, most] = /can only afford (\d+)/i.exec(text) ?? [];
  return `Set LLM_MAX_TOKENS to ${most === undefined ? 'less' : `${most} or less`}. Or: ${account.toLowerCase().replace('llm_api_key', 'LLM_API_KEY')}.`;
}

function settingHint({ marks, text }: ProviderError): string {
  if (KEY_WORDS.test(text)) return KEY_HINT;
  const [, variable] =
    SETTINGS.find(([name]) => marks.includes(name) || new RegExp(`\\b${name}\\b`).test(text)) ?? [];
  return variable === undefined
    ? 'Check LLM_MODEL: it must support chat, streaming and tools.'
    : `Change or unset ${variable}: this model does not take it. Or check LLM_EXTRA_BODY.`;
}

function httpStatus(status: number): string {
  return status === 0 ? '' : ` (HTTP ${status})`;
}

function brokenAnswer(said: string): OracleError {
  return new OracleError('model_failed', {
    detail: `The language model failed while it answered.${said}`,
    hint: 'Send the message again.',
  });
}

/** @param how the filter showed itself, after a colon */
export function filtered(how: string): OracleError {
  return new OracleError('content_filtered', {
    detail: `A content filter of the language model's provider withheld the answer: ${how.replace(/[.\s]+$/, '')}.`,
    hint: 'Say it in other words, or ask for less at a time.',
  });
}

/** @param first whether nothing had come of the answer yet */
export function brokenOff(cause?: unknown, first = false): OracleError {
  if (first) {
    return new AwayError('model_failed', {
      detail: 'The connection to the language model broke off before its answer began.',
      hint: 'Send the message again.',
      cause,
    });
  }
  return new OracleError('model_failed', {
    detail: 'The connection to the language model broke off in the middle of its answer.',
    hint: 'Send the message again.',
    cause,
  });
}

/** Part of the answer cannot be read: what is left of it may say something else than the model did. */
export function damaged(how: string, cause?: unknown): OracleError {
  return new OracleError('stream_damaged', {
    detail: `The language model's answer was damaged on its way: ${how}.`,
    hint: 'Send the message again; if it happens often, look at what stands between this oracle and LLM_BASE_URL.',
    cause,
  });
}

/** What comes has no end in sight, and can only be read once it has: it is stopped here. */
export function endless(chars: number): OracleError {
  return new OracleError('answer_too_long', {
    detail: `The language model endpoint sent a line of more than ${chars.toLocaleString('en')} characters, which no answer has, and was stopped.`,
    hint: 'Send the message again; if it happens often, look at the server behind LLM_BASE_URL.',
  });
}

/** An answer that ends without a word on why: whole and cut ones look the same, so it is not taken for whole. */
export function unfinished(): OracleError {
  return new OracleError('stream_damaged', {
    detail: "The language model's answer ended, and it never said that it is done.",
    hint: 'Send the message again; if every answer ends so, its server leaves out the `finish_reason`: update that.',
  });
}

/** A web page with status 200, such as a proxy's login or the server's own front page. */
export function webPage(url: URL, html: string, secrets: readonly string[]): OracleError {
  const [, title = html] = /<title[^>]*>([^<]*)<\/title>/i.exec(html) ?? [];
  return new OracleError('model_failed', {
    detail: `The language model endpoint answered with a web page in place of a language model: ${tidy(title, secrets)}`,
    hint: 'Check LLM_BASE_URL: its path usually ends in /v1.',
    cause: asked(url),
  });
}

/** Valid JSON that is no answer of a chat model. */
export function noAnswer(url: URL): OracleError {
  return new OracleError('model_failed', {
    detail: 'The language model endpoint answered with JSON that is no chat completion.',
    hint: 'Check LLM_BASE_URL: its path usually ends in /v1.',
    cause: asked(url),
  });
}

/** @param came whether anything came at all, such as comments that keep a connection open */
export function noBody(url: URL, status: number, came: boolean): OracleError {
  return new OracleError('model_failed', {
    detail: `The language model endpoint answered with status ${status} and ${came ? 'nothing in it that is part of an answer' : 'an empty body'}.`,
    hint: 'Check LLM_BASE_URL. If it is right, send the message again.',
    cause: asked(url),
  });
}

/** Keys are not carried to another host, so that a redirect is never followed. */
export function redirected(url: URL, status: number, location: string | undefined): OracleError {
  const target =
    location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return new OracleError('model_failed', {
    detail: `The language model endpoint does not answer but sends on to another address${httpStatus(status)}.`,
    hint: 'Check LLM_BASE_URL: the log says where it sends on to. If the model is there, name that; it usually ends in /v1.',
    cause: asked(url, target === undefined ? '' : `, which sends on to ${target.origin}${target.pathname}`),
  });
}

/** Where was asked: for the log of the operator, never for clients. */
function asked({ host, pathname }: URL, more = ''): Error {
  return new Error(`${host}${pathname} was asked${more}`);
}

/** The same failure, with when it is over as the endpoint says. */
export function untilThen(failure: AwayError, waitMs: number, now: number): AwayError {
  const wait =
    waitMs > MONTH_MS ? 'more than a month' : `${waitWords(waitMs)}, until ${timeWords(now + waitMs)}`;
  return new AwayError(failure.code, {
    detail: failure.detail,
    hint: `It asks to wait ${wait}.${failure.hint === undefined ? '' : ` ${failure.hint}`}`,
  });
}

function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** `2026-10-21 07:28 UTC` */
function timeWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function unreachable(url: URL, cause: unknown): AwayError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new AwayError('unavailable', {
    detail: `The language model endpoint cannot be reached${code}.`,
    hint: 'Check LLM_BASE_URL and the network.',
    cause: new Error(asked(url, cause instanceof Error ? `: ${cause.message}` : '').message, { cause }),
  });
}

/** @param first whether nothing had come of the answer yet */
export function silent(timeoutMs: number, first: boolean): AwayError {
  return new AwayError('upstream_timeout', {
    detail: `The language model sent no ${first ? '' : 'further '}part of an answer for ${timeoutMs / 1000} s.`,
    hint: `Send the message again, or raise ${first ? 'LLM_FIRST_TIMEOUT_MS or LLM_TIMEOUT_MS' : 'LLM_TIMEOUT_MS'}.`,
  });
}
