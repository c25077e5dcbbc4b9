import type { ModelEvent, Usage } from '../../plugin/index.js';
import { parseObject, toToolCall } from '../tool-call-args.js';

/** What one `data:` of a chat completions stream may hold, as far as we read it. Every field may be absent. */
export interface WireChunk {
  readonly choices?: readonly WireChoice[];
  readonly model?: string | null;
  readonly usage?: WireUsage | null;
  readonly error?: unknown;
}

interface WireUsage {
  readonly prompt_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
  readonly completion_tokens?: number;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number } | null;
}

interface WireChoice {
  readonly delta?: WireMessage;
  /** Whole, in an answer that was not streamed. */
  readonly message?: WireMessage;
  readonly finish_reason?: string | null;
}

interface WireMessage {
  readonly content?: string | readonly { readonly text?: string }[] | null;
  readonly refusal?: string | null;
  /** DeepSeek, vLLM, llama.cpp. */
  readonly reasoning_content?: string | null;
  /** OpenRouter, Ollama. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly WireToolCall[] | null;
}

interface WireToolCall {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface GrowingCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  args: string;
}

/**
 * Gathers chunks into model events. Text that comes in one network read becomes one event. Tool calls are told
 * apart by index, and where servers are sloppy (no index, always 0, no ids, whole calls) by id, name and whether
 * the arguments so far are complete.
 */
export class OpenAiStream {
  readonly #calls: GrowingCall[] = [];
  #text = '';
  #reasoning = '';
  #usage: Usage | undefined;
  #finish: string | undefined;
  #model: string;

  /** @param model who is asked; a router names another that answers */
  constructor(model: string) {
    this.#model = model;
  }

  /** Whether the model said that it is done; token counts may still follow. */
  get finished(): boolean {
    return this.#finish !== undefined;
  }

  add(chunk: WireChunk): void {
    const { usage, model } = chunk;
    if (typeof model === 'string' && model !== '') this.#model = model;
    if (usage !== undefined && usage !== null) {
      this.#usage = toUsage(usage);
    }
    const choice = chunk.choices?.[0];
    if (choice === undefined) return;
    const message = choice.delta ?? choice.message;
    if (message !== undefined && message !== null) {
      this.#reasoning += message.reasoning_content ?? message.reasoning ?? '';
      this.#text += textOf(message.content) + (message.refusal ?? '');
      for (const call of message.tool_calls ?? []) this.#addCall(call);
    }
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

  /** The last events of an answer that is complete. */
  end(): ModelEvent[] {
    const calls = this.#calls.filter((call) => call.name !== '').map(toToolCall);
    const events = this.drain();
    for (const call of calls) events.push({ type: 'tool_call', call });
    if (this.#usage !== undefined)
      events.push({ type: 'usage', usage: { ...this.#usage, model: this.#model } });
    const reason = calls.length > 0 ? 'tool_calls' : this.#finish === 'length' ? 'length' : 'stop';
    events.push({ type: 'end', reason });
    return events;
  }

  #addCall(wire: WireToolCall): void {
    const id = wire.id ?? '';
    const name = wire.function?.name ?? '';
    const given = wire.function?.arguments;
    const args =
      given === undefined || given === null ? '' : typeof given === 'string' ? given : JSON.stringify(given);
    const call = this.#continued(wire.index ?? undefined, id, name);
    if (call === undefined) {
      this.#calls.push({ index: wire.index ?? undefined, id, name, args });
      return;
    }
    if (call.id === '') call.id = id;
    if (call.name === '') call.name = name;
    call.args += args;
  }

  /** The call that a delta goes on with; undefined when it begins a new one. */
  #continued(index: number | undefined, id: string, name: string): GrowingCall | undefined {
    const candidate =
      index === undefined
        ? id === ''
          ? this.#calls.at(-1)
          : this.#calls.findLast((call) => call.id === id)
        : this.#calls.findLast((call) => call.index === index);
    if (candidate === undefined) return undefined;
    if (id !== '' && candidate.id !== '' && id !== candidate.id) return undefined;
    const startsAnew = name !== '' && candidate.name !== '' && id === '' && isWhole(candidate.args);
    return startsAnew ? undefined : candidate;
  }
}

function toUsage(wire: WireUsage): Usage {
  const cachedInputTokens = wire.prompt_tokens_details?.cached_tokens;
  const reasoningTokens = wire.completion_tokens_details?.reasoning_tokens;
  return {
    inputTokens: wire.prompt_tokens ?? 0,
    outputTokens: wire.completion_tokens ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

function textOf(content: WireMessage['content']): string {
  if (content === undefined || content === null) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

function isWhole(args: string): boolean {
  return args !== '' && parseObject(args) !== undefined;
}
