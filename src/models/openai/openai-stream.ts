import type { MessageEcho, ModelEvent, ToolCall, Usage } from '../../plugin/index.js';
import { endReason, isCutByLength } from '../finish-reason.js';
import { HeldChars } from '../held-chars.js';
import { joinParts } from '../join-parts.js';
import { GrowingCalls, type WireToolCall } from './growing-calls.js';
import { TextCalls } from './text-calls.js';
import { ThinkTags } from './think-tags.js';

/** What one `data:` of a chat completions stream may hold, as far as we read it. Every field may be absent. */
export interface WireChunk {
  readonly choices?: readonly WireChoice[];
  readonly model?: string | null;
  readonly usage?: WireUsage | null;
  /** Groq's place for token counts. */
  readonly x_groq?: { readonly usage?: WireUsage | null } | null;
  readonly error?: unknown;
}

interface WireUsage {
  readonly prompt_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  /** DeepSeek. */
  readonly prompt_cache_hit_tokens?: number;
  /** Moonshot. */
  readonly cached_tokens?: number;
  readonly completion_tokens?: number;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null;
}

interface WireChoice {
  readonly delta?: WireMessage | null;
  /** Whole, in an answer that was not streamed. */
  readonly message?: WireMessage | null;
  readonly finish_reason?: string | null;
}

interface WirePart {
  readonly text?: string;
  /** Mistral's reasoning. */
  readonly thinking?: string | readonly { readonly text?: string }[];
}

interface WireMessage {
  readonly content?: string | readonly WirePart[] | null;
  readonly refusal?: string | null;
  /** DeepSeek, vLLM, SGLang, llama.cpp, LiteLLM. */
  readonly reasoning_content?: string | null;
  /** OpenRouter, Ollama, Groq. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly WireToolCall[] | null;
  /** What goes back to the provider as it came. */
  readonly reasoning_details?: unknown;
  readonly thinking_blocks?: unknown;
  readonly extra_content?: unknown;
}

const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;
/** Lists that stream in parts: OpenRouter's and LiteLLM's record of reasoning, with its signatures. */
const ECHOED_LISTS = ['reasoning_details', 'thinking_blocks'] as const;

/** Gathers chunks into model events. Text that comes in one network read becomes one event. */
export class OpenAiStream {
  readonly #calls: GrowingCalls;
  readonly #textCalls: TextCalls;
  readonly #think = new ThinkTags();
  readonly #held = new HeldChars();
  readonly #echoed = new Map<string, unknown>();
  #reasoningField: string | undefined;
  #text = '';
  #reasoning = '';
  #said = { text: false, calls: false, reasoning: false };
  #usage: Usage | undefined;
  #finish: string | undefined;
  #model: string;

  /**
   * @param model who is asked; a router names another that answers
   * @param tools names of the tools that were offered
   */
  constructor(model: string, tools: readonly string[]) {
    this.#model = model;
    this.#calls = new GrowingCalls(tools);
    this.#textCalls = new TextCalls(tools);
  }

  /** Whether the model said that it is done; token counts may still follow. */
  get finished(): boolean {
    return this.#finish !== undefined;
  }

  /** Whether anything of the answer has come. */
  get begun(): boolean {
    return this.#said.text || this.#said.calls || this.#said.reasoning;
  }

  /** @throws OracleError `answer_too_long` */
  add(chunk: WireChunk): void {
    const { model } = chunk;
    if (typeof model === 'string' && model !== '') this.#model = model;
    const usage = chunk.usage ?? chunk.x_groq?.usage;
    if (usage !== undefined && usage !== null) this.#usage = toUsage(usage);
    const choice = chunk.choices?.[0];
    if (choice === undefined) return;
    const message = choice.delta ?? choice.message;
    if (message !== undefined && message !== null) this.#addMessage(message);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      this.#finish = choice.finish_reason;
  }

