import type { AIMessageChunk, BaseMessage, ContentBlock, UsageMetadata } from '@langchain/core/messages';
import {
  type AssistantMessage,
  addUsage,
  type ChatModel,
  ContextOverflow,
  type ModelEvent,
  NO_USAGE,
  OracleError,
  type PromptMessage,
  type ToolSchema,
  type Usage,
} from '../../plugin/index.js';
import { showAttached } from '../attached.js';
import { isBlank } from '../blank.js';
import type { CallLimits, CallSettings } from '../call-settings.js';
import { CallWatch } from '../call-watch.js';
import { fieldOf } from '../fields.js';
import { endReason, isCutByLength } from '../finish-reason.js';
import { HeldChars } from '../held-chars.js';
import { joinParts } from '../join-parts.js';
import { leanParameters } from '../lean-schema.js';
import { AwayError, brokenOff, refusal, unreachable } from '../model-errors.js';
import { readProviderError } from '../provider-error.js';
import { sendable } from '../sendable.js';
import { digestOf } from '../short-ids.js';
import { standInTools } from '../stand-in-tools.js';
import { cutShort, toToolCall } from '../tool-call-args.js';
import { tryAgain } from '../try-again.js';
import { OfferedTools } from '../written/offered-tools.js';
import { anthropicFetch, MOST_TOKENS } from './anthropic-fetch.js';

const RETRIES = 2;
const ANTHROPIC_URL = 'https://api.anthropic.com';
/** Content blocks that Anthropic signs. */
const THOUGHTS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking']);

export interface LangChainOptions extends CallSettings, CallLimits {
  /** As `initChatModel` names it; its package must be installed. */
  readonly provider: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

/**
 * Any chat model of LangChain's, converted at the edge. Streaming comes from `stream()`; the constructor's
 * `streaming: true` stays off, because with it `invoke()` downloads a tokenizer to count tokens.
 */
export async function createLangChainModel(options: LangChainOptions): Promise<ChatModel> {
  const { provider, model, timeoutMs, firstTimeoutMs = timeoutMs, pauseMs } = options;
  const [{ initChatModel }, messageTypes] = await Promise.all([
    import('langchain/chat_models/universal'),
    import('@langchain/core/messages'),
  ]);
  const chat = await initChatModel(model, {
    modelProvider: provider,
    maxRetries: RETRIES,
    ...settingFields(options),
  });
  const id = `${provider}:${model}`;
  // Anthropic caches a prompt's prefix only where it is asked to.
  const caching = provider === 'anthropic' ? { cache_control: { type: 'ephemeral' } } : {};
  let told: number | undefined;

  async function* answer(
    messages: readonly PromptMessage[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
    most: number | undefined,
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const watch = new CallWatch({ firstMs: firstTimeoutMs, idleMs: timeoutMs }, signal);
    let begun = false;
    const gathered = new ChunkGatherer(id, model, new OfferedTools(tools));
    try {
      const sent = sendable(messages);
      const { bound, choice } = toolsFor(sent, tools);
      const ready =
        bound.length === 0 ? chat : chat.bindTools(bound.map(toFunctionTool), { ...caching, ...choice });
      const input = sent.map((message) => toLangChain(message, id, messageTypes));
      for await (const chunk of await ready.stream(input, {
        signal: watch.signal,
        ...mostTokens(provider, most),
      })) {
        watch.answering();
        begun = true;
        yield* gathered.add(chunk as AIMessageChunk);
      }
      if (watch.fault !== undefined) throw watch.fault;
      yield* gathered.end();
    } catch (error) {
      const fault =
        watch.fault ?? (OracleError.isInstance(error) ? error : toModelError(error, options, begun));
      if (ContextOverflow.isInstance(fault)) told = fault.tokens.limit ?? told;
      throw fault;
    } finally {
      watch.stop();
    }
  }

  return {
    id,
    stream: (messages, tools, signal, _habits, limits) =>
      tryAgain(() => answer(messages, tools, signal, limits?.maxTokens), signal, pauseMs),
    contextTokens: async () => told ?? options.contextTokens ?? chat.profile.maxInputTokens,
  };
}

/** LangChain takes the length of an answer with the model alone: what one call may have goes along to `fetch`. */
function mostTokens(provider: string, most: number | undefined): object {
  return provider === 'anthropic' && most !== undefined ? { headers: { [MOST_TOKENS]: String(most) } } : {};
}

function settingFields(options: LangChainOptions): Record<string, unknown> {
  const { provider, apiKey, baseUrl, temperature, maxTokens, reasoningEffort, extraBody } = options;
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : baseUrlField(provider, baseUrl)),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { outputConfig: { effort: reasoningEffort } }),
    ...(extraBody === undefined ? {} : { invocationKwargs: extraBody }),
    ...clientFields(options),
  };
}

