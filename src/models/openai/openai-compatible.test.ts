import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent, PromptMessage, ToolSchema } from '../../plugin/index.js';
import {
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { withoutTimers } from '../../testing/without-timers.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

let server: ScriptedModelServer | undefined;

afterEach(async () => {
  const open = server;
  server = undefined;
  await open?.close();
});

const USER: PromptMessage = { role: 'user', id: 'u', content: 'hi' };
const TOOL: ToolSchema = { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } };

async function model(script: readonly ScriptedStep[], timeoutMs = 2_000) {
  server = await startScriptedModelServer(script);
  return createOpenAiCompatibleModel({ baseUrl: server.url, model: 'm', apiKey: 'sk-secret', timeoutMs });
}

async function run(
  script: readonly ScriptedStep[],
  timeoutMs?: number,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of (await model(script, timeoutMs)).stream([USER], [TOOL], signal))
    events.push(event);
  return events;
}

const text = (events: readonly ModelEvent[]) => events.map((e) => (e.type === 'text' ? e.text : '')).join('');
const calls = (events: readonly ModelEvent[]) =>
  events.flatMap((e) => (e.type === 'tool_call' ? [e.call] : []));

describe('a stream', () => {
  it('gives text, reasoning under either name, usage and one end', async () => {
    const events = await run([
      {
        text: ['a', 'b'],
        reasoning: ['x', 'y'],
        reasoningField: 'reasoning',
        usage: { inputTokens: 9, outputTokens: 4 },
      },
    ]);
    expect(text(events)).toBe('ab');
    expect(events.map((e) => (e.type === 'reasoning' ? e.text : '')).join('')).toBe('xy');
    expect(events.slice(-2)).toEqual([
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 4, model: 'scripted' } },
      { type: 'end', reason: 'stop' },
    ]);
  });

  it('tells cached and reasoning tokens apart, and which model answered, if the endpoint says so', async () => {
    const said =
      'data: {"model":"m-2026","choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":6},"completion_tokens":4,"completion_tokens_details":{"reasoning_tokens":3}}}\n\ndata: [DONE]\n\n';
    const usage = {
      inputTokens: 9,
      cachedInputTokens: 6,
      outputTokens: 4,
      reasoningTokens: 3,
      model: 'm-2026',
    };
    expect(await run([{ raw: { chunks: [said] } }])).toContainEqual({ type: 'usage', usage });
    await server?.close();
    const less =
      'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}\n\ndata: [DONE]\n\n';
    expect(await run([{ raw: { chunks: [less] } }])).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 1, outputTokens: 0, model: 'm' },
    });
  });

  it('asks for a stream with usage, and sends the key and the tools', async () => {
    await run([{ text: 'a' }]);
    const request = server?.requests[0];
    expect(request?.headers.authorization).toBe('Bearer sk-secret');
    expect(request?.body).toMatchObject({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'hi' }],
    });
    expect(request?.body.tools).toEqual([
      { type: 'function', function: { name: 'f', description: 'd', parameters: TOOL.parameters } },
    ]);
  });

  it('renders a whole conversation', async () => {
    const m = await model([{ text: 'a' }]);
    const thread: PromptMessage[] = [
      { role: 'system', content: 's' },
      USER,
      {
        role: 'assistant',
        id: 'a',
        content: '',
        toolCalls: [
          { id: 'c', name: 'f', args: { x: 1 } },
          { id: 'd', name: 'f', args: {}, malformed: '{' },
        ],
      },
      { role: 'tool', id: 't', toolCallId: 'c', name: 'f', content: 'r', status: 'ok' },
    ];
    for await (const _ of m.stream(thread, [], new AbortController().signal));
    expect(server?.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
          { id: 'd', type: 'function', function: { name: 'f', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ]);
    expect(server?.requests[0]?.body).not.toHaveProperty('tools');
  });

  const two = [
    { name: 'f', args: { city: 'Berlin' }, id: 'a' },
    { name: 'g', args: { city: 'Paris', days: 3 }, id: 'b' },
  ];
  for (const toolCallStyle of ['deltas', 'whole', 'index-zero', 'no-index'] as const) {
    it(`tells parallel tool calls apart: ${toolCallStyle}`, async () => {
      const events = await run([{ toolCalls: two, toolCallStyle }]);
      expect(calls(events)).toEqual([
        { id: 'a', name: 'f', args: { city: 'Berlin' } },
        { id: 'b', name: 'g', args: { city: 'Paris', days: 3 } },
      ]);
      expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool_calls' });
    });
    it(`tells whole calls without ids apart: ${toolCallStyle}`, async () => {
      const events = await run([{ toolCalls: two.map((c) => ({ ...c, id: null })), toolCallStyle }]);
      expect(calls(events).map((c) => [c.name, c.args])).toEqual([
        ['f', { city: 'Berlin' }],
        ['g', { city: 'Paris', days: 3 }],
      ]);
    });
  }

  it('keeps arguments that are no JSON object as malformed, and takes none for empty', async () => {
    const events = await run([
      {
        toolCalls: [
          { name: 'f', args: '{"a":' },
          { name: 'f', args: '[1]' },
          { name: 'f', args: '' },
        ],
      },
    ]);
    expect(calls(events)).toMatchObject([
      { args: {}, malformed: '{"a":' },
      { args: {}, malformed: '[1]' },
      { args: {} },
    ]);
    expect(calls(events)[2]).not.toHaveProperty('malformed');
  });

  it('takes the finish reason length', async () => {
    expect((await run([{ text: 'a', finishReason: 'length' }])).at(-1)).toEqual({
      type: 'end',
      reason: 'length',
    });
  });

  it('reads an answer that is one JSON document', async () => {
    const events = await run([
      { json: true, text: 'whole', reasoning: 'r', toolCalls: [{ name: 'f', args: { a: 1 }, id: 'x' }] },
    ]);
    expect(text(events)).toBe('whole');
    expect(calls(events)).toEqual([{ id: 'x', name: 'f', args: { a: 1 } }]);
    const echo = { model: 'openai:m', reasoningField: 'reasoning_content' };
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool_calls', echo });
  });

  it('survives characters and events that are cut anywhere, comments, CRLF and unknown fields', async () => {
    const wire = Buffer.from(
      ': hello\r\n\r\nid: 1\r\nevent: x\r\ndata: {"choices":[{"delta":{"content":"héé 😀"}}]}\r\n\r\ndata: {"choices":[]}\r\n\r\ndata: keep-alive\r\n\r\ndata: {"choices":[{"delta":{"content":[{"type":"text","text":"!"}]},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n',
    );
    const chunks = Array.from({ length: wire.length }, (_, i) => wire.subarray(i, i + 1));
    expect(text(await run([{ raw: { chunks } }]))).toBe('héé 😀!');
  });

  it('is whole with a finish reason although [DONE] never comes, and not with [DONE] alone', async () => {
    const said = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}';
    expect((await run([{ raw: { chunks: [said] } }])).at(-1)).toEqual({ type: 'end', reason: 'stop' });
    await server?.close();
    const bare = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n';
    await expect(run([{ raw: { chunks: [bare] } }])).rejects.toMatchObject({ code: 'stream_damaged' });
  });

  it('gives text of one network read as one event', async () => {
    const chunk = (t: string) => `data: {"choices":[{"delta":{"content":"${t}"}}]}\n\n`;
    const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const events = await run([{ raw: { chunks: [`${chunk('a')}${chunk('b')}${chunk('c')}${end}`] } }]);
    expect(events.filter((e) => e.type === 'text')).toEqual([{ type: 'text', text: 'abc' }]);
  });
});

