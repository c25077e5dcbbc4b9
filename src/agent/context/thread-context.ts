import { abortable, nextTurn, timeLimit } from '../../kit/index.js';
import {
  type ChatModel,
  ContextOverflow,
  type ModelCall,
  type Models,
  type ModelTurn,
  OracleError,
  type PromptMessage,
  type SummaryMessage,
  type ThreadMessage,
  type ToolSchema,
  type TurnMessage,
  type Usage,
} from '../../plugin/index.js';
import type { RunContext } from '../../runs/run-context.js';
import { promptMessages } from '../prompt.js';
import { closeUnanswered } from './close-unanswered.js';
import { cutAt, fits } from './cut-turns.js';
import { estimateTokens } from './estimate-tokens.js';
import { messageTokens, systemTokens, toolTokens } from './prompt-tokens.js';
import { recordOf } from './record.js';
import { repairHistory } from './repair-history.js';
import { shortenResults } from './shorten-results.js';
import { summaryRequest } from './summarize.js';
import type { TokenGauge } from './token-gauge.js';

/** Below this every window is large enough, and the endpoint need not be asked for its own. */
const WORTH_ASKING = 1_500;
/** The least that a conversation gets, however large tools and system prompt are. */
const LEAST_ROOM = 200;
/** A conversation of more tokens may be what a refusal in unknown words means, and of it this share is kept then. */
const LONG = 4_000;
/**
 * The same where a word of the refusal is about length, or where the model has answered before in this conversation: then
 * what has changed since is its length, and small windows are told in words of their own, or in none.
 */
const NOT_SHORT = 400;
const GUESSED_SHARE = 0.5;
const CHARS_PER_TOKEN = 4;
/** Of the room for a conversation, what a summary may take, and of that what is read off beside a model's prose. */
const SUMMARY_SHARE = 0.2;
const RECORD_SHARE = 0.6;
/** Of the room for a conversation, what the person's numbers may take where they need more, beside what stays. */
const NUMBERS_SHARE = 0.4;
/** A summary of fewer tokens is not worth a call. */
const LEAST_PROSE = 60;
const SUMMARY_TIMEOUT_MS = 20_000;

export interface ThreadContextDeps {
  readonly gauge: TokenGauge;
  readonly models: Models;
  /** Characters of a conversation that are sent at most, whatever the model takes. */
  readonly maxHistoryChars: number;
  /** Asks a model without showing its words to anybody. */
  ask(call: ModelCall): Promise<ModelTurn>;
  /** Appends to the thread. */
  append(message: SummaryMessage): Promise<void>;
  count(usage: Usage): void;
}

export interface PromptRequest {
  readonly model: ChatModel;
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  /** Words of the runtime that follow the conversation in this request alone. */
  readonly last?: PromptMessage;
  /** What a call for a summary has in common with the one that it is for. */
  readonly call: Pick<ModelCall, 'runId' | 'sessionId' | 'principal' | 'metadata' | 'signal' | 'step'>;
}

export interface FittedPrompt {
  readonly messages: readonly PromptMessage[];
  /** Estimated, with the tools. */
  readonly tokens: number;
}

/**
 * The thread of one run as its model gets it: within the model's context, by summing up the oldest turns when they no
 * longer fit. A summary is a row of the thread, so the same prompt is made again at the next call and only grows at
 * its end until more has to leave.
 */
export class ThreadContext {
  readonly #deps: ThreadContextDeps;
  readonly #run: RunContext;
  readonly #thread: readonly ThreadMessage[];
  #summaries = 0;
  #toldOfResults = false;
  #refused = false;
  #most = Number.POSITIVE_INFINITY;

  /** @param thread grows while the run goes on */
  constructor(deps: ThreadContextDeps, run: RunContext, thread: readonly ThreadMessage[]) {
    this.#deps = deps;
    this.#run = run;
    this.#thread = thread;
  }

