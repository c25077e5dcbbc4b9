import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { ChatModel, ModelEvent, PromptMessage, ToolSchema } from '../../plugin/index.js';
import { CallWatch } from './call-watch.js';
import { brokenOff, statusError, streamError, unreachable, wordsOf } from './model-errors.js';
import { requestBody } from './openai-request.js';
import { OpenAiStream, type WireChunk } from './openai-stream.js';

/** Tries after the first, before any byte of an answer. */
const RETRIES = 2;
/** A `Retry-After` beyond this is the person's to wait for. */
const LONGEST_WAIT_MS = 20_000;
const BACKOFF_MS = 400;
/** An event longer than this is no chat completion. */
const MAX_EVENT_CHARS = 16_000_000;
const MAX_ERROR_CHARS = 64_000;
/** How long the end of a finished answer is awaited, so that its connection can be used again. */
const LINGER_MS = 1_000;

export interface OpenAiCompatibleOptions {
  /** Ends before `/chat/completions`, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Milliseconds without a byte before a call is given up. */
  readonly timeoutMs: number;
}

/** Any endpoint that speaks OpenAI's chat completions, streaming. */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): ChatModel {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    id: `openai:${options.model}`,
    stream: (messages, tools, signal) => streamCall({ ...options, url }, messages, tools, signal),
  };
}

type Endpoint = OpenAiCompatibleOptions & { readonly url: string };

async function* streamCall(
  endpoint: Endpoint,
  messages: readonly PromptMessage[],
  tools: readonly ToolSchema[],
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const watch = new CallWatch(endpoint.timeoutMs, signal);
  let complete = false;
  try {
    const response = await connect(endpoint, requestBody(endpoint.model, messages, tools), watch);
    const type = response.headers.get('content-type') ?? '';
    const events = type.includes('json')
      ? readWhole(await response.text(), endpoint)
      : readStream(response, endpoint, watch);
    for await (const event of events) {
      complete = event.type === 'end';
      yield event;
    }
  } catch (error) {
    throw watch.fault ?? error;
  } finally {
    if (complete) watch.release();
    else watch.stop();
  }
}

/** Sends the request until an answer begins; a transient failure is tried again, as the endpoint asks. */
async function connect(endpoint: Endpoint, body: string, watch: CallWatch): Promise<Response> {
  const { signal } = watch;
  for (let attempt = 0; ; attempt += 1) {
    let wait = BACKOFF_MS * 2 ** attempt;
    let failure: unknown;
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: headersOf(endpoint),
        body,
        signal,
      });
      watch.alive();
      if (response.ok) return response;
      failure = statusError(response.status, await errorWords(response, endpoint), endpoint.model);
      if (response.status !== 429 && response.status < 500) throw failure;
      const asked = retryAfter(response.headers.get('retry-after'));
      if (asked !== undefined && asked > LONGEST_WAIT_MS) throw failure;
      wait = asked ?? wait;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error === failure) throw error;
      failure = unreachable(endpoint.baseUrl, error);
    }
    if (attempt === RETRIES) throw failure;
    await sleep(wait, undefined, { signal });
    watch.alive();
  }
}

function headersOf({ apiKey }: Endpoint): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

async function errorWords(response: Response, endpoint: Endpoint): Promise<string> {
  const text = (await response.text()).slice(0, MAX_ERROR_CHARS);
  return wordsOf(parseJson(text) ?? text, endpoint.apiKey);
}

/** `Retry-After` in milliseconds: seconds or an HTTP date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

async function* readStream(
  response: Response,
  endpoint: Endpoint,
  watch: CallWatch,
): AsyncGenerator<ModelEvent> {
  if (response.body === null) throw brokenOff();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const answer = new OpenAiStream();
  let over = false;
  let fault: unknown;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: ({ data }) => {
      if (over) return;
      if (data === '[DONE]') {
        over = true;
        return;
      }
      const chunk = parseJson(data) as WireChunk | undefined;
      if (chunk === undefined || chunk === null) return;
      if (chunk.error !== undefined && chunk.error !== null)
        fault ??= streamError(chunk.error, endpoint.apiKey);
      else answer.add(chunk);
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') fault ??= brokenOff(error);
    },
  });
  while (!over) {
    const part = await reader.read().catch((error: unknown) => {
      // Silent or cut off after the model had said that it is done: the answer is whole.
      if (answer.finished) return { done: true, value: undefined } as const;
      throw watch.fault ?? brokenOff(error);
    });
    if (part.done) break;
    watch.alive();
    parser.feed(decoder.decode(part.value, { stream: true }));
    yield* answer.drain();
    if (fault !== undefined) throw fault;
  }
  // The last event may lack its blank line.
  if (!over) parser.feed(`${decoder.decode()}\n\n`);
  if (fault !== undefined) throw fault;
  if (!over && !answer.finished) throw brokenOff();
  if (over) finishInBackground(reader, watch);
  yield* answer.end();
}

/** Reads the end of the body that follows `[DONE]`, so that the connection goes back to the pool. */
function finishInBackground(reader: ReadableStreamDefaultReader<Uint8Array>, watch: CallWatch): void {
  watch.release();
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), LINGER_MS);
  timer.unref();
  reader
    .read()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

/** An endpoint that answers with one JSON document although a stream was asked for. */
function* readWhole(text: string, endpoint: Endpoint): Generator<ModelEvent> {
  const whole = parseJson(text) as WireChunk | undefined;
  if (whole?.error !== undefined && whole.error !== null) throw streamError(whole.error, endpoint.apiKey);
  if (whole?.choices?.[0] === undefined) throw brokenOff();
  const answer = new OpenAiStream();
  answer.add(whole);
  yield* answer.end();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