describe('a failure', () => {
  const cases = [
    [401, 'model_failed', 'refused the key', 'LLM_API_KEY'],
    [404, 'model_failed', "no model 'm'", 'LLM_MODEL'],
    [400, 'model_failed', 'did not accept', 'LLM_MODEL'],
    [413, 'context_overflow', 'too long', 'LLM_CONTEXT_TOKENS'],
  ] as const;
  for (const [status, code, detail, hint] of cases) {
    it(`${status} says what is wrong and how to mend it, at once`, async () => {
      const error = await run([
        { error: { status, body: { error: { message: `no: sk-secret ${status}` } } } },
      ]).catch((e: unknown) => e);
      expect(error).toMatchObject({
        code,
        detail: expect.stringContaining(detail),
        hint: expect.stringContaining(hint),
      });
      expect(error).toMatchObject({ detail: expect.stringContaining(`no: [key] ${status}`) });
    });
  }

  it('429 and 5xx are tried twice more, as Retry-After says', async () => {
    const busy = { error: { status: 429, headers: { 'retry-after': '0' } } };
    const events = await run([
      busy,
      { error: { status: 500, headers: { 'retry-after': '0' } } },
      { text: 'at last' },
    ]);
    expect(text(events)).toBe('at last');
  });

  it('is given up after the second retry', async () => {
    const busy = { error: { status: 429, headers: { 'retry-after': '0' }, body: { error: 'slow down' } } };
    await expect(run([busy, busy, busy])).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('slow down'),
    });
  });

  it('that asks to wait for minutes is passed on at once', async () => {
    await expect(run([{ error: { status: 429, headers: { 'retry-after': '600' } } }])).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('in the stream ends the call with its words', async () => {
    await expect(run([{ text: 'a', errorInStream: { message: 'boom', code: 500 } }])).rejects.toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('boom'),
    });
  });

  it('to end the arguments of a call ends the answer, whatever else the endpoint would send', async () => {
    const part = JSON.stringify({
      choices: [
        {
          delta: {
            tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(4_000_000) } }],
          },
        },
      ],
    });
    const chunks = Array.from({ length: 8 }, () => `data: ${part}\n\n`);
    await expect(run([{ raw: { contentType: 'text/event-stream', chunks } }])).rejects.toMatchObject({
      code: 'answer_too_long',
    });
  });

  it('as HTML is told in words, not in tags', async () => {
    const html = {
      error: { status: 502, headers: { 'retry-after': '0' }, body: '<html><h1>Bad gateway</h1></html>' },
    };
    await expect(run([html, html, html])).rejects.toMatchObject({
      code: 'model_failed',
      detail: expect.stringMatching(/HTTP 502\)\. It said: Bad gateway$/),
    });
  });

  it('of the connection in the middle of an answer is not tried again', async () => {
    await expect(run([{ text: 'a', breakOff: true }])).rejects.toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('broke off'),
    });
  });

  it('to send anything in time is a timeout, before the first byte and after', async () => {
    for (const hang of ['before-first-byte', 'after-deltas'] as const) {
      await expect(run([{ text: 'a', hang }], 80)).rejects.toMatchObject({
        code: 'upstream_timeout',
        hint: expect.stringContaining('LLM_TIMEOUT_MS'),
      });
      expect(await server?.requests[0]?.closed).toBe(true);
      await server?.close();
      server = undefined;
    }
  });

  it('to be there names the variable, and the host to the log alone', async () => {
    const m = await model([]);
    await server?.close();
    server = undefined;
    const events = m.stream([USER], [], new AbortController().signal)[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({
      code: 'unavailable',
      detail: 'The language model endpoint cannot be reached (ECONNREFUSED).',
      hint: expect.stringContaining('LLM_BASE_URL'),
      cause: { message: expect.stringContaining('127.0.0.1') },
    });
  });

  it('with a 200 that is no answer at all is an error', async () => {
    await expect(
      run([{ raw: { contentType: 'application/json', chunks: ['{"hello":1}'] } }]),
    ).rejects.toMatchObject({ code: 'model_failed' });
    await server?.close();
    await expect(run([{ raw: { chunks: [] } }])).rejects.toMatchObject({ code: 'model_failed' });
  });
});

