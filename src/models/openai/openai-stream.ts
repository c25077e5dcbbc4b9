import type { MessageEcho, ModelEvent, ToolCall, Usage } from '../../plugin/index.js';
import { isBlank } from '../blank.js';
import { endReason, isCutByLength, type Said, worseReason } from '../finish-reason.js';
import { HeldChars } from '../held-chars.js';
import { joinParts } from '../join-parts.js';
import { damaged } from '../model-errors.js';
import type { OfferedTools } from '../written/offered-tools.js';
import type { ReasoningHabit } from '../written/reasoning-habit.js';
import type { SplitText } from '../written/think-tags.js';
import { WrittenAnswer } from '../written/written-answer.js';
import { GrowingCalls, type WireToolCall } from './growing-calls.js';
import { GrownText } from './grown-text.js';

/** What one `data:` of a chat completions stream may hold, as far as we read it. Every field may be absent. */
export interface WireChunk {
  readonly choices?: readonly WireChoice[];
  readonly model?: string | null;
  readonly usage?: WireUsage | null;
  /** Groq's place for token counts. */
  readonly x_groq?: { readonly usage?: WireUsage | null } | null;
  readonly error?: unknown;
}

/** Numbers, as numbers or as text. */
interface WireUsage {
  readonly prompt_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
  /** DeepSeek. */
  readonly prompt_cache_hit_tokens?: unknown;
  /** Moonshot. */
  readonly cached_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null;
}

interface WireChoice {
  readonly index?: number | null;
  readonly delta?: WireMessage | null;
  /** Whole, in an answer that was not streamed; in a stream all of it so far. */
  readonly message?: WireMessage | null;
  readonly finish_reason?: string | null;
  /** OpenRouter: as the provider behind it said. */
  readonly native_finish_reason?: string | null;
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
  readonly #written: WrittenAnswer;
  readonly #held = new HeldChars();
  readonly #echoed = new Map<string, unknown>();
  readonly #grown = { text: new GrownText(), reasoning: new GrownText() };
  /** Of several choices: the one whose words count, and those whose calls do. */
  #speaker: number | undefined;
  #caller: number | undefined;
  #reasoningField: string | undefined;
  #text = '';
  #reasoning = '';
  /** Text that was drained already turned out to be reasoning. */
  #takesBack = false;
  #parts = 0;
  #said = { text: false, calls: false, reasoning: false };
  #usage: Usage | undefined;
  #finish: string | undefined;
  #model: string;
  readonly #unlimited: boolean;

  /**
   * @param model who is asked; a router names another that answers
   * @param habit how that model reasons
   * @param unlimited whether nothing of ours limits the length of its answer
   */
  constructor(model: string, offered: OfferedTools, habit: ReasoningHabit, unlimited = false) {
    this.#model = model;
    this.#unlimited = unlimited;
    this.#calls = new GrowingCalls(offered);
    this.#written = new WrittenAnswer(offered, habit);
  }

  /** Whether the model said that it is done; token counts may still follow. */
  get finished(): boolean {
    return this.#finish !== undefined;
  }

  /** Chunks so far that held any part of an answer; those that only keep the connection open do not count. */
  get parts(): number {
    return this.#parts;
  }

  /** @throws OracleError `answer_too_long` */
  add(chunk: WireChunk): void {
    const { model } = chunk;
    if (typeof model === 'string' && model !== '') this.#model = model;
    const usage = chunk.usage ?? chunk.x_groq?.usage;
    if (usage !== undefined && usage !== null) this.#usage = toUsage(usage);
    for (const choice of chunk.choices ?? []) this.#addChoice(choice);
  }

