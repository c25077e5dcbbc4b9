import type { AIMessageChunk, BaseMessage, UsageMetadata } from '@langchain/core/messages';
import {
  addUsage,
  type ChatModel,
  type ModelEvent,
  NO_USAGE,
  OracleError,
  type PromptMessage,
  type ToolSchema,
  type Usage,
} from '../../plugin/index.js';
import { CallWatch } from '../call-watch.js';
import { leanParameters } from '../lean-schema.js';
import { statusError, wordsOf } from '../model-errors.js';
import { toToolCall } from '../tool-call-args.js';

const RETRIES = 2;
const LENGTH_REASONS: ReadonlySet<unknown> = new Set(['max_tokens', 'length', 'MAX_TOKENS']);

export interface LangChainOptions {
  /** As `initChatModel` names it; its package must be installed. */
  readonly provider: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Milliseconds without an event before a call is given up. */
  readonly timeoutMs: number;
}

/**
 * Any chat model of LangChain's, converted at the edge. Streaming comes from `stream()`; the constructor's
 * `streaming: true` stays off, because with it `invoke()` downloads a tokenizer to count tokens.
 */
export async function createLangChainModel(options: LangChainOptions): Promise<ChatModel> {
  const { provider, model, apiKey, baseUrl, timeoutMs } = options;
  const [{ initChatModel }, messageTypes] = await Promise.all([
    import('langchain/chat_models/universal'),
    import('@langchain/core/messages'),
  ]);
  const chat = await initChatModel(model, {
    modelProvider: provider,
    maxRetries: RETRIES,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : baseUrlField(provider, baseUrl)),
  });
  // Anthropic caches a prompt's prefix only where it is asked to.
  const caching = provider === 'anthropic' ? { cache_control: { type: 'ephemeral' } } : {};
  return {
    id: `${provider}:${model}`,
    async *stream(messages, tools, signal) {
      signal.throwIfAborted();
      const watch = new CallWatch(timeoutMs, signal);
      const gathered = new ChunkGatherer(model);
      try {
        const { bound, choice } = toolsFor(messages, tools);
        const ready =
          bound.length === 0 ? chat : chat.bindTools(bound.map(toFunctionTool), { ...caching, ...choice });
        const input = messages.map((message) => toLangChain(message, messageTypes));
        for await (const chunk of await ready.stream(input, { signal: watch.signal })) {
          watch.alive();
          yield* gathered.add(chunk as AIMessageChunk);
        }
        if (watch.fault !== undefined) throw watch.fault;
      } catch (error) {
        throw watch.fault ?? toModelError(error, options);
      } finally {
        watch.stop();
      }
      yield* gathered.end();
    },
  };
}

function baseUrlField(provider: string, baseUrl: string): Record<string, unknown> {
  return provider === 'anthropic' ? { anthropicApiUrl: baseUrl } : { baseUrl };
}

/**
 * A conversation that holds tool calls must declare tools, also in a request that may not call any: the tools of
 * the history then stand in, with choice `none`.
 */
function toolsFor(messages: readonly PromptMessage[], tools: readonly ToolSchema[]) {
  if (tools.length > 0) return { bound: tools, choice: {} };
  const called = new Set(
    messages.flatMap((m) => (m.role === 'assistant' ? (m.toolCalls ?? []).map((c) => c.name) : [])),
  );
  const bound = [...called].map((name) => ({
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
  }));
  return { bound, choice: { tool_choice: 'none' } };
}

function toFunctionTool(tool: ToolSchema) {
  const { name, description } = tool;
  return { type: 'function', function: { name, description, parameters: leanParameters(tool) } };
}

function toLangChain(message: PromptMessage, types: typeof import('@langchain/core/messages')): BaseMessage {
  switch (message.role) {
    case 'system':
      return new types.SystemMessage(message.content);
    case 'user':
      return new types.HumanMessage(message.content);
    case 'tool':
      return new types.ToolMessage({
        content: message.content,
        tool_call_id: message.toolCallId,
        name: message.name,
        status: message.status === 'ok' ? 'success' : 'error',
      });
    case 'assistant':
      return new types.AIMessage({
        content: message.content,
        tool_calls: (message.toolCalls ?? []).map(({ id, name, args }) => ({
          type: 'tool_call',
          id,
          name,
          args: { ...args },
        })),
      });
  }
}

/** Gathers LangChain's chunks: text and reasoning go out at once, tool calls and token counts at the end. */
class ChunkGatherer {
  readonly #calls = new Map<string | number, { id: string; name: string; args: string }>();
  #usage: Usage | undefined;
  #reason: unknown;
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  *add(chunk: AIMessageChunk): Generator<ModelEvent> {
    for (const event of contentEvents(chunk)) yield event;
    for (const [i, part] of (chunk.tool_call_chunks ?? []).entries()) {
      const key = part.index ?? part.id ?? i;
      const call = this.#calls.get(key) ?? { id: '', name: '', args: '' };
      call.id ||= part.id ?? '';
      call.name ||= part.name ?? '';
      call.args += part.args ?? '';
      this.#calls.set(key, call);
    }
    const usage = chunk.usage_metadata as UsageMetadata | undefined;
    if (usage !== undefined) {
      // LangChain's counts add up over the chunks.
      this.#usage = addUsage(this.#usage ?? NO_USAGE, toUsage(usage, this.#model));
    }
    this.#reason =
      chunk.additional_kwargs['stop_reason'] ??
      chunk.response_metadata['stop_reason'] ??
      chunk.response_metadata['finish_reason'] ??
      this.#reason;
  }

  *end(): Generator<ModelEvent> {
    for (const call of this.#calls.values()) yield { type: 'tool_call', call: toToolCall(call) };
    if (this.#usage !== undefined) yield { type: 'usage', usage: this.#usage };
    const reason = this.#calls.size > 0 ? 'tool_calls' : LENGTH_REASONS.has(this.#reason) ? 'length' : 'stop';
    yield { type: 'end', reason };
  }
}

function toUsage(usage: UsageMetadata, model: string): Usage {
  const cachedInputTokens = usage.input_token_details?.cache_read;
  const reasoningTokens = usage.output_token_details?.reasoning;
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    model,
  };
}

function* contentEvents({ content }: AIMessageChunk): Generator<ModelEvent> {
  const blocks: readonly unknown[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  for (const block of blocks) {
    if (typeof block !== 'object' || block === null) continue;
    if ('text' in block && typeof block.text === 'string' && block.text !== '')
      yield { type: 'text', text: block.text };
    else if ('thinking' in block && typeof block.thinking === 'string' && block.thinking !== '') {
      yield { type: 'reasoning', text: block.thinking };
    }
  }
}

/** The error of LangChain or of the provider's SDK, which carry an HTTP status when the endpoint answered. */
function toModelError(error: unknown, { apiKey, model }: LangChainOptions): OracleError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  const words = wordsOf(error instanceof Error ? { error: { message: error.message } } : error, apiKey);
  if (typeof status === 'number') return statusError(status, words, model);
  return new OracleError('model_failed', {
    detail: `The language model failed.${words === '' ? '' : ` It said: ${words}`}`,
    hint: 'Send the message again; check LLM_BASE_URL and the network if it fails again.',
    cause: error,
  });
}