function clientFields(options: LangChainOptions): Record<string, unknown> {
  const { provider, model, extraHeaders } = options;
  const clientOptions = {
    ...(extraHeaders === undefined ? {} : { defaultHeaders: extraHeaders }),
    ...(provider === 'anthropic' ? { fetch: anthropicFetch({ model, secrets: secretsOf(options) }) } : {}),
  };
  return Object.keys(clientOptions).length === 0 ? {} : { clientOptions };
}

function secretsOf({ apiKey = '', extraHeaders = {} }: LangChainOptions): readonly string[] {
  return [apiKey, ...Object.values(extraHeaders)];
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
  return { bound: standInTools(messages), choice: { tool_choice: 'none' } };
}

function toFunctionTool(tool: ToolSchema) {
  const { name, description } = tool;
  return { type: 'function', function: { name, description, parameters: leanParameters(tool) } };
}

function toLangChain(
  message: PromptMessage,
  id: string,
  types: typeof import('@langchain/core/messages'),
): BaseMessage {
  switch (message.role) {
    case 'system':
      return new types.SystemMessage(message.content);
    case 'user':
      return new types.HumanMessage(showAttached(message, 'blind').text);
    case 'tool':
      return new types.ToolMessage({
        content: message.content,
        tool_call_id: safeId(message.toolCallId),
        name: message.name,
        status: message.status === 'ok' ? 'success' : 'error',
      });
    case 'assistant':
      return new types.AIMessage({
        content: contentOf(message, id),
        tool_calls: (message.toolCalls ?? []).map(({ id, name, args }) => ({
          type: 'tool_call',
          id: safeId(id),
          name,
          args: { ...args },
        })),
      });
  }
}

/** Anthropic takes letters, digits and two marks; a model that was asked before may have had others. */
function safeId(id: string): string {
  return /^[a-zA-Z0-9_-]+$/.test(id) ? id : digestOf(id);
}

/** A model that thought before it called a tool wants its signed thoughts back with the call. */
function contentOf({ content, echo }: AssistantMessage, id: string): string | ContentBlock[] {
  const thoughts = echo?.model === id ? echo.extra?.['thoughts'] : undefined;
  if (!Array.isArray(thoughts)) return content;
  return [...thoughts, ...(content === '' ? [] : [{ type: 'text', text: content }])];
}

/** Gathers LangChain's chunks: text and reasoning go out at once, tool calls and token counts at the end. */
class ChunkGatherer {
  readonly #calls = new Map<string | number, { id: string; name: string; args: string }>();
  readonly #id: string;
  readonly #model: string;
  readonly #offered: OfferedTools;
  readonly #said = { text: false, reasoning: false };
  readonly #held = new HeldChars();
  /** Blanks before the first word. */
  #text = '';
  #thoughts: readonly unknown[] = [];
  #usage: Usage | undefined;
  #reason: string | undefined;

  /** @param id the `ChatModel.id`, which gets its thoughts back */
  constructor(id: string, model: string, offered: OfferedTools) {
    this.#id = id;
    this.#model = model;
    this.#offered = offered;
  }

