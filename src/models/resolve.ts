import type { ModelsConfig } from '../config-types.js';
import type { KnownCapability } from '../planner/choosing/rank-capabilities.js';
import { type ChatModel, type ModelRole, type Models, OracleError } from '../plugin/index.js';
import type { CallLimits, CallSettings } from './call-settings.js';
import { withFallback } from './fallback.js';
import { firstTimeout } from './nearby.js';
import { withPatience } from './patience.js';

const OPENAI_URL = 'https://api.openai.com/v1';
/** Used when only a key is given; `LLM_MODEL` names another. */
const DEFAULT_MODELS = { openai: 'gpt-5-mini', anthropic: 'claude-sonnet-4-5' } as const;

/**
 * The chat models by role. Each adapter, with its library, loads when it is first asked for. Without a key the
 * offline planner answers; it ranks `capabilities()`, and looks for more where `hasMore()` says that there may be.
 */
export function createModels(
  config: ModelsConfig,
  capabilities: () => readonly KnownCapability[],
  hasMore: () => boolean = () => false,
): Models {
  const resolved = new Map<string, Promise<ChatModel>>();
  return {
    async resolve(role, model) {
      if (model !== undefined) return create(another(config, model));
      const name = modelName(config, role);
      const known = resolved.get(name);
      if (known !== undefined) return known;
      const loading = load(config, name, capabilities, hasMore);
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

/** @throws OracleError `model_not_configured` without an endpoint */
function another(config: ModelsConfig, model: string): Asked {
  const { provider } = config;
  if (provider !== 'offline') return { ...config, provider, model };
  throw new OracleError('model_not_configured', {
    detail: `The model '${model}' cannot be asked: this oracle has no endpoint of models.`,
    hint: 'Set LLM_API_KEY, and LLM_BASE_URL for an endpoint of your own.',
  });
}

async function load(
  config: ModelsConfig,
  model: string,
  capabilities: () => readonly KnownCapability[],
  hasMore: () => boolean,
): Promise<ChatModel> {
  const { provider, fallback } = config;
  if (provider === 'offline')
    return (await import('../planner/index.js')).createOfflinePlanner(capabilities, hasMore);
  const first = await create({ ...config, provider, model });
  if (fallback === undefined) return first;
  const { sameEndpoint, ...other } = fallback;
  const { timeoutMs, temperature, maxTokens, reasoningEffort, apiVersion, extraHeaders, extraBody } = config;
  const answers = given({ temperature, maxTokens, reasoningEffort });
  const endpoint = sameEndpoint ? given({ apiVersion, extraHeaders, extraBody }) : {};
  let second: Promise<ChatModel> | undefined;
  return withFallback(first, () => {
    second ??= create({ ...other, ...answers, ...endpoint, timeoutMs });
    return second;
  });
}

type Asked = CallSettings &
  CallLimits & {
    readonly provider: 'openai' | 'anthropic';
    readonly model: string;
    readonly apiKey?: string;
    readonly baseUrl?: string;
    readonly apiVersion?: string;
    readonly extraHeaders?: Readonly<Record<string, string>>;
  };

async function create(asked: Asked): Promise<ChatModel> {
  const { baseUrl, timeoutMs } = asked;
  const firstTimeoutMs = asked.firstTimeoutMs ?? firstTimeout(baseUrl ?? OPENAI_URL, timeoutMs);
  const model = await adapter(asked, firstTimeoutMs);
  return firstTimeoutMs > timeoutMs
    ? withPatience(model, { firstMs: firstTimeoutMs, idleMs: timeoutMs })
    : model;
}

async function adapter(asked: Asked, firstTimeoutMs: number): Promise<ChatModel> {
  const { provider, baseUrl } = asked;
  switch (provider) {
    case 'openai': {
      const { createOpenAiCompatibleModel } = await import('./openai/openai-compatible.js');
      return createOpenAiCompatibleModel({ ...asked, firstTimeoutMs, baseUrl: baseUrl ?? OPENAI_URL });
    }
    case 'anthropic': {
      const { createLangChainModel } = await import('./langchain/langchain.js');
      return createLangChainModel({ ...asked, firstTimeoutMs });
    }
  }
}

/** Without what is undefined. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