  /** The deltas since the last drain. */
  drain(): ModelEvent[] {
    const events: ModelEvent[] = [];
    if (this.#takesBack) events.push({ type: 'take_back' });
    if (this.#reasoning !== '') events.push({ type: 'reasoning', text: this.#reasoning });
    // Blanks alone are no word yet: of an answer that had none it can be asked anew.
    const speaks = this.#text !== '' && this.#said.text;
    if (speaks) events.push({ type: 'text', text: this.#text });
    this.#takesBack = false;
    this.#reasoning = '';
    if (speaks) this.#text = '';
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
    this.#told(this.#grown.reasoning.end());
    this.#show(this.#written.add(this.#grown.text.end()));
    const written = this.#written.end(cutOff);
    this.#show(written);
    yield* this.drain();
    if (this.#usage !== undefined) yield { type: 'usage', usage: { ...this.#usage, model: this.#model } };
    const calls = [...this.#calls.end(cutOff), ...written.calls];
    const reason = endReason(finish, { ...this.#said, calls: calls.length > 0, ...this.#full() });
    for (const call of calls) yield { type: 'tool_call', call };
    const echo = calls.length === 0 ? undefined : this.#echo(model, calls);
    yield { type: 'end', reason, ...(echo === undefined ? {} : { echo }) };
  }

  /** Two choices are two answers: what one says is no part of what the other does. Copilot calls in a second one. */
  #addChoice(choice: WireChoice): void {
    const index = choice.index ?? 0;
    const message = choice.delta ?? choice.message;
    if (holdsPart(message) || typeof choice.finish_reason === 'string') this.#parts += 1;
    const calls = message?.tool_calls?.length ? message.tool_calls : undefined;
    if (calls !== undefined) this.#caller ??= index;
    const isHeard = this.#speaker === undefined || this.#speaker === index;
    const isWhole = choice.delta === undefined || choice.delta === null;
    if (message !== undefined && message !== null && isHeard) {
      if (speaks(message)) this.#speaker = index;
      this.#addMessage(message, isWhole);
    }
    if (calls !== undefined && this.#caller === index) {
      this.#said.calls = true;
      for (const [place, call] of calls.entries()) {
        if (isWhole) this.#calls.addWhole(call, place);
        else this.#calls.add(call);
      }
    }
    if (!isHeard && this.#caller !== index) return;
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      this.#finish = worseReason(
        worseReason(choice.finish_reason, choice.native_finish_reason ?? undefined),
        this.#finish,
      );
  }

  /** @param isWhole whether it holds all that was said so far, and not what is new alone */
  #addMessage(message: WireMessage, isWhole: boolean): void {
    const part = isWhole ? 'whole' : 'delta';
    for (const field of REASONING_FIELDS) {
      const reasoning = message[field];
      if (typeof reasoning !== 'string' || reasoning === '') continue;
      this.#reasoningField = field;
      this.#told(this.#grown.reasoning[part](reasoning));
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
    this.#told(thinking);
    this.#show(this.#written.add(this.#grown.text[part](text)));
    this.#say(message.refusal ?? '');
  }

  /** Reasoning that the server told from the text. */
  #told(reasoning: string): void {
    if (reasoning !== '') this.#written.reasoned();
    this.#reason(reasoning);
  }

  #show({ text, reasoning, takesBack }: SplitText): void {
    if (takesBack) {
      this.#takesBack = true;
      this.#reason(this.#text);
      this.#text = '';
      this.#said.text = false;
    }
    this.#reason(reasoning);
    this.#say(text);
  }

  #reason(text: string): void {
    this.#reasoning += text;
    this.#said.reasoning ||= text !== '';
  }

  #say(text: string): void {
    this.#text += text;
    if (!this.#said.text) this.#held.add(text.length);
    this.#said.text ||= !isBlank(text);
  }

  /** Whether the prompt took all of the context, should the answer be empty and cut at its length. */
  #full(): Pick<Said, 'full'> {
    const { inputTokens, outputTokens = 0 } = this.#usage ?? {};
    if (!this.#unlimited || outputTokens > 1) return {};
    return { full: { limit: outputTokens === 0 ? inputTokens || undefined : undefined } };
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

/** A role alone, or words without a letter, say nothing. */
function holdsPart(message: WireMessage | null | undefined): boolean {
  return Object.entries(message ?? {}).some(
    ([member, value]) => member !== 'role' && value?.length !== 0 && value !== null,
  );
}

function speaks({ content, reasoning, reasoning_content }: WireMessage): boolean {
  return [content, reasoning, reasoning_content].some((said) => said?.length);
}

function toUsage(wire: WireUsage): Usage {
  const cachedInputTokens = count(
    wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? wire.cached_tokens,
  );
  const reasoningTokens = count(wire.completion_tokens_details?.reasoning_tokens);
  return {
    inputTokens: count(wire.prompt_tokens) ?? 0,
    outputTokens: count(wire.completion_tokens) ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

/** Whole and not below 0; some gateways send counts as text. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Some send plain texts in the list. */
function readWirePart(part: unknown): WirePart {
  if (typeof part === 'string') return { text: part };
  if (typeof part !== 'object' || part === null)
    throw damaged('part of it is neither words nor a part with words');
  return part;
}

function readContent(content: WireMessage['content']): { readonly text: string; readonly thinking: string } {
  if (content === undefined || content === null) return { text: '', thinking: '' };
  if (typeof content === 'string') return { text: content, thinking: '' };
  if (!Array.isArray(content)) throw damaged('part of it is neither words nor a list of parts');
  const parts = content.map(readWirePart);
  return {
    text: parts.map((part) => part.text ?? '').join(''),
    thinking: parts
      .map(({ thinking = '' }) =>
        typeof thinking === 'string' ? thinking : thinking.map((part) => part.text ?? '').join(''),
      )
      .join(''),
  };
}
