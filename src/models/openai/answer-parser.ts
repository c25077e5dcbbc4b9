import { createParser } from 'eventsource-parser';
import { type ModelEvent, OracleError } from '../../plugin/index.js';
import { fieldOf } from '../fields.js';
import { damaged, endless, noAnswer, refusal, webPage } from '../model-errors.js';
import { readProviderError } from '../provider-error.js';
import { keepsOpen } from '../stray-words.js';
import { parseJson } from '../tool-call-args.js';
import type { OfferedTools } from '../written/offered-tools.js';
import type { ReasoningHabit } from '../written/reasoning-habit.js';
import type { Endpoint } from './endpoint.js';
import { OpenAiStream, type WireChunk } from './openai-stream.js';

/** An answer or event longer than this is no chat completion. */
export const MAX_ANSWER_CHARS = 16_000_000;
const LAST = /^\s*"?\[DONE\]"?\s*$/i;

/** Who answers, and what was offered. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** The `ChatModel.id` that an echo belongs to. */
  readonly id: string;
  readonly offered: OfferedTools;
  /** How the model reasons. */
  readonly habit: ReasoningHabit;
  /** Nothing of ours limits the length of an answer. */
  readonly unlimited: boolean;
}

/** Turns the text of an event stream into model events. What is wrong with it is kept until someone asks. */
export class AnswerParser {
  readonly #asked: Asked;
  readonly #stream: OpenAiStream;
  readonly #parser: ReturnType<typeof createParser>;
  #fault: OracleError | undefined;
  #over = false;
  #closed = false;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#stream = new OpenAiStream(asked.model, asked.offered, asked.habit, asked.unlimited);
    this.#parser = createParser({
      maxBufferSize: MAX_ANSWER_CHARS,
      onEvent: ({ event = '', data }) => this.#read(data, event),
      onError: ({ type, field, value, line }) => {
        if (type === 'max-buffer-size-exceeded') this.#fault ??= endless(MAX_ANSWER_CHARS);
        // llama.cpp names the field of an error `error`.
        else if (type === 'unknown-field' && field === 'error') this.#fail(parseJson(value ?? '') ?? value);
        else if (type === 'unknown-field') this.#stray(line ?? '');
      },
    });
  }

  /** `[DONE]` came. */
  get over(): boolean {
    return this.#over;
  }

  /** The model said that it is done. */
  get finished(): boolean {
    return this.#stream.finished;
  }

  /** Chunks so far that held any part of the answer. */
  get parts(): number {
    return this.#stream.parts;
  }

  get fault(): OracleError | undefined {
    return this.#fault;
  }

  feed(text: string): void {
    this.#parser.feed(text);
  }

  /** The body has ended; its last event may lack the blank line, and be cut. */
  close(): void {
    this.#closed = true;
    this.#parser.feed('\n\n');
  }

  drain(): readonly ModelEvent[] {
    return this.#stream.drain();
  }

  /** @throws OracleError when the answer is not whole */
  end(): Iterable<ModelEvent> {
    return this.#stream.end(this.#asked.id);
  }

  #read(data: string, event: string): void {
    if (this.#over || this.#fault !== undefined) return;
    if (LAST.test(data)) {
      this.#over = true;
      return;
    }
    const chunk = parseJson(data);
    if (event === 'error') {
      this.#fail(chunk ?? data);
      return;
    }
    if (chunk === undefined && data.includes('\n')) {
      const lines = data.split('\n');
      // Servers that leave out the blank line between two events.
      if (lines.every((line) => LAST.test(line) || parseJson(line) !== undefined)) {
        for (const line of lines) this.#read(line, event);
        return;
      }
    }
    if (typeof chunk !== 'object' || chunk === null) {
      if (!keepsOpen(data) && !(event !== '' && keepsOpen(event)) && !this.#closed)
        this.#fault = damaged('part of it is no JSON');
      return;
    }
    const error = errorIn(chunk);
    if (error !== undefined) this.#fail(error);
    else this.#take(chunk);
  }

  /** A line of no field that is known may be a part whose beginning was lost; before the first one it is so where it holds JSON. */
  #stray(line: string): void {
    if (this.#over || this.#closed || keepsOpen(line) || (this.parts === 0 && !line.includes('{'))) return;
    this.#fault ??= damaged('a line of it is none of a stream of events');
  }

  #take(chunk: WireChunk): void {
    try {
      this.#stream.add(chunk);
    } catch (error) {
      if (!OracleError.isInstance(error)) throw error;
      this.#fault = error;
    }
  }

  #fail(error: unknown): void {
    const { endpoint, model } = this.#asked;
    this.#fault ??= refusal(0, readProviderError(error, endpoint.secrets), model);
  }
}

/**
 * Reads an answer that is one document although a stream was asked for: a completion, an error or a web page.
 * @throws OracleError
 */
export function* readDocument(
  text: string,
  { endpoint, model, id, offered, habit, unlimited }: Asked,
): Generator<ModelEvent> {
  if (text.trimStart().startsWith('<')) throw webPage(endpoint.chat, text, endpoint.secrets);
  const whole = parseJson(text);
  if (typeof whole !== 'object' || whole === null) throw damaged('it is no whole JSON document');
  const error = errorIn(whole);
  if (error !== undefined) throw refusal(0, readProviderError(error, endpoint.secrets), model);
  const completion: WireChunk = whole;
  if (completion.choices?.[0] === undefined) throw noAnswer(endpoint.chat);
  const stream = new OpenAiStream(model, offered, habit, unlimited);
  stream.add(completion);
  // A document that can be read is whole.
  yield* stream.end(id, 'stop');
}

/**
 * `{error}`, the same in an array (Gemini), `{object: "error", message}` (vLLM), and where nothing of an answer stands beside
 * it `{error_message}` (DeepInfra), `{code, message}` (DashScope) and `{base_resp: {status_code, status_msg}}` (MiniMax), `{detail}` (FastAPI), `{success: false, errors}` (Cloudflare), `{type: "error"}`.
 */
function errorIn(chunk: object): unknown {
  if (Array.isArray(chunk))
    return chunk.some((each) => fieldOf(each, 'error') !== undefined) ? chunk : undefined;
  if ('error' in chunk && chunk.error !== null && chunk.error !== undefined) return chunk;
  if ('object' in chunk && chunk.object === 'error') return chunk;
  const choices = fieldOf(chunk, 'choices');
  if (Array.isArray(choices) && choices.length > 0) return errorInChoice(choices);
  if (fieldOf(chunk, 'type') === 'error' || fieldOf(chunk, 'success') === false) return chunk;
  if (choices === undefined && (fieldOf(chunk, 'detail') ?? null) !== null) return chunk;
  const status = fieldOf(fieldOf(chunk, 'base_resp'), 'status_code');
  if (typeof status === 'number') return status === 0 ? undefined : chunk;
  const isText = (field: string) => typeof fieldOf(chunk, field) === 'string';
  return isText('error_message') || (isText('code') && isText('message')) ? chunk : undefined;
}

function errorInChoice(choices: readonly unknown[]): unknown {
  const errors = choices.flatMap((choice) => [
    fieldOf(fieldOf(choice, 'delta'), 'error'),
    fieldOf(fieldOf(choice, 'message'), 'error'),
  ]);
  return errors.find((error) => error !== undefined && error !== null && error !== '');
}