  /** The deltas since the last drain. */
  drain(): ModelEvent[] {
    const events: ModelEvent[] = [];
    if (this.#reasoning !== '') events.push({ type: 'reasoning', text: this.#reasoning });
    if (this.#text !== '') events.push({ type: 'text', text: this.#text });
    this.#reasoning = '';
    this.#text = '';
    return events;
  }

  /**
   * The last events of an answer whose stream is complete.
   * @param model the `ChatModel.id` that an echo belongs to
   * @param unsaid the reason of an answer that names none; without one it then counts as damaged
   * @throws OracleError when the answer is not whole, after its last words and its token counts
   */
  *end(model: string, unsaid?: string): Generator<ModelEvent> {
    const finish = this.#finish ?? unsaid;
    const cutOff = isCutByLength(finish);
    const rest = this.#think.end();
    this.#reasoning += rest.reasoning;
    const written = [this.#textCalls.add(rest.text), this.#textCalls.end(cutOff)] as const;
    this.#show(written[0] + written[1].text);
    const calls = [...this.#calls.end(cutOff), ...written[1].calls];
    yield* this.drain();
    if (this.#usage !== undefined) yield { type: 'usage', usage: { ...this.#usage, model: this.#model } };
    const reason = endReason(finish, { ...this.#said, calls: calls.length > 0 });
    for (const call of calls) yield { type: 'tool_call', call };
    const echo = calls.length === 0 ? undefined : this.#echo(model, calls);
    yield { type: 'end', reason, ...(echo === undefined ? {} : { echo }) };
  }

  #addMessage(message: WireMessage): void {
    for (const field of REASONING_FIELDS) {
      const reasoning = message[field];
      if (typeof reasoning !== 'string' || reasoning === '') continue;
      this.#reasoningField = field;
      this.#reason(reasoning);
      // Some send the same under both names.
      break;
    }
    for (const field of ECHOED_LISTS) {
      const parts = message[field];
      if (!Array.isArray(parts)) continue;
      this.#held.add(JSON.stringify(parts).length);
      this.#echoed.set(field, joinParts(this.#echoed.get(field), parts));
    }
    if (message.extra_content !== undefined && message.extra_content !== null)
      this.#echoed.set('extra_content', message.extra_content);
    const { text, thinking } = readContent(message.content);
    this.#reason(thinking);
    const split = this.#think.add(text);
    this.#reason(split.reasoning);
    this.#show(this.#textCalls.add(split.text) + (message.refusal ?? ''));
    for (const call of message.tool_calls ?? []) {
      this.#said.calls = true;
      this.#calls.add(call);
    }
  }

  #reason(text: string): void {
    this.#reasoning += text;
    this.#said.reasoning ||= text !== '';
  }

  #show(text: string): void {
    this.#text += text;
    this.#said.text ||= /\S/.test(text);
  }

  /** Without calls the turn is over, and nothing goes back. */
  #echo(model: string, calls: readonly ToolCall[]): MessageEcho | undefined {
    const extra = Object.fromEntries(this.#echoed);
    const hasExtra = this.#echoed.size > 0;
    // Its details hold OpenRouter's reasoning; the plain text beside them would be a second one.
    const reasoningField = this.#echoed.has('reasoning_details') ? undefined : this.#reasoningField;
    if (reasoningField === undefined && !hasExtra && calls.every(({ extra: own }) => own === undefined))
      return undefined;
    return {
      model,
      ...(reasoningField === undefined ? {} : { reasoningField }),
      ...(hasExtra ? { extra } : {}),
    };
  }
}

function toUsage(wire: WireUsage): Usage {
  const cachedInputTokens =
    wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? wire.cached_tokens;
  const reasoningTokens = wire.completion_tokens_details?.reasoning_tokens ?? undefined;
  return {
    inputTokens: wire.prompt_tokens ?? 0,
    outputTokens: wire.completion_tokens ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

function readContent(content: WireMessage['content']): { readonly text: string; readonly thinking: string } {
  if (content === undefined || content === null) return { text: '', thinking: '' };
  if (typeof content === 'string') return { text: content, thinking: '' };
  return {
    text: content.map((part) => part.text ?? '').join(''),
    thinking: content
      .map(({ thinking = '' }) =>
        typeof thinking === 'string' ? thinking : thinking.map((part) => part.text ?? '').join(''),
      )
      .join(''),
  };
}
