import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One tool call of a scripted turn. `args` as text is sent verbatim, so a test can send broken JSON. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>> | string;
  /** Default `call_<n>`, unique over the server; `null` leaves the id out, as some servers do. */
  readonly id?: string | null;
}

/** One model turn. What is given is played in this order: delay, status, reasoning, text, tool calls, fault, usage, end. */
export interface ScriptedStep {
  /** Checks the request; a throw is reported by `assertComplete` and answered 400. */
  readonly expect?: (request: RecordedModelRequest) => void;
  /** Text deltas, one chunk each; a string is one delta. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string | readonly string[];
  /** Name of the reasoning field on the wire; default `reasoning_content`. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  readonly toolCalls?: readonly ScriptedToolCall[];
  /**
   * How calls appear on the wire. `deltas` (default): name first, then the arguments in pieces, parallel calls
   * interleaved by index. `whole`: each call in one chunk. `index-zero`: whole calls that all say index 0.
   * `no-index`: whole calls without an index.
   */
  readonly toolCallStyle?: 'deltas' | 'whole' | 'index-zero' | 'no-index';
  /** Default 10 and 5; `null` sends none. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Default `tool_calls` when there are calls, else `stop`. */
  readonly finishReason?: string;
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** Milliseconds between deltas. */
  readonly chunkDelayMs?: number;
  /** Goes silent and keeps the connection open: before any byte, or after the deltas. */
  readonly hang?: 'before-first-byte' | 'after-deltas';
  /** Closes the socket after the deltas, without an end. */
  readonly breakOff?: boolean;
  /** An HTTP error instead of a turn. */
  readonly error?: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** An `{"error": …}` event after the deltas. */
  readonly errorInStream?: unknown;
  /** Answers with one JSON document although a stream was asked for. */
  readonly json?: boolean;
  /** Verbatim body chunks instead of all that. */
  readonly raw?: { readonly contentType?: string; readonly chunks: readonly (string | Uint8Array)[] };
}

export interface RecordedModelRequest {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  /** The body as it came over the wire. */
  readonly text: string;
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly messages: readonly Readonly<Record<string, unknown>>[];
    readonly tools?: readonly {
      readonly type: string;
      readonly function: {
        readonly name: string;
        readonly description: string;
        readonly parameters: Readonly<Record<string, unknown>>;
      };
    }[];
    readonly [field: string]: unknown;
  };
  /** Resolves when the exchange is over: `true` if the client closed it before the answer was complete. */
  readonly closed: Promise<boolean>;
}

export interface ScriptedModelServer {
  /** Base URL that ends in `/v1`; what `LLM_BASE_URL` takes. */
  readonly url: string;
  readonly requests: readonly RecordedModelRequest[];
  /** Resolves with the n-th request (from 1) once it has arrived. */
  request(n: number): Promise<RecordedModelRequest>;
  /** Appends steps to a scripted list. */
  push(...steps: readonly ScriptedStep[]): void;
  /** @throws Error on an unexpected request, a failed `expect` or a step that no request used. */
  assertComplete(): void;
  /** Stops the server, then asserts that the script is complete. */
  close(): Promise<void>;
}

/** Plays `answer` on every request and records none: the fake model of a benchmark. */
export type ConstantScript = {
  readonly answer: ScriptedStep | ((body: RecordedModelRequest['body']) => ScriptedStep);
};

/** A constant answer of `tokens` deltas, `tokensPerSecond` apart (default: no delay). */
export function constantAnswer(tokens: number, tokensPerSecond?: number): ConstantScript {
  const text = Array.from({ length: tokens }, (_, i) => (i === 0 ? 'token' : ` token${i}`));
  return {
    answer: {
      text,
      usage: { inputTokens: 100, outputTokens: tokens },
      ...(tokensPerSecond === undefined ? {} : { chunkDelayMs: 1000 / tokensPerSecond }),
    },
  };
}

/** What the server tells of itself. */
export interface ScriptedServerOptions {
  /** Bodies of GET requests by path, such as `/v1/models`; what is not given is an empty list of models, or 404. */
  readonly documents?: Readonly<Record<string, unknown>>;
}

/**
 * An OpenAI-compatible chat completions server on loopback. A list of steps is played one a request, in order of
 * arrival; a request beyond the list is answered 400 and reported. A `ConstantScript` answers forever. GET requests are
 * not recorded.
 */
export async function startScriptedModelServer(
  script: readonly ScriptedStep[] | ConstantScript,
  { documents = {} }: ScriptedServerOptions = {},
): Promise<ScriptedModelServer> {
  const constant = 'answer' in script ? script.answer : undefined;
  const steps: ScriptedStep[] = 'answer' in script ? [] : [...script];
  const requests: RecordedModelRequest[] = [];
  const faults: string[] = [];
  const waiting: { n: number; resolve: (request: RecordedModelRequest) => void }[] = [];
  const ids = { next: 1 };
  let used = 0;

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'GET') {
      const document = { '/v1/models': { object: 'list', data: [] }, ...documents }[req.url ?? ''];
      sendJson(res, document === undefined ? 404 : 200, document ?? { error: { message: 'not found' } });
      return;
    }
    const closed = new Promise<boolean>((resolve) => {
      res.once('close', () => resolve(!res.writableFinished));
    });
    const text = await readBody(req);
    const request: RecordedModelRequest = {
      headers: req.headers,
      path: req.url ?? '',
      text,
      body: JSON.parse(text) as RecordedModelRequest['body'],
      closed,
    };
    if (constant !== undefined) {
      await play(typeof constant === 'function' ? constant(request.body) : constant, res, ids);
      return;
    }
    requests.push(request);
    for (const waiter of waiting.filter((w) => w.n === requests.length)) waiter.resolve(request);
    const step = steps[used];
    used += 1;
    const fault =
      step === undefined ? `request ${used} was not expected: ${text.slice(0, 300)}` : check(step, request);
    if (step === undefined || fault !== undefined) {
      faults.push(fault ?? '');
      sendJson(res, 400, { error: { message: `scripted model server: ${fault}` } });
      return;
    }
    await play(step, res, ids);
  };

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.destroyed) faults.push(String(error));
      res.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const assertComplete = (): void => {
    const left = steps.length - used;
    const all = left > 0 ? [...faults, `${left} of ${steps.length} scripted steps were not used`] : faults;
    if (all.length > 0) throw new Error(`The model script did not play out:\n${all.join('\n')}`);
  };

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    request: (n) => {
      const there = requests[n - 1];
      return there === undefined
        ? new Promise((resolve) => waiting.push({ n, resolve }))
        : Promise.resolve(there);
    },
    push: (...more) => {
      steps.push(...more);
    },
    assertComplete,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      assertComplete();
    },
  };
}

