import type { OverflowTokens } from '../plugin/index.js';

const SHOWN = 300;
/** Where words, or another error, stand. */
const INNER = [
  'error',
  'errors',
  'message',
  'error_message',
  'base_resp',
  'status_msg',
  'detail',
  'metadata',
  'raw',
  'innererror',
];
const MARKS = ['code', 'type', 'param', 'status', 'status_code', 'error_type'];
/** Providers wrap each other's errors; deeper than this nobody does. */
const DEEPEST = 8;

/** An error as a provider told it, whatever its shape. */
export interface ProviderError {
  /** Its words, short, on one line, without any secret, or where things are behind the endpoint: for clients. */
  readonly words: string;
  /** The same with that: for the log. */
  readonly inFull: string;
  /** Its words, whole, with anything in them: to look into, never to show. */
  readonly text: string;
  /** Its codes, types and parameters, in lower case. */
  readonly marks: readonly string[];
  /** A code that is an HTTP status, as routers give one inside a stream that began with 200. */
  readonly status: number | undefined;
  readonly tokens: OverflowTokens;
}

/**
 * Reads the error in a body. Known shapes: `{error: {message, type, code, param}}` (OpenAI and most), the same in an
 * array (Gemini), `{error: "…"}` (Ollama), `{object: "error", message}` (vLLM), `{message: {detail: [{loc, msg}]}}`
 * (Mistral), `{detail}` (FastAPI), `{error_type, error_message}` (DeepInfra), `{base_resp: {status_code, status_msg}}` (MiniMax), `error.metadata.raw` with another provider's body as text (OpenRouter), HTML.
 * @param secrets never shown, should the provider echo them
 */
export function readProviderError(body: unknown, secrets: readonly string[]): ProviderError {
  const parts = unwrap(body, 0);
  const text = [...new Set(parts.flatMap(({ said }) => said))].filter((said) => said !== '').join(' ');
  const marks = parts.flatMap((part) => part.marks);
  const status = marks.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code < 600);
  return {
    words: tidy(text, secrets),
    inFull: inFull(text, secrets),
    text,
    marks,
    status,
    tokens: {
      limit: parts.map(({ limit }) => limit).find((count) => count !== undefined),
      asked: parts.map(({ asked }) => asked).find((count) => count !== undefined),
    },
  };
}

interface Part {
  readonly said: readonly string[];
  readonly marks: readonly string[];
  readonly limit?: number | undefined;
  readonly asked?: number | undefined;
}

function unwrap(value: unknown, depth: number): Part[] {
  if (depth > DEEPEST) return [];
  if (typeof value === 'string') return fromText(value, depth);
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((each) => unwrap(each, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const inner = INNER.flatMap((name) => unwrap(fields[name], depth + 1));
  const place = Array.isArray(fields['loc']) ? `${fields['loc'].join('.')}: ` : '';
  const said = typeof fields['msg'] === 'string' ? [`${place}${fields['msg']}`] : [];
  const marks = MARKS.flatMap((name) => {
    const mark = fields[name];
    return typeof mark === 'string' || typeof mark === 'number' ? [String(mark).toLowerCase()] : [];
  });
  // OpenRouter's moderation, with the status of a refused key.
  const isModeration = Array.isArray(fields['reasons']) && fields['provider_name'] !== undefined;
  if (isModeration || typeof fields['flagged_input'] === 'string') marks.push('content_filter');
  return [{ said, marks, limit: count(fields['n_ctx']), asked: count(fields['n_prompt_tokens']) }, ...inner];
}

/** Words, or another body as text. */
function fromText(text: string, depth: number): Part[] {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    try {
      return unwrap(JSON.parse(trimmed), depth + 1);
    } catch {
      // Words that begin with a bracket.
    }
  }
  return [{ said: [trimmed], marks: [] }];
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

/**
 * What says where things are behind an endpoint: addresses and names of private networks, ports, paths of files. Public
 * names stay, since providers say so where to get a key or more quota, and so do paths of the API.
 */
const PLACES = [
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:\[[^\]\s]*\]|[^\s/:.]+(?=[/:\s]|$)|[\d.]+(?=[/:\s]|$)|[^\s/:]+:\d|[^\s/:]+\.(?:internal|local|localhost|lan|corp|intranet|home|svc|private)\b)[^\s'")\],;]*/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g,
  /\[[\da-f:]*:[\da-f:]*\](?::\d{1,5})?/gi,
  /\b(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:internal|local|localhost|lan|corp|intranet|home|svc|private)\b(?::\d{1,5})?/gi,
  /\b(?:localhost|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}):\d{1,5}\b|\blocalhost\b/gi,
  /(?<![\w/.:-])(?:~|[a-z]:)?(?:\/(?!v\d|api\/)|\\)[\w.@+-]+(?:[/\\][\w.@+-]+)+/gi,
];

/** As {@link inFull}, without what says where things are behind the endpoint. */
export function tidy(text: string, secrets: readonly string[]): string {
  return PLACES.reduce((words, place) => words.replace(place, '[…]'), inFull(text, secrets));
}

/** On one line, without tags and secrets, and short. */
function inFull(text: string, secrets: readonly string[]): string {
  const page = text.trimStart().startsWith('<')
    ? text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    : text;
  let safe = page.replace(/<\/?[a-z!][^>]*>/gi, ' ');
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '[key]');
  safe = safe.replace(/\s+/g, ' ').trim();
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
}
