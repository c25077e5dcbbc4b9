import { createParser } from 'eventsource-parser';
import { fieldOf } from '../fields.js';
import { isCutByLength } from '../finish-reason.js';
import { damaged, noAnswer, refusal, webPage } from '../model-errors.js';
import { readProviderError } from '../provider-error.js';
import { keepsOpen } from '../stray-words.js';
import { parseJson } from '../tool-call-args.js';

/** What can be read of an answer that is no stream. */
const MOST_DOCUMENT_CHARS = 64_000;
const MOST_EVENT_CHARS = 16_000_000;

type Fields = Record<string, unknown>;
type Decoder = InstanceType<typeof TextDecoder>;

/** Whom an answer comes from. */
export interface Answering {
  readonly model: string;
  /** Never shown, should the endpoint echo them. */
  readonly secrets: readonly string[];
}

/**
 * `fetch` for Anthropic's SDK, which reads a stream as Anthropic itself sends it and nothing else: what servers that only
 * speak alike do otherwise is made so, and what is no stream at all fails with what it is.
 */
export function anthropicFetch(from: Answering): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, shortened(init));
    if (!response.ok || response.body === null) return response;
    const url = new URL(response.url);
    const { status, headers } = response;
    const body = ReadableStream.from(tidied(response.body, url, from));
    const told = new Headers(headers);
    // It is unpacked by now, and has another length.
    for (const name of ['content-encoding', 'content-length']) told.delete(name);
    return new Response(body, { status, headers: told });
  };
}

/** A header that says how long one answer may be; it is not sent. */
export const MOST_TOKENS = 'x-most-tokens';

/** The same request for an answer that is no longer than it may be. */
function shortened(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  const most = Number(headers.get(MOST_TOKENS) ?? Number.NaN);
  if (!(most > 0) || typeof init?.body !== 'string') return init;
  headers.delete(MOST_TOKENS);
  const body = record(parseJson(init.body));
  const set = Number(body['max_tokens'] ?? most);
  return { ...init, headers, body: JSON.stringify({ ...body, max_tokens: Math.min(set, most) }) };
}

/** @throws OracleError for what is no stream of events */
async function* tidied(
  body: AsyncIterable<Uint8Array>,
  url: URL,
  { model, secrets }: Answering,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const events = new TidyEvents();
  let document: string | undefined;
  let begun = false;
  for await (const part of body) {
    const text = decode(decoder, part);
    if (!begun && text.trim() === '') continue;
    if (!begun && /^\s*[[{<]/.test(text)) document = '';
    begun = true;
    if (document === undefined) {
      const ready = events.feed(text);
      if (ready !== '') yield encoder.encode(ready);
    } else document = `${document}${text}`.slice(0, MOST_DOCUMENT_CHARS);
  }
  if (document === undefined) return;
  if (document.trimStart().startsWith('<')) throw webPage(url, document, secrets);
  const whole = parseJson(document);
  const error = readProviderError(whole ?? document, secrets);
  throw error.text === '' ? noAnswer(url) : refusal(0, error, model);
}

function decode(decoder: Decoder, part: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: true });
  } catch (error) {
    throw damaged('part of it is no UTF-8', error);
  }
}

