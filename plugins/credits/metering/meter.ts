import type {
  AnswerLimits,
  ChatModel,
  ModelEvent,
  PromptMessage,
  ToolSchema,
  Usage,
} from 'oracle-runtime/plugin';
import type { Tokens } from '../rates/rate-table.js';

/** A token is some four characters of English, and fewer of other scripts, whose characters are more bytes. */
const BYTES_PER_TOKEN = 4;

/** About how many tokens a prompt has. */
export function promptTokens(messages: readonly PromptMessage[], tools: readonly ToolSchema[]): number {
  let bytes = 0;
  for (const message of messages) {
    bytes += Buffer.byteLength(message.content);
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) bytes += callBytes(call);
  }
  for (const tool of tools) bytes += toolBytes(tool);
  return textTokens(bytes);
}

/** Of the tools that models are given again and again. */
const sizes = new WeakMap<ToolSchema, number>();

function toolBytes(tool: ToolSchema): number {
  let bytes = sizes.get(tool);
  if (bytes === undefined) {
    const { name, description, parameters } = tool;
    bytes = name.length + Buffer.byteLength(description) + Buffer.byteLength(JSON.stringify(parameters));
    sizes.set(tool, bytes);
  }
  return bytes;
}

export function textTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

const callBytes = (call: { readonly name: string; readonly args: object }) =>
  call.name.length + Buffer.byteLength(JSON.stringify(call.args));

/** More tokens than any model call has: an endpoint that reports so many is not believed. */
const TOO_MANY = 1e9;

const isCount = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0 && tokens < TOO_MANY;

/** What was heard of one model call so far. */
export class Meter {
  readonly #promptTokens: number;
  #bytes = 0;
  #usage: Usage | undefined;
  #heard = false;
  #isCut = false;
  #tools = 0;

  /** @param promptTokens estimated, for a call whose endpoint reports nothing */
  constructor(prompt: number) {
    this.#promptTokens = prompt;
  }

  hear(event: ModelEvent): void {
    this.#heard = true;
    this.#isCut = event.type === 'end' && event.reason === 'length';
    if (event.type === 'text' || event.type === 'reasoning') this.#bytes += Buffer.byteLength(event.text);
    else if (event.type === 'tool_call') {
      this.#bytes += callBytes(event.call);
      this.#tools += 1;
    } else if (event.type === 'usage') this.#usage = event.usage;
  }

  /** Tokens of the answer so far, estimated. */
  get answered(): number {
    return textTokens(this.#bytes);
  }

  /** Whether the answer ended because it may not be longer. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** How many tools the answer calls so far. */
  get tools(): number {
    return this.#tools;
  }

  /** Tokens of the answer as its endpoint reports them; undefined while it has not, or where it is not believed. */
  get reported(): number | undefined {
    const used = this.used;
    return used === undefined || used.estimated ? undefined : used.output;
  }

  /** Which model answered, as its endpoint names it. */
  get model(): string | undefined {
    return this.#usage?.model;
  }

  /** What is to be paid; undefined for a call that failed before anything was heard. */
  get used(): (Tokens & { readonly estimated: boolean }) | undefined {
    if (!this.#heard) return undefined;
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = this.#usage ?? {};
    if (inputTokens + outputTokens > 0 && [inputTokens, outputTokens, cachedInputTokens].every(isCount))
      return {
        input: inputTokens,
        cached: Math.min(inputTokens, cachedInputTokens),
        output: outputTokens,
        estimated: false,
      };
    return { input: this.#promptTokens, cached: 0, output: this.answered, estimated: true };
  }
}

/**
 * The same model, overheard.
 * @param limits asked for when the answer is
 * @param grow what it gives is waited for after each event, before the caller gets it; what it throws ends the answer
 */
export function metered(
  model: ChatModel,
  meter: Meter,
  limits: () => AnswerLimits,
  grow: () => Promise<void> | undefined,
): ChatModel {
  return {
    ...model,
    async *stream(messages, tools, signal, habits) {
      for await (const event of model.stream(messages, tools, signal, habits, limits())) {
        meter.hear(event);
        // Most words need no more: a wait for nothing would cost as much as what passes them on.
        const growing = grow();
        if (growing !== undefined) await growing;
        yield event;
      }
    },
  };
}
