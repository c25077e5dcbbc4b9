import type { ModelsConfig } from '../../config-types.js';
import { networkReason } from '../network-reason.js';
import { type Finding, fail, ok, warn } from './finding.js';

const TIMEOUT_MS = 5_000;

const PROVIDERS = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    path: '/models',
    headers: (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` }),
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    path: '/v1/models',
    headers: (key: string): Record<string, string> => ({
      'x-api-key': key,
      'anthropic-version': '2023-06-01',
    }),
  },
} as const;

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
  const { path, headers, baseUrl } = PROVIDERS[models.provider];
  const base = (models.baseUrl ?? baseUrl).replace(/\/+$/, '');
  const where = new URL(base).host;
  try {
    const response = await fetch(`${base}${path}`, {
      headers: models.apiKey === undefined ? {} : headers(models.apiKey),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      return fail(
        'model',
        `${where} refuses the key (${response.status})`,
        'Check LLM_API_KEY and LLM_PROVIDER',
      );
    if (response.ok) return ok('model', `${where} answers`);
    return warn(
      'model',
      `${where} answers ${response.status} to a request for its models`,
      'Check LLM_BASE_URL if chats fail',
    );
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    const code = timedOut ? `no answer in ${TIMEOUT_MS / 1000} s` : networkReason(error);
    return fail('model', `${where} cannot be reached (${code})`, 'Check LLM_BASE_URL and the network');
  }
}
