import type { ModelsConfig } from '../config-types.js';
import type { KnownCapability } from '../planner/rank-capabilities.js';
import { type ChatModel, type ModelRole, type Models, OracleError } from '../plugin/index.js';

const OPENAI_URL = 'https://api.openai.com/v1';
/** Used when only a key is given; `LLM_MODEL` names another. */
const DEFAULT_MODELS = { openai: 'gpt-5-mini', anthropic: 'claude-sonnet-4-5' } as const;

/**
 * The chat models by role. Each adapter, with its library, loads when it is first asked for. Without a key the
 * offline planner answers; it ranks `capabilities()`.
 */
export function createModels(config: ModelsConfig, capabilities: () => readonly KnownCapability[]): Models {
  const resolved = new Map<string, Promise<ChatModel>>();
  return {
    async resolve(role) {
      const name = modelName(config, role);
      const known = resolved.get(name);
      if (known !== undefined) return known;
      const loading = load(config, name, capabilities);
      resolved.set(name, loading);
      // A failed load is tried again next time.
      loading.catch(() => resolved.delete(name));
      return loading;
    },
  };
}

function modelName(config: ModelsConfig, role: ModelRole): string {
  if (config.provider === 'offline') return 'planner';
  const named = role === 'utility' ? (config.utilityModel ?? config.model) : config.model;
  if (named !== undefined) return named;
  if (config.baseUrl === undefined) return DEFAULT_MODELS[config.provider];
  throw new OracleError('model_not_configured', {
    detail: 'LLM_BASE_URL is set, but not which model to ask for there.',
    hint: 'Set LLM_MODEL, or `model` in oracle.config.json.',
  });
}

async function load(
  config: ModelsConfig,
  model: string,
  capabilities: () => readonly KnownCapability[],
): Promise<ChatModel> {
  const { provider, apiKey, baseUrl, timeoutMs } = config;
  const key = apiKey === undefined ? {} : { apiKey };
  switch (provider) {
    case 'offline':
      return (await import('../planner/index.js')).createOfflinePlanner(capabilities);
    case 'openai':
      return (await import('./openai/openai-compatible.js')).createOpenAiCompatibleModel({
        baseUrl: baseUrl ?? OPENAI_URL,
        model,
        timeoutMs,
        ...key,
      });
    case 'anthropic':
      return (await import('./langchain/langchain.js')).createLangChainModel({
        provider,
        model,
        timeoutMs,
        ...key,
        ...(baseUrl === undefined ? {} : { baseUrl }),
      });
  }
}
