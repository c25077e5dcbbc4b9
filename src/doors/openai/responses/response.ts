import { isTerminal, type RunEvent, type TerminalEvent, type Usage } from '../../../plugin/index.js';
import { openAiRunError } from '../errors.js';
import { type NamedResponse, responseId } from './ids.js';
import { DELTA, type ResponseEvent, ResponseOutput } from './output.js';

export interface ResponseHead extends NamedResponse {
  readonly model: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly previous: string | null;
}

/** One run as a response, and as the numbered events of its stream. */
export class RunResponse {
  readonly #head: ResponseHead;
  readonly #output: ResponseOutput;
  #ended: TerminalEvent | undefined;
  #sequence = 0;

  constructor(head: ResponseHead) {
    this.#head = head;
    this.#output = new ResponseOutput(head);
  }

  /** All that was said in words. */
  get text(): string {
    return this.#output.spoken.text;
  }

  get ended(): TerminalEvent | undefined {
    return this.#ended;
  }

  /** The frames of one event that come after the one of this number. */
  encode(event: RunEvent, after = -1): string {
    const words = this.#output.goOn(event);
    if (words !== undefined) return this.#frame(DELTA, words, after);
    return this.take(event)
      .map((told) => this.#frame(told.type, JSON.stringify(told).slice(0, -1), after))
      .join('');
  }

  #frame(type: string, members: string, after: number): string {
    const number = this.#sequence++;
    return number <= after ? '' : `event: ${type}\ndata: ${members},"sequence_number":${number}}\n\n`;
  }

  /** What one event adds, told in the words of the API. */
  take(event: RunEvent): readonly ResponseEvent[] {
    if (event.type === 'run') {
      const response = this.body;
      return [
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ];
    }
    const told = this.#output.take(event);
    if (!isTerminal(event)) return told;
    this.#ended = event;
    return [...told, { type: `response.${endOf(event)}`, response: this.body }];
  }

  /** The response as it stands. */
  get body(): object {
    const { sessionId, model, created, previous, stored } = this.#head;
    const ended = this.#ended;
    return {
      id: responseId(this.#head),
      object: 'response',
      created_at: created,
      status: statusOf(ended),
      background: false,
      error: errorOf(ended),
      incomplete_details: isCut(ended) ? { reason: 'max_output_tokens' } : null,
      instructions: null,
      max_output_tokens: null,
      metadata: {},
      model,
      output: [...this.#output.items],
      parallel_tool_calls: true,
      previous_response_id: previous,
      conversation: { id: sessionId },
      reasoning: { effort: null, summary: null },
      store: stored,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: null,
      truncation: 'disabled',
      usage: ended === undefined ? null : responseUsage(this.#output.usage),
    };
  }
}

const isCut = (ended: TerminalEvent | undefined) => ended?.type === 'done' && ended.finishReason !== 'stop';

function endOf(ended: TerminalEvent): 'completed' | 'incomplete' | 'failed' {
  if (ended.type === 'error' || ended.type === 'cancelled') return 'failed';
  return isCut(ended) ? 'incomplete' : 'completed';
}

function statusOf(ended: TerminalEvent | undefined): string {
  if (ended === undefined) return 'in_progress';
  return ended.type === 'cancelled' ? 'cancelled' : endOf(ended);
}

function errorOf(ended: TerminalEvent | undefined): object | null {
  if (ended?.type === 'cancelled') return { code: 'cancelled', message: 'The answer was cancelled.' };
  if (ended?.type !== 'error') return null;
  const { code, message } = openAiRunError(ended.code, ended.message, ended.hint);
  return { code, message };
}

function responseUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens ?? 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens ?? 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
