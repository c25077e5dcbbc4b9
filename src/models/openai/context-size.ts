import { timeLimit } from '../../kit/index.js';
import { fieldOf } from '../fields.js';
import { parseJson } from '../tool-call-args.js';
import type { Endpoint } from './endpoint.js';
import { readText, send } from './send.js';

const TIMEOUT_MS = 3_000;
/** OpenRouter's list is 600 KB. */
const MAX_LIST_CHARS = 8_000_000;

/** Members that hold a model's size, from what a server was started with to what the model could have. */
const SIZES = [
  ['meta', 'n_ctx'], // llama.cpp
  ['loaded_context_length'], // LM Studio
  ['max_model_len'], // vLLM, SGLang
  ['top_provider', 'context_length'], // OpenRouter
  ['context_length'], // OpenRouter, Together
  ['context_window'], // Groq
  ['max_context_length'], // Mistral, LM Studio
  ['max_input_tokens'], // LiteLLM, Anthropic
] as const;

/** How many tokens a model takes: as set, as its endpoint says, and never more than an overflow told. */
export class ContextSize {
  readonly #endpoint: Endpoint;
  readonly #model: string;
  #known: number | undefined;
  #told: number | undefined;

  /** @param set wins over what the endpoint says */
  constructor(endpoint: Endpoint, model: string, set: number | undefined) {
    this.#endpoint = endpoint;
    this.#model = model;
    this.#known = set;
  }

  /** @param limit of a request that was refused */
  learn(limit: number | undefined): void {
    if (limit !== undefined) this.#told = Math.min(limit, this.#told ?? limit);
  }

  /** Asks the endpoint once; again only when it could not say, since a model may be loaded by then. */
  async tokens(signal: AbortSignal): Promise<number | undefined> {
    if (this.#told === undefined) this.#known ??= await askContextSize(this.#endpoint, this.#model, signal);
    if (this.#known === undefined || this.#told === undefined) return this.#known ?? this.#told;
    return Math.min(this.#known, this.#told);
  }
}

/**
 * How many tokens the endpoint says that the model takes; undefined when it does not say, cannot be reached or does not
 * answer in time.
 */
async function askContextSize(
  endpoint: Endpoint,
  model: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const list = await ask(endpoint.models, endpoint, signal);
  const models = fieldOf(list, 'data');
  if (!Array.isArray(models)) return undefined;
  const entry: unknown =
    models.find((each) => fieldOf(each, 'id') === model) ?? (models.length === 1 ? models[0] : undefined);
  const size = SIZES.map((path) => countAt(entry, path)).find((count) => count !== undefined);
  if (size !== undefined) return size;
  const owner = fieldOf(entry, 'owned_by');
  // Of a model that is loaded, Ollama tells what it cuts prompts to; llama.cpp of older builds tells it elsewhere.
  if (owner === 'library')
    return ollamaSize(await ask(new URL('/api/ps', endpoint.models), endpoint, signal), model);
  if (owner !== 'llamacpp') return undefined;
  const props = await ask(new URL('/props', endpoint.models), endpoint, signal);
  return countAt(props, ['default_generation_settings', 'n_ctx']);
}

function ollamaSize(running: unknown, model: string): number | undefined {
  const models = fieldOf(running, 'models');
  if (!Array.isArray(models)) return undefined;
  const names = [model, `${model}:latest`];
  return countAt(
    models.find((each) => names.includes(String(fieldOf(each, 'name')))),
    ['context_length'],
  );
}

function countAt(value: unknown, path: readonly string[]): number | undefined {
  const found = path.reduce(fieldOf, value);
  return typeof found === 'number' && Number.isInteger(found) && found > 0 ? found : undefined;
}

async function ask(url: URL, endpoint: Endpoint, signal: AbortSignal): Promise<unknown> {
  const limited = AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]);
  try {
    const response = await send(url, endpoint.headers, undefined, limited);
    const text = await readText(response, MAX_LIST_CHARS);
    return response.statusCode === 200 ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}