describe('an abort', () => {
  it('closes the socket and throws its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const m = await model([{ text: 'a', hang: 'after-deltas' }]);
    const caught = (async () => {
      for await (const event of m.stream([USER], [], controller.signal))
        if (event.type === 'text') controller.abort(reason);
    })().catch((e: unknown) => e);
    expect(await caught).toBe(reason);
    expect(await server?.requests[0]?.closed).toBe(true);
  });

  it('before the call sends nothing', async () => {
    await expect(run([], 100, AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  });

  it('by leaving the loop closes the socket', async () => {
    const m = await model([{ text: 'a', hang: 'after-deltas' }]);
    for await (const event of m.stream([USER], [], new AbortController().signal))
      if (event.type === 'text') break;
    expect(await server?.requests[0]?.closed).toBe(true);
  });

  it('while it waits to try again ends the wait', async () => {
    const controller = new AbortController();
    const m = await model([{ error: { status: 503, headers: { 'retry-after': '15' } } }]);
    const first = m
      .stream([USER], [], controller.signal)
      [Symbol.asyncIterator]()
      .next()
      .catch((e: unknown) => e);
    await (await server?.request(1))?.closed;
    controller.abort(new Error('enough'));
    expect(await first).toMatchObject({ message: 'enough' });
  });
});

describe('connections', () => {
  const answer = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const wire = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`;

  /** Answers every request on a connection until `limit`, then closes the connection on the next one. */
  async function listen(limit: number) {
    const served: number[] = [];
    const raw = createServer((socket) => {
      const connection = served.push(0) - 1;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        const count = served[connection] ?? 0;
        if (count >= limit) {
          socket.resetAndDestroy();
          return;
        }
        served[connection] = count + 1;
        socket.write(wire);
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port } = raw.address() as AddressInfo;
    const m = createOpenAiCompatibleModel({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'm',
      timeoutMs: 2_000,
      pauseMs: 1,
    });
    const answered = async () => {
      for await (const _ of m.stream([USER], [], new AbortController().signal));
    };
    const ask = async () => {
      await answered();
      // The connection goes back to the pool once the end of the answer was read.
      await sleep(5);
    };
    return { ask, answered, served, close: () => raw.close() };
  }

  it('are used again', async () => {
    const { ask, served, close } = await listen(10);
    for (let i = 0; i < 4; i += 1) await ask();
    expect(served).toEqual([4]);
    close();
  });

  it('that the server closed meanwhile are replaced at once', async () => {
    const { ask, answered, served, close } = await listen(1);
    await ask();
    await withoutTimers(answered);
    expect(served).toEqual([1, 1]);
    close();
  });
});
