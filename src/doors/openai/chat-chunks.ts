import { addUsage, isTerminal, NO_USAGE, type RunEvent, type TerminalEvent } from '../../plugin/index.js';
import { openAiCall } from './called.js';
import { openAiRunError } from './errors.js';
import { Spoken } from './spoken.js';
import { openAiUsage } from './usage.js';

export interface ChunkHead {
  readonly runId: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly created: number;
  /** The client asked for `stream_options.include_usage`. */
  readonly includeUsage: boolean;
}

/**
 * One run as chunks of `chat.completion.chunk`. Tools that the server runs are told in a member of our own beside an empty
 * delta: as `tool_calls` clients would run them. No event has a name: OpenAI's own clients take a named one for a chunk.
 */
export class ChatChunks {
  readonly spoken = new Spoken();
  readonly #head: ChunkHead;
  /** What each chunk begins with, written once: a chunk is a token or less. */
  readonly #opening: string;
  /** What a chunk of words begins with: most of a stream is such chunks. */
  readonly #words: string;
  #usage = NO_USAGE;
  #begun = false;

  constructor(head: ChunkHead) {
    this.#head = head;
    const { runId: id, model, created } = head;
    const members = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created, model };
    this.#opening = JSON.stringify(members).slice(0, -1);
    this.#words = `data: ${this.#opening},"choices":[{"index":0,"delta":{"content":`;
  }

  /** The frames of one event. */
  encode(event: RunEvent): string {
    const frames = isTerminal(event) ? this.#ending(event) : this.#going(event);
    if (this.#begun || frames === '') return frames;
    this.#begun = true;
    return this.#chunk({ role: 'assistant', content: '' }) + frames;
  }

  #going(event: Exclude<RunEvent, TerminalEvent>): string {
    switch (event.type) {
      case 'run':
        return this.#chunk({}, null, { run: { runId: event.runId, sessionId: event.sessionId } });
      case 'message':
      case 'artifact':
        return this.#said(event);
      case 'reasoning':
        // What was sent as text before it was known for reasoning cannot be taken back.
        return event.replaces === true ? '' : this.#chunk({ reasoning_content: event.content });
      case 'usage':
        this.#usage = addUsage(this.#usage, event);
        return '';
      case 'tool_call': {
        const { id, name, status, error } = event;
        const told = { id, name, status, ...(error === undefined ? {} : { error }) };
        return this.#chunk({}, null, { tool_call: told });
      }
      case 'capability':
        return this.#chunk({}, null, { loaded: event.loaded });
      case 'progress':
      case 'notice': {
        const { type, ...told } = event;
        return this.#said(event) + this.#chunk({}, null, { [type]: told });
      }
      case 'approval':
      case 'decided':
        // Told whole at the end, and by what came of the call.
        return '';
    }
  }

  #ending(event: TerminalEvent): string {
    if (event.type === 'error') return this.#broken(event.code, event.message, event.hint);
    if (event.type === 'cancelled') return this.#broken('cancelled', 'The answer was cancelled.');
    if (event.type === 'done') {
      this.#usage = event.usage;
      return this.#finish(event.finishReason === 'stop' ? 'stop' : 'length');
    }
    const calls = event.calls ?? [];
    if (calls.length === 0) return this.#said(event) + this.#finish('stop', { approvals: event.approvals });
    const tool_calls = calls.map((call, index) => ({ index, ...openAiCall(call) }));
    return this.#chunk({ tool_calls }) + this.#finish('tool_calls');
  }

  #said(event: RunEvent): string {
    const content = this.spoken.take(event);
    if (content === '') return '';
    return `${this.#words}${JSON.stringify(content)}},"finish_reason":null}]}\n\n`;
  }

  #finish(reason: string, more?: object): string {
    const usage = this.#head.includeUsage
      ? this.#frame({ choices: [], usage: openAiUsage(this.#usage) })
      : '';
    return `${this.#chunk({}, reason, more)}${usage}data: [DONE]\n\n`;
  }

  /** Clients throw what they read here; without `[DONE]` none takes the text before it for whole. */
  #broken(code: string, message: string, hint?: string): string {
    return `data: ${JSON.stringify({ error: openAiRunError(code, message, hint) })}\n\n`;
  }

  #chunk(delta: object, finish_reason: string | null = null, oracle?: object): string {
    return this.#frame({
      choices: [{ index: 0, delta, finish_reason }],
      ...(oracle === undefined ? {} : { oracle }),
    });
  }

  #frame(members: object): string {
    return `data: ${this.#opening},${JSON.stringify(members).slice(1)}\n\n`;
  }
}