  *add(chunk: AIMessageChunk): Generator<ModelEvent> {
    for (const block of blocksOf(chunk)) {
      if (THOUGHTS.has(block['type'])) {
        this.#held.add(JSON.stringify(block).length);
        this.#thoughts = joinParts(this.#thoughts, [block]);
      }
      const { text, thinking } = block;
      if (typeof text === 'string' && text !== '') {
        this.#text += text;
        this.#said.text ||= !isBlank(text);
        // Blanks alone are no word yet: of an answer that had none it can be asked anew.
        if (!this.#said.text) this.#held.add(text.length);
        else {
          yield { type: 'text', text: this.#text };
          this.#text = '';
        }
      } else if (typeof thinking === 'string' && thinking !== '') {
        this.#said.reasoning = true;
        yield { type: 'reasoning', text: thinking };
      }
    }
    for (const [i, part] of (chunk.tool_call_chunks ?? []).entries()) {
      const key = part.index ?? part.id ?? i;
      const call = this.#calls.get(key) ?? { id: '', name: '', args: '' };
      call.id ||= part.id ?? '';
      call.name ||= part.name ?? '';
      call.args += part.args ?? '';
      this.#held.add(part.args?.length ?? 0);
      this.#calls.set(key, call);
    }
    const usage = chunk.usage_metadata as UsageMetadata | undefined;
    if (usage !== undefined) {
      // LangChain's counts add up over the chunks.
      this.#usage = addUsage(this.#usage ?? NO_USAGE, toUsage(usage, this.#model));
    }
    const reason: unknown =
      chunk.additional_kwargs['stop_reason'] ??
      chunk.response_metadata['stop_reason'] ??
      chunk.response_metadata['finish_reason'];
    if (typeof reason === 'string') this.#reason = reason;
  }

  /** @throws OracleError when the answer is not whole */
  *end(): Generator<ModelEvent> {
    if (this.#usage !== undefined) yield { type: 'usage', usage: this.#usage };
    // Every provider tells why it ended; a stream that was cut looks complete to LangChain.
    if (this.#reason === undefined) throw brokenOff();
    const cutOff = isCutByLength(this.#reason);
    const calls = [...this.#calls.values()].map((call, place, { length }) => {
      const made = toToolCall({ ...call, name: this.#offered.named(call.name) });
      return cutOff && place === length - 1 ? cutShort(made, call) : made;
    });
    const reason = endReason(this.#reason, { ...this.#said, calls: calls.length > 0 });
    for (const call of calls) yield { type: 'tool_call', call };
    const echo = { model: this.#id, extra: { thoughts: this.#thoughts } };
    yield { type: 'end', reason, ...(this.#thoughts.length === 0 || calls.length === 0 ? {} : { echo }) };
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

function blocksOf({ content }: AIMessageChunk): readonly Readonly<Record<string, unknown>>[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/**
 * The error of LangChain or of the provider's SDK, which carry an HTTP status when the endpoint answered.
 * @param begun whether the answer had
 */
function toModelError(error: unknown, options: LangChainOptions, begun: boolean): OracleError {
  const { baseUrl, model } = options;
  // LangChain wraps some of the SDK's errors into its own.
  const source = fieldOf(error, 'status') === undefined ? (fieldOf(error, 'cause') ?? error) : error;
  const status = fieldOf(source, 'status');
  const body = fieldOf(source, 'error') ?? (source instanceof Error ? { message: source.message } : source);
  const told = readProviderError(body, secretsOf(options));
  if (typeof status === 'number') return triedBySdk(refusal(status, told, model));
  if (told.marks.length > 0) return refusal(0, told, model);
  const network = networkFault(error);
  if (network !== undefined && begun) return brokenOff(error);
  if (network !== undefined) return triedBySdk(unreachable(new URL(baseUrl ?? ANTHROPIC_URL), network));
  return new OracleError('model_failed', {
    detail: `The language model failed.${told.words === '' ? '' : ` It said: ${told.words}`}`,
    hint: 'Send the message again; check LLM_BASE_URL and the network if it fails again.',
    cause: error,
  });
}

function triedBySdk(error: OracleError): OracleError {
  if (error instanceof AwayError) error.retried = true;
  return error;
}

/** The error of the socket below the SDK's own. */
function networkFault(error: unknown): unknown {
  for (let each = error; each !== undefined; each = fieldOf(each, 'cause')) {
    if (/^(?:E[A-Z]+|UND_ERR_\w+)$/.test(String(fieldOf(each, 'code')))) return each;
  }
  return undefined;
}