/** The events of one stream, as Anthropic would have sent them. */
class TidyEvents {
  readonly #parser = createParser({
    maxBufferSize: MOST_EVENT_CHARS,
    onEvent: ({ event, data }) => this.#event(event, data),
    onError: ({ type, line = '' }) => {
      if (type === 'max-buffer-size-exceeded' || (type === 'unknown-field' && !keepsOpen(line)))
        throw damaged('a line of it is none of a stream of events');
    },
  });
  /** The arguments that calls began with, and what came of them after that, by index. */
  readonly #calls = new Map<unknown, { readonly input: object; json: string }>();
  #begun = false;
  #outputTokens = 0;
  #ready = '';

  /** @throws OracleError `stream_damaged` */
  feed(text: string): string {
    this.#ready = '';
    this.#parser.feed(text);
    return this.#ready;
  }

  #event(event: string | undefined, data: string): void {
    const fields = parseJson(data);
    if (event !== 'error' && (typeof fields !== 'object' || fields === null)) {
      if (keepsOpen(data) || (event !== undefined && keepsOpen(event))) return;
      throw damaged('part of it is no JSON');
    }
    if (event === 'error') {
      this.#ready += `${event === undefined ? '' : `event: ${event}\n`}${data.replace(/^/gm, 'data: ')}\n\n`;
      return;
    }
    this.#tidy(fields as Fields);
  }

  #tidy(fields: Fields): void {
    switch (fields['type']) {
      case 'message_start':
        if (this.#begun) throw damaged('it begins twice');
        this.#begun = true;
        this.#send({
          ...fields,
          message: { ...record(fields['message']), usage: usageOf(fields['message']) },
        });
        return;
      case 'message_delta':
        this.#endOpen(fieldOf(fields['delta'], 'stop_reason'));
        this.#send({ ...fields, delta: record(fields['delta']), usage: this.#added(fields['usage']) });
        return;
      case 'content_block_start':
        this.#send(this.#begin(fields));
        return;
      case 'content_block_delta':
        this.#goOn(fields);
        break;
      case 'content_block_stop':
        this.#end(fields);
        break;
    }
    this.#send(fields);
  }

  /** Counts are of the whole answer so far; LangChain adds them up, that of the beginning too. */
  #added(usage: unknown): Fields {
    const told = count(fieldOf(usage, 'output_tokens'));
    const added = Math.max(0, told - this.#outputTokens);
    this.#outputTokens += added;
    return { ...record(usage), output_tokens: added };
  }

  /** The beginning of a block; arguments that are JSON in a text are taken out of it. */
  #begin(fields: Fields): Fields {
    const { index, content_block: block } = fields;
    if (!String(fieldOf(block, 'type')).endsWith('tool_use')) return fields;
    if (typeof index !== 'number' || this.#calls.has(index))
      throw damaged('the place of a tool call is lost');
    const given = fieldOf(block, 'input') ?? {};
    const input = typeof given === 'string' && given.trim() !== '' ? parseJson(given) : given || {};
    if (typeof input !== 'object' || input === null)
      throw damaged('the arguments of a tool call are no JSON');
    this.#calls.set(index, { input, json: '' });
    return { ...fields, content_block: { ...record(block), input } };
  }

  #goOn({ index, delta }: Fields): void {
    const call = this.#calls.get(index);
    const json = fieldOf(delta, 'partial_json');
    if (call === undefined && fieldOf(delta, 'type') === 'input_json_delta')
      throw damaged('arguments of a tool call came without its name');
    if (call !== undefined && typeof json === 'string') call.json += json;
  }

  /** Some send the arguments whole, where the block begins, and LangChain leaves those out. */
  #end({ index }: Fields): void {
    const { input, json } = this.#calls.get(index) ?? { input: {}, json: '' };
    this.#calls.delete(index);
    if (Object.keys(input).length === 0) return;
    const whole = JSON.stringify(input);
    if (json.trim() === '') {
      const delta = { type: 'input_json_delta', partial_json: whole };
      this.#send({ type: 'content_block_delta', index, delta });
    } else if (JSON.stringify(parseJson(json)) !== whole)
      throw damaged('a tool call came with two different lists of arguments');
  }

  /** Calls whose end never came, at that of the answer: whole with their arguments, or cut with it. */
  #endOpen(reason: unknown): void {
    if (typeof reason !== 'string') return;
    for (const [index, { input, json }] of this.#calls) {
      if (json.trim() === '' && Object.keys(input).length === 0 && !isCutByLength(reason))
        throw damaged('the end of a tool call is missing');
      this.#end({ index });
    }
  }

  #send(fields: Fields): void {
    this.#ready += `event: ${String(fields['type'])}\ndata: ${JSON.stringify(fields)}\n\n`;
  }
}

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What the prompt took; of the answer nothing has come yet. */
function usageOf(message: unknown): Fields {
  const usage = record(fieldOf(message, 'usage'));
  const counts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  return {
    ...usage,
    ...Object.fromEntries(counts.map((name) => [name, count(usage[name])])),
    output_tokens: 0,
  };
}

function count(value: unknown): number {
  const number = Number(value ?? 0);
  return Number.isInteger(number) && number > 0 ? number : 0;
}