  /** The prompt of the next model call. Sums up what does not fit any more. */
  async fit(request: PromptRequest): Promise<FittedPrompt> {
    const { system, tools, last } = request;
    let { summary, messages } = inPlace(this.#thread);
    const fixed = systemTokens(system) + toolTokens(tools) + (last === undefined ? 0 : messageTokens(last));
    const room = await this.#room(request, fixed, messages);
    if (!fits(messages, room - tokensOf(summary))) {
      const cut = cutAt(messages, room);
      if (cut > 0) {
        const staying = messages.slice(cut);
        const stay = staying.reduce((sum, message) => sum + messageTokens(message), 0);
        const numbers = Math.min(room * NUMBERS_SHARE, room - stay);
        summary = await this.#sumUp(request, summary, messages.slice(0, cut), { room, numbers });
        messages = staying;
      }
    }
    const sound = closeUnanswered(repairHistory(messages));
    const kept = shortenResults(sound, Math.max(LEAST_ROOM, room - tokensOf(summary)));
    if (kept !== sound && this.#refused && !this.#toldOfResults) {
      this.#toldOfResults = true;
      this.#tell(RESULT_WORDS);
    }
    const prompt = promptMessages(system, summary, last === undefined ? kept : [...kept, last]);
    return { messages: prompt, tokens: prompt.reduce((sum, m) => sum + messageTokens(m), toolTokens(tools)) };
  }

  /** The model counted a prompt of ours: the next estimates are the better for it. */
  counted({ model }: PromptRequest, prompt: FittedPrompt, { inputTokens }: Usage): void {
    this.#deps.gauge.counted(model.id, prompt.tokens, inputTokens);
  }

  /** The model refused a prompt for its length: the next one is shorter, here and in all other threads. */
  async refused(
    { model, call }: PromptRequest,
    prompt: FittedPrompt,
    { tokens }: ContextOverflow,
  ): Promise<void> {
    this.#refused = true;
    const { gauge } = this.#deps;
    const window = await gauge.window(model, call.signal);
    gauge.refused(model.id, prompt.tokens, window, tokens);
    this.#run.logger.info({ model: model.id, estimated: prompt.tokens, ...tokens }, 'prompt was too long');
  }

  /**
   * The model refused a prompt and nobody knows why: the next one is shorter, in this run alone.
   * @param ofLength whether a word of the refusal may be about its length
   * @returns whether the conversation is so long that this may mend it; once a run
   */
  guessTooLong(ofLength: boolean): boolean {
    if (this.#most !== Number.POSITIVE_INFINITY) return false;
    const { messages, summary } = inPlace(this.#thread);
    const tokens = messages.reduce((sum, message) => sum + messageTokens(message), 0);
    const hasWorked = summary !== undefined || messages.some(({ role }) => role === 'assistant');
    if (tokens <= (ofLength || hasWorked ? NOT_SHORT : LONG)) return false;
    this.#most = tokens * GUESSED_SHARE;
    return true;
  }

  async #room(
    { model, call }: PromptRequest,
    fixed: number,
    messages: readonly TurnMessage[],
  ): Promise<number> {
    const { gauge, maxHistoryChars } = this.#deps;
    const isShort = fits(messages, WORTH_ASKING - fixed);
    const window = isShort ? undefined : await gauge.window(model, call.signal);
    const all = gauge.room(model.id, window) ?? Number.POSITIVE_INFINITY;
    return Math.max(LEAST_ROOM, Math.min(all - fixed, maxHistoryChars / CHARS_PER_TOKEN, this.#most));
  }

  async #sumUp(
    request: PromptRequest,
    before: SummaryMessage | undefined,
    leaving: readonly TurnMessage[],
    { room, numbers }: { readonly room: number; readonly numbers: number },
  ): Promise<SummaryMessage> {
    const upTo = leaving.at(-1)?.id ?? '';
    const all = this.#thread.slice(0, this.#thread.findLastIndex(({ id }) => id === upTo) + 1);
    const share = room * SUMMARY_SHARE;
    const most = share * (1 - RECORD_SHARE);
    const prose = most < LEAST_PROSE ? undefined : await this.#prose(request, before, leaving, most, room);
    // Reading a long thread through takes a while.
    await nextTurn();
    const left = prose === undefined ? share : share * RECORD_SHARE;
    const record = recordOf(all, left, Math.max(left, numbers));
    this.#summaries += 1;
    const summary: SummaryMessage = {
      role: 'summary',
      id: `${this.#run.runId}:summary:${this.#summaries}`,
      upTo,
      content: [prose, record].filter((part) => part !== undefined && part !== '').join('\n\n'),
    };
    await this.#deps.append(summary);
    this.#tell(summaryWords(all, before === undefined));
    return summary;
  }

  /** In words, by the utility model when there is one; nothing is made of a call that failed or was cut. */
  async #prose(
    { call, model }: PromptRequest,
    before: SummaryMessage | undefined,
    leaving: readonly TurnMessage[],
    most: number,
    room: number,
  ): Promise<string | undefined> {
    const { models, ask, count } = this.#deps;
    try {
      const utility = await models.resolve('utility');
      if (utility === model) return undefined;
      const signal = AbortSignal.any([call.signal, timeLimit(SUMMARY_TIMEOUT_MS)]);
      const messages = summaryRequest(`${call.runId}:sum-up`, before?.content, leaving, most, room);
      const asked: ModelCall = { ...call, model: utility, role: 'utility', messages, tools: [], signal };
      const { message, reason, usage } = await abortable(ask(asked), signal);
      count(usage);
      const whole = reason === 'stop' && message.content.trim() !== '';
      return whole && estimateTokens(message.content) <= most * 2 ? message.content.trim() : undefined;
    } catch (error) {
      call.signal.throwIfAborted();
      const why = OracleError.isInstance(error) ? error.detail : String(error);
      this.#run.logger.warn({ why }, 'summary without the utility model');
      return undefined;
    }
  }

  /** A prompt was refused for its length and cannot be made shorter. */
  tooLong(error: ContextOverflow): ContextOverflow {
    const { messages } = inPlace(this.#thread);
    if (messages.filter(({ role }) => role === 'user').length > 1) return error;
    return new ContextOverflow(error.tokens, {
      detail: error.detail.replace(
        /^The conversation is/,
        'This message alone, with what the oracle adds to it, is',
      ),
      hint: 'Send less at a time, put it into a file, or set LLM_CONTEXT_TOKENS to what the model takes.',
      cause: error,
    });
  }

  #tell(text: string): void {
    this.#run.emit({
      type: 'notice',
      code: 'context_trimmed',
      text: `${text} Everything stays in the session.`,
    });
  }
}

const RESULT_WORDS =
  'The results of this turn are longer than the model can read at once: of some it reads the beginning alone.';

/** @param all messages that the summary stands for */
function summaryWords(all: readonly ThreadMessage[], isFirst: boolean): string {
  const count = all.filter((message) => message.role === 'user' || message.role === 'assistant').length;
  const those = count === 1 ? 'its first message' : `its first ${count} messages`;
  return isFirst
    ? `This conversation is longer than the model can read at once: from here on it reads a summary in place of ${those}.`
    : `The model now reads a summary of this conversation in place of ${those}.`;
}

/** The last summary of a thread, and what came after all that it stands for. */
function inPlace(thread: readonly ThreadMessage[]): {
  readonly summary: SummaryMessage | undefined;
  readonly messages: readonly TurnMessage[];
} {
  const summary = thread.findLast((message) => message.role === 'summary');
  const from = summary === undefined ? -1 : thread.findLastIndex(({ id }) => id === summary.upTo);
  const messages = thread.slice(from + 1).filter((message) => message.role !== 'summary');
  return { summary: from === -1 ? undefined : summary, messages };
}

function tokensOf(summary: SummaryMessage | undefined): number {
  return summary === undefined ? 0 : estimateTokens(summary.content);
}