function check(step: ScriptedStep, request: RecordedModelRequest): string | undefined {
  try {
    step.expect?.(request);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function play(step: ScriptedStep, res: ServerResponse, ids: { next: number }): Promise<void> {
  if (step.hang === 'before-first-byte') return;
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  if (step.error !== undefined) {
    sendJson(
      res,
      step.error.status,
      step.error.body ?? { error: { message: 'scripted error' } },
      step.error.headers,
    );
    return;
  }
  if (step.raw !== undefined) {
    res.writeHead(200, { 'content-type': step.raw.contentType ?? 'text/event-stream' });
    for (const chunk of step.raw.chunks) res.write(chunk);
    res.end();
    return;
  }
  const calls = (step.toolCalls ?? []).map((call) => ({
    id: call.id === undefined ? `call_${ids.next++}` : (call.id ?? undefined),
    name: call.name,
    args: typeof call.args === 'string' ? call.args : JSON.stringify(call.args),
  }));
  const finish = step.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const usage = step.usage === undefined ? { inputTokens: 10, outputTokens: 5 } : step.usage;
  const wireUsage = usage === null ? undefined : toWireUsage(usage);
  const reasoning = asList(step.reasoning);
  const field = step.reasoningField ?? 'reasoning_content';
  if (step.json === true) {
    const message = {
      role: 'assistant',
      content: asList(step.text).join(''),
      ...(reasoning.length > 0 ? { [field]: reasoning.join('') } : {}),
      ...(calls.length > 0 ? { tool_calls: calls.map((call) => wireCall(call)) } : {}),
    };
    sendJson(res, 200, {
      id: 'chatcmpl-1',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: wireUsage,
    });
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const deltas: unknown[] = [
    { role: 'assistant', content: '' },
    ...reasoning.map((part) => ({ [field]: part })),
    ...asList(step.text).map((content) => ({ content })),
    ...callDeltas(calls, step.toolCallStyle ?? 'deltas'),
  ];
  for (const [i, delta] of deltas.entries()) {
    if (res.destroyed) return;
    if (i > 1 && step.chunkDelayMs !== undefined) await sleep(step.chunkDelayMs);
    if (!res.write(chunk({ choices: [{ index: 0, delta, finish_reason: null }] }))) {
      await drained(res);
    }
  }
  if (step.errorInStream !== undefined) {
    res.end(`data: ${JSON.stringify({ error: step.errorInStream })}\n\n`);
    return;
  }
  if (step.breakOff === true) {
    // Lets the deltas leave before the socket goes.
    setImmediate(() => res.destroy());
    return;
  }
  if (step.hang === 'after-deltas') return;
  res.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  if (wireUsage !== undefined) res.write(chunk({ choices: [], usage: wireUsage }));
  res.end('data: [DONE]\n\n');
}

/** Resolves when the client has read what was written, or is gone. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });
}

interface PlayedCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: string;
}

function wireCall(call: PlayedCall, index?: number): Record<string, unknown> {
  return {
    ...(index === undefined ? {} : { index }),
    ...(call.id === undefined ? {} : { id: call.id }),
    type: 'function',
    function: { name: call.name, arguments: call.args },
  };
}

function callDeltas(
  calls: readonly PlayedCall[],
  style: NonNullable<ScriptedStep['toolCallStyle']>,
): unknown[] {
  if (style === 'whole') return calls.map((call, i) => ({ tool_calls: [wireCall(call, i)] }));
  if (style === 'index-zero') return calls.map((call) => ({ tool_calls: [wireCall(call, 0)] }));
  if (style === 'no-index') return calls.map((call) => ({ tool_calls: [wireCall(call)] }));
  const heads = calls.map((call, i) => ({ tool_calls: [wireCall({ ...call, args: '' }, i)] }));
  const pieces = calls.map((call) => call.args.match(/[\s\S]{1,7}/g) ?? []);
  const longest = Math.max(0, ...pieces.map((p) => p.length));
  const bodies: unknown[] = [];
  for (let k = 0; k < longest; k += 1) {
    for (const [index, parts] of pieces.entries()) {
      const part = parts[k];
      if (part !== undefined) bodies.push({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  return [...heads, ...bodies];
}

function chunk(fields: Readonly<Record<string, unknown>>): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...fields })}\n\n`;
}

function toWireUsage(usage: { readonly inputTokens: number; readonly outputTokens: number }) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function asList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isText = typeof body === 'string';
  res.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  res.end(isText ? body : JSON.stringify(body));
}

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
