import type { CleanedEnv } from 'envalid';
import type { FallbackConfig, ModelsConfig } from '../config-types.js';
import type { FieldError } from '../plugin/index.js';
import { decimal, integer, jsonObject, oneOf, text, urlOf } from './validators.js';

const PROVIDERS = ['openai', 'anthropic'] as const;
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** What each request is made of; a setting that replaced it would break the oracle. */
const OWN_MEMBERS = ['model', 'messages', 'tools', 'stream', 'system'];
const OWN_HEADERS = ['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'accept'];
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The variables of the language model. `.env.example` documents each. */
export function modelEnv() {
  const millis = integer(1, 3_600_000);
  const url = urlOf(['http:', 'https:']);
  return {
    LLM_API_KEY: text({ default: undefined }),
    LLM_BASE_URL: url({ default: undefined }),
    LLM_MODEL: text({ default: undefined }),
    LLM_UTILITY_MODEL: text({ default: undefined }),
    LLM_PROVIDER: oneOf(...PROVIDERS)({ default: undefined }),
    LLM_API_VERSION: text({ default: undefined }),
    LLM_EXTRA_HEADERS: jsonObject(checkHeaders)({ default: undefined }),
    LLM_EXTRA_BODY: jsonObject(checkBody)({ default: undefined }),
    LLM_TEMPERATURE: decimal(0, 2)({ default: undefined }),
    LLM_MAX_TOKENS: integer(1, 10_000_000)({ default: undefined }),
    LLM_REASONING_EFFORT: oneOf(...EFFORTS)({ default: undefined }),
    LLM_CONTEXT_TOKENS: integer(1_000, 100_000_000)({ default: undefined }),
    LLM_MAX_STEPS: integer(1, 1000)({ default: 30 }),
    LLM_TIMEOUT_MS: millis({ default: 60_000 }),
    LLM_FIRST_TIMEOUT_MS: millis({ default: undefined }),
    LLM_MAX_HISTORY_CHARS: integer(1000, 100_000_000)({ default: 400_000 }),
    LLM_FALLBACK_MODEL: text({ default: undefined }),
    LLM_FALLBACK_BASE_URL: url({ default: undefined }),
    LLM_FALLBACK_API_KEY: text({ default: undefined }),
    LLM_FALLBACK_PROVIDER: oneOf(...PROVIDERS)({ default: undefined }),
  };
}

type ModelValues = CleanedEnv<ReturnType<typeof modelEnv>>;

/**
 * A server with a base URL and no key is an OpenAI-compatible one on this machine; with neither we are offline.
 * @param model of `oracle.config.json`; the variable wins
 */
export function modelsOf(values: ModelValues, model: string | undefined): ModelsConfig {
  const fallback = fallbackOf(values);
  return given({
    provider: isReachable(values) ? (values.LLM_PROVIDER ?? 'openai') : 'offline',
    apiKey: values.LLM_API_KEY,
    baseUrl: values.LLM_BASE_URL,
    model: values.LLM_MODEL ?? model,
    utilityModel: values.LLM_UTILITY_MODEL,
    apiVersion: values.LLM_API_VERSION,
    extraHeaders: values.LLM_EXTRA_HEADERS,
    extraBody: values.LLM_EXTRA_BODY,
    temperature: values.LLM_TEMPERATURE,
    maxTokens: values.LLM_MAX_TOKENS,
    reasoningEffort: values.LLM_REASONING_EFFORT,
    contextTokens: values.LLM_CONTEXT_TOKENS,
    fallback,
    maxSteps: values.LLM_MAX_STEPS,
    timeoutMs: values.LLM_TIMEOUT_MS,
    firstTimeoutMs: values.LLM_FIRST_TIMEOUT_MS,
    maxHistoryChars: values.LLM_MAX_HISTORY_CHARS,
  });
}

/** What no variable alone can tell. */
export function modelFaults(values: ModelValues, placeOf: (name: string) => string): readonly FieldError[] {
  const { LLM_FALLBACK_MODEL: model } = values;
  if (model !== undefined) {
    if (isReachable(values)) return [];
    const message =
      'there is nothing to fall back from. Set LLM_API_KEY or LLM_BASE_URL as well, or leave it out';
    return [{ field: placeOf('LLM_FALLBACK_MODEL'), message }];
  }
  return (['LLM_FALLBACK_BASE_URL', 'LLM_FALLBACK_API_KEY', 'LLM_FALLBACK_PROVIDER'] as const)
    .filter((name) => values[name] !== undefined)
    .map((name) => ({ field: placeOf(name), message: 'needs LLM_FALLBACK_MODEL, which is not set' }));
}

function isReachable(values: ModelValues): boolean {
  return values.LLM_API_KEY !== undefined || values.LLM_BASE_URL !== undefined;
}

/** Another model of the same endpoint, unless another one is named: that one gets nothing of the first's. */
function fallbackOf(values: ModelValues): FallbackConfig | undefined {
  const { LLM_FALLBACK_MODEL: model, LLM_FALLBACK_PROVIDER: provider } = values;
  if (model === undefined) return undefined;
  const elsewhere =
    values.LLM_FALLBACK_BASE_URL !== undefined ||
    (provider !== undefined && provider !== (values.LLM_PROVIDER ?? 'openai'));
  return given({
    provider: provider ?? (elsewhere ? 'openai' : (values.LLM_PROVIDER ?? 'openai')),
    model,
    baseUrl: elsewhere ? values.LLM_FALLBACK_BASE_URL : values.LLM_BASE_URL,
    apiKey: values.LLM_FALLBACK_API_KEY ?? (elsewhere ? undefined : values.LLM_API_KEY),
    sameEndpoint: !elsewhere,
  });
}

function checkHeaders(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (!HEADER_NAME.test(name)) throw new Error(`'${name.slice(0, 40)}' is no name of a header`);
    if (OWN_HEADERS.includes(name.toLowerCase())) throw new Error(`'${name}' is set by the oracle itself`);
    if (typeof text !== 'string' || !HEADER_VALUE.test(text))
      throw new Error(`the value of '${name}' is no text on one line`);
    headers[name] = text;
  }
  return headers;
}

function checkBody(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const own = OWN_MEMBERS.find((member) => member in value);
  if (own !== undefined) throw new Error(`'${own}' is set by the oracle itself`);
  return value;
}

/** Without what is undefined. */
function given<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
