import { networkReason } from '../../client/network-reason.js';
import type { FallbackConfig, ModelsConfig } from '../../config-types.js';
import { timeLimit } from '../../kit/index.js';
import { readEndpoint } from '../../models/openai/endpoint.js';
import { type Finding, fail, ok, warn } from './finding.js';

const TIMEOUT_MS = 5_000;
const OPENAI_URL = 'https://api.openai.com/v1';
const ANTHROPIC_URL = 'https://api.anthropic.com';
/** So many names of models help; more are a wall. */
const SHOWN_MODELS = 5;

/** A model, where it is asked, and the words that name it in findings. */
interface Asked extends Pick<ModelsConfig, 'apiKey' | 'baseUrl' | 'model' | 'apiVersion' | 'extraHeaders'> {
  readonly provider: FallbackConfig['provider'];
  readonly subject: string;
  /** `LLM_` or `LLM_FALLBACK_`. */
  readonly variables: string;
}

/** One request for the endpoint's list of models: it costs nothing and shows address and key to be right. */
export async function checkModel(models: ModelsConfig): Promise<Finding> {
  if (models.provider === 'offline')
    return warn(
      'model',
      'the offline planner answers',
      'Set LLM_API_KEY (or LLM_BASE_URL of a local server) for a language model',
    );
  if (models.baseUrl !== undefined && models.model === undefined)
    return fail('model', 'LLM_BASE_URL is set, but not which model to ask for there', 'Set LLM_MODEL');
  return check({ ...models, provider: models.provider, subject: 'model', variables: 'LLM_' });
}

/** The same for the model that answers when the first is away; nothing without one. */
export async function checkFallback(models: ModelsConfig): Promise<readonly Finding[]> {
  if (models.fallback === undefined) return [];
  const { sameEndpoint, ...fallback } = models.fallback;
  const { apiVersion, extraHeaders } = models;
  const shared = {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(extraHeaders === undefined ? {} : { extraHeaders }),
  };
  const variables = sameEndpoint ? 'LLM_' : 'LLM_FALLBACK_';
  return [
    await check({ ...fallback, ...(sameEndpoint ? shared : {}), subject: 'fallback model', variables }),
  ];
}

async function check(asked: Asked): Promise<Finding> {
  const { subject, variables } = asked;
  const { url, headers } = listOf(asked);
  try {
    const response = await fetch(url, { headers, signal: timeLimit(TIMEOUT_MS) });
    const text = await response.text();
    if (response.status === 401 || response.status === 403)
      return fail(
        subject,
        `${url.host} refuses the key (${response.status})`,
        `Check ${variables}API_KEY and ${variables}PROVIDER`,
      );
    if (response.ok) return judgeList(asked, url, text);
    return warn(
      subject,
      `${url.host} answers ${response.status} to a request for its models`,
      `Check ${variables}BASE_URL if chats fail`,
    );
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    const code = timedOut ? `no answer in ${TIMEOUT_MS / 1000} s` : networkReason(error);
    return fail(
      subject,
      `${url.host} cannot be reached (${code})`,
      `Check ${variables}BASE_URL and the network`,
    );
  }
}

function listOf({ provider, baseUrl, apiKey, ...rest }: Asked): {
  url: URL;
  headers: Record<string, string>;
} {
  if (provider === 'openai') {
    const key = apiKey === undefined ? {} : { apiKey };
    const { models, headers } = readEndpoint({ baseUrl: baseUrl ?? OPENAI_URL, ...key, ...rest });
    return { url: models, headers };
  }
  const key = apiKey === undefined ? {} : { 'x-api-key': apiKey };
  return {
    url: new URL(`${(baseUrl ?? ANTHROPIC_URL).replace(/\/+$/, '')}/v1/models?limit=1000`),
    headers: { ...key, 'anthropic-version': '2023-06-01', ...rest.extraHeaders },
  };
}

/** A list that names models and not this one: chats will most likely fail. */
function judgeList({ model, subject, variables }: Asked, url: URL, text: string): Finding {
  if (text.trimStart().startsWith('<'))
    return fail(
      subject,
      `${url.host} answers with a web page`,
      `Check ${variables}BASE_URL: its path usually ends in /v1`,
    );
  const names = modelNames(text);
  if (model === undefined || names.length === 0 || names.includes(model) || names.includes(`models/${model}`))
    return ok(subject, `${url.host} answers`);
  const shown = names.slice(0, SHOWN_MODELS).join(', ');
  return warn(
    subject,
    `${url.host} answers, but does not list '${model}'`,
    `Check ${variables}MODEL; it lists ${shown}${names.length > SHOWN_MODELS ? ' and more' : ''}`,
  );
}

function modelNames(text: string): readonly string[] {
  try {
    const { data } = JSON.parse(text) as { data?: readonly { id?: unknown }[] };
    return (data ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  } catch {
    return [];
  }
}
