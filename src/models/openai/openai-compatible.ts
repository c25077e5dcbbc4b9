import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { retryAfterMs } from '../../kit/index.js';
import type { ChatModel, ModelEvent, PromptMessage, ToolSchema } from '../../plugin/index.js';
import { CallWatch } from '../call-watch.js';
import { brokenOff, statusError, streamError, unreachable, wordsOf } from '../model-errors.js';
import { requestBody } from './openai-request.js';
import { OpenAiStream, type WireChunk } from './openai-stream.js';
import { postJson, readText, StaleConnection } from './post-json.js';

/** Tries after the first, before any byte of an answer. */
const RETRIES = 2;
/** A `Retry-After` beyond this is the person's to wait for. */
const LONGEST_WAIT_MS = 20_000;
const BACKOFF_MS = 400;
/** An answer or event longer than this is no chat completion. */
const MAX_ANSWER_CHARS = 16_000_000;
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
  const url = new URL(`${options.baseUrl.replace(/\/+$/, '')}/chat/completions`);
  const { apiKey } = options;
  const headers = {
    accept: 'text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    id: `openai:${options.model}`,
    stream: (messages, tools, signal) => streamCall({ ...options, url, headers }, messages, tools, signal),
  };
}

interface Endpoint extends OpenAiCompatibleOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

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
    const whole = response.headers['content-type']?.includes('json') === true;
    const events = whole
      ? readWhole(await readText(response, MAX_ANSWER_CHARS), endpoint)
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
async function connect(endpoint: Endpoint, body: string, watch: CallWatch): Promise<IncomingMessage> {
  const { signal } = watch;
  for (let attempt = 0; ; attempt += 1) {
    let wait = BACKOFF_MS * 2 ** attempt;
    let failure: unknown;
    try {
      const response = await postJson(endpoint.url, endpoint.headers, body, signal);
      watch.alive();
      const { statusCode: status = 0 } = response;
      if (status >= 200 && status < 300) return response;
      failure = statusError(status, await errorWords(response, endpoint), endpoint.model);
      if (status !== 429 && status < 500) throw failure;
      const asked = retryAfterMs(response.headers['retry-after'], Date.now());
      if (asked !== undefined && asked > LONGEST_WAIT_MS) throw failure;
      wait = asked ?? wait;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error === failure) throw error;
      if (error instanceof StaleConnection) wait = 0;
      failure = unreachable(endpoint.url, error);
    }
    if (attempt === RETRIES) throw failure;
    await sleep(wait, undefined, { signal });
    watch.alive();
  }
}

async function errorWords(response: IncomingMessage, endpoint: Endpoint): Promise<string> {
  const text = await readText(response, MAX_ERROR_CHARS);
  return wordsOf(parseJson(text) ?? text, endpoint.apiKey);
}

async function* readStream(
  response: IncomingMessage,
  endpoint: Endpoint,
  watch: CallWatch,
): AsyncGenerator<ModelEvent> {
  const answer = new OpenAiStream(endpoint.model);
  let over = false;
  let fault: unknown;
  const parser = createParser({
    maxBufferSize: MAX_ANSWER_CHARS,
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
  response.setEncoding('utf8');
  try {
    for await (const part of response.iterator({ destroyOnReturn: false })) {
      watch.alive();
      parser.feed(part);
      yield* answer.drain();
      if (fault !== undefined) throw fault;
      if (over) break;
    }
    // The last event may lack its blank line.
    if (!over) parser.feed('\n\n');
  } catch (error) {
    // Silent or cut off after the model had said that it is done: the answer is whole.
    if (fault !== undefined || !answer.finished) throw fault ?? watch.fault ?? brokenOff(error);
  }
  if (fault !== undefined) throw fault;
  if (!over && !answer.finished) throw brokenOff();
  if (over) finishInBackground(response);
  yield* answer.end();
}

/** Reads the end of the body that follows `[DONE]`, so that the connection can be used again. */
function finishInBackground(response: IncomingMessage): void {
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
  response.resume();
}

/** An endpoint that answers with one JSON document although a stream was asked for. */
function* readWhole(text: string, endpoint: Endpoint): Generator<ModelEvent> {
  const whole = parseJson(text) as WireChunk | undefined;
  if (whole?.error !== undefined && whole.error !== null) throw streamError(whole.error, endpoint.apiKey);
  if (whole?.choices?.[0] === undefined) throw brokenOff();
  const answer = new OpenAiStream(endpoint.model);
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
