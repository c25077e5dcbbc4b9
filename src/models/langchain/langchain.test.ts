import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent, PromptMessage, ToolSchema } from '../../plugin/index.js';
import { createLangChainModel, type LangChainOptions } from './langchain.js';

interface MessagesRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly closed: Promise<boolean>;
}

/** Plays one answer of Anthropic's Messages API. */
type Play = (res: ServerResponse) => void;

let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function anthropic(...plays: Play[]) {
  return anthropicWith({}, ...plays);
}

async function anthropicWith(options: Partial<LangChainOptions>, ...plays: Play[]) {
  const requests: MessagesRequest[] = [];
  const server = createServer(async (req, res) => {
    const closed = new Promise<boolean>((resolve) => res.once('close', () => resolve(!res.writableFinished)));
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    requests.push({ headers: req.headers, body: JSON.parse(Buffer.concat(parts).toString()), closed });
    plays.shift()?.(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  const model = await createLangChainModel({
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    apiKey: 'sk-ant-secret',
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 3_000,
    pauseMs: 1,
    ...options,
  });
  return { model, requests };
}

/** The wire of the streaming Messages API: https://docs.anthropic.com/en/docs/build-with-claude/streaming */
function messages(
  blocks: readonly (readonly [start: object, deltas: readonly object[]])[],
  stopReason: string,
  hang = false,
): Play {
  return (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type: string, data: object) =>
      res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [],
      model: 'claude',
      stop_reason: null,
      stop_sequence: null,
    };
    send('message_start', {
      message: { ...message, usage: { input_tokens: 5, cache_read_input_tokens: 20, output_tokens: 0 } },
    });
    send('ping', {});
    for (const [index, [start, deltas]] of blocks.entries()) {
      send('content_block_start', { index, content_block: start });
      for (const delta of deltas) send('content_block_delta', { index, delta });
      if (hang) return;
      send('content_block_stop', { index });
    }
    send('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 15 },
    });
    send('message_stop', {});
    res.end();
  };
}

const say = (...parts: string[]) =>
  [{ type: 'text', text: '' }, parts.map((text) => ({ type: 'text_delta', text }))] as const;
const use = (id: string, name: string, ...json: string[]) =>
  [
    { type: 'tool_use', id, name, input: {} },
    json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  ] as const;

const WEATHER: ToolSchema = {
  name: 'get_weather',
  description: 'Weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const USER: PromptMessage = { role: 'user', id: 'u', content: 'hi' };

async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('Anthropic through LangChain', () => {
  it('tells what one answer may have, and never more than is set', async () => {
    const plays = Array.from({ length: 3 }, () => messages([say('Hi')], 'end_turn'));
    const { model, requests } = await anthropicWith({ maxTokens: 500 }, ...plays);
    for (const maxTokens of [undefined, 90, 900])
      await collect(model.stream([USER], [], new AbortController().signal, undefined, { maxTokens }));
    expect(requests.map(({ body }) => body['max_tokens'])).toEqual([500, 90, 500]);
    expect(requests.some(({ headers }) => 'x-most-tokens' in headers)).toBe(false);
  });

  it('streams text and thinking, and ends with usage and a reason', async () => {
    const thinking = [
      { type: 'thinking', thinking: '', signature: '' },
      [{ type: 'thinking_delta', thinking: 'Hm.' }],
    ] as const;
    const { model, requests } = await anthropic(messages([thinking, say('Hel', 'lo')], 'end_turn'));
    const events = await collect(
      model.stream([{ role: 'system', content: 'Be brief.' }, USER], [WEATHER], new AbortController().signal),
    );
    expect(events).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      {
        type: 'usage',
        usage: { inputTokens: 25, cachedInputTokens: 20, outputTokens: 15, model: 'claude-sonnet-4-5' },
      },
      { type: 'end', reason: 'stop' },
    ]);
    expect(requests[0]?.headers['x-api-key']).toBe('sk-ant-secret');
    expect(requests[0]?.body).toMatchObject({
      model: 'claude-sonnet-4-5',
      stream: true,
      system: 'Be brief.',
      cache_control: { type: 'ephemeral' },
      messages: [{ role: 'user' }],
      tools: [{ name: 'get_weather', description: 'Weather.', input_schema: WEATHER.parameters }],
    });
  });

  it('gathers parallel tool calls, and keeps arguments that are no JSON as malformed', async () => {
    const { model } = await anthropic(
      messages(
        [
          say('Looking.'),
          use('toolu_1', 'get_weather', '{"city":', '"Berlin"}'),
          use('toolu_2', 'get_weather', '{"city'),
          use('toolu_3', 'get_weather'),
        ],
        'tool_use',
      ),
    );
    const events = await collect(model.stream([USER], [WEATHER], new AbortController().signal));
    expect(events.flatMap((e) => (e.type === 'tool_call' ? [e.call] : []))).toEqual([
      { id: 'toolu_1', name: 'get_weather', args: { city: 'Berlin' } },
      { id: 'toolu_2', name: 'get_weather', args: {}, malformed: '{"city' },
      { id: 'toolu_3', name: 'get_weather', args: {} },
    ]);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool_calls' });
  });

  it('sends tool calls and results back, and declares tools where none may be called', async () => {
    const { model, requests } = await anthropic(messages([say('20')], 'max_tokens'));
    const thread: PromptMessage[] = [
      USER,
      {
        role: 'assistant',
        id: 'a',
        content: 'Looking.',
        toolCalls: [{ id: 'toolu_1', name: 'get_weather', args: { city: 'Berlin' } }],
      },
      { role: 'tool', id: 't', toolCallId: 'toolu_1', name: 'get_weather', content: '20', status: 'ok' },
    ];
    const events = await collect(model.stream(thread, [], new AbortController().signal));
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'length' });
    const { body } = requests[0] ?? {};
    expect(body?.['messages']).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Berlin' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
    ]);
    expect(body).toMatchObject({ tools: [{ name: 'get_weather' }], tool_choice: { type: 'none' } });
  });

  it('turns a refused key into words that name the variable, without the key', async () => {
    const { model } = await anthropic((res) => {
      res.writeHead(401, { 'content-type': 'application/json' });
      res.end(
        JSON.stringify({
          type: 'error',
          error: { type: 'authentication_error', message: 'invalid x-api-key sk-ant-secret' },
        }),
      );
    });
    const error = await collect(model.stream([USER], [], new AbortController().signal)).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: 'model_failed', hint: expect.stringContaining('LLM_API_KEY') });
    expect(JSON.stringify(error)).not.toContain('sk-ant-secret');
    expect((error as Error).message).not.toContain('sk-ant-secret');
  });

  it('closes the socket on abort and throws its reason', async () => {
    const { model, requests } = await anthropic(messages([say('Hel')], 'end_turn', true));
    const controller = new AbortController();
    const reason = new Error('stop');
    const failed = (async () => {
      for await (const event of model.stream([USER], [], controller.signal))
        if (event.type === 'text') controller.abort(reason);
    })().catch((e: unknown) => e);
    expect(await failed).toBe(reason);
    expect(await requests[0]?.closed).toBe(true);
  });

  it('Anthropic ends with refusal, which is no answer', async () => {
    const { model } = await anthropic(messages([say('I')], 'refusal'));
    await expect(collect(model.stream([USER], [], new AbortController().signal))).rejects.toMatchObject({
      code: 'content_filtered',
    });
  });

  it('Anthropic says inside a stream that it is overloaded: asked twice more before a word', async () => {
    const overloaded: Play = (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.end(
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      );
    };
    const { model } = await anthropic(
      overloaded,
      messages([say('Hello')], 'end_turn'),
      overloaded,
      overloaded,
      overloaded,
    );
    const ask = () => collect(model.stream([USER], [], new AbortController().signal));
    expect(await ask()).toContainEqual({ type: 'text', text: 'Hello' });
    await expect(ask()).rejects.toMatchObject({ code: 'provider_overloaded' });
  });

  it('Anthropic tells both counts of a prompt that is too long', async () => {
    const { model } = await anthropic((res) => {
      res.writeHead(400, { 'content-type': 'application/json' });
      res.end(
        '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210221 tokens > 200000 maximum"}}',
      );
    });
    await expect(collect(model.stream([USER], [], new AbortController().signal))).rejects.toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 200_000, asked: 210_221 },
    });
    expect(await model.contextTokens?.(new AbortController().signal)).toBe(200_000);
  });

  it('Anthropic always says why it ended: a stream without a reason was cut', async () => {
    const { model } = await anthropic((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.end(
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half"}}\n\n',
      );
    });
    await expect(collect(model.stream([USER], [], new AbortController().signal))).rejects.toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('broke off'),
    });
  });

  it('Anthropic gets the thoughts that it signed back with the call', async () => {
    const thought = [
      { type: 'thinking', thinking: '', signature: '' },
      [
        { type: 'thinking_delta', thinking: 'I need ' },
        { type: 'thinking_delta', thinking: 'the weather.' },
        { type: 'signature_delta', signature: 'EqoBCkgIBxAB' },
      ],
    ] as const;
    const turn = messages([thought, use('toolu_1', 'get_weather', '{"city":"Berlin"}')], 'tool_use');
    const { model, requests } = await anthropic(turn, messages([say('20')], 'end_turn'));
    const events = await collect(model.stream([USER], [WEATHER], new AbortController().signal));
    const end = events.at(-1);
    const toolCalls = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    const echo = end?.type === 'end' && end.echo !== undefined ? { echo: end.echo } : {};
    const thread: PromptMessage[] = [
      USER,
      { role: 'assistant', id: 'a', content: '', reasoning: 'I need the weather.', toolCalls, ...echo },
      { role: 'tool', id: 't', toolCallId: 'toolu_1', name: 'get_weather', content: '20', status: 'ok' },
    ];
    await collect(model.stream(thread, [WEATHER], new AbortController().signal));
    expect(requests[1]?.body['messages']).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I need the weather.', signature: 'EqoBCkgIBxAB' },
          { type: 'tool_use', id: 'toolu_1' },
        ],
      },
      { role: 'user' },
    ]);
  });

  it('Anthropic takes effort, length, temperature, headers and further members', async () => {
    const settings = {
      temperature: 0.3,
      maxTokens: 1_234,
      reasoningEffort: 'low',
      extraBody: { service_tier: 'standard_only' },
      extraHeaders: { 'x-org': 'o' },
    };
    const { model, requests } = await anthropicWith(settings, messages([say('20')], 'end_turn'));
    await collect(model.stream([USER], [], new AbortController().signal));
    expect(requests[0]?.headers['x-org']).toBe('o');
    expect(requests[0]?.body).toMatchObject({
      temperature: 0.3,
      max_tokens: 1_234,
      output_config: { effort: 'low' },
      service_tier: 'standard_only',
    });
  });

  it('Anthropic models have a window that is known', async () => {
    const { model } = await anthropic();
    expect(await model.contextTokens?.(new AbortController().signal)).toBeGreaterThanOrEqual(200_000);
  });

  it('calls no other host: no tokenizer is downloaded, nothing is traced', async () => {
    const hosts = new Set<string>();
    const onSocket = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      socket.once('connect', () => hosts.add(String(socket.remoteAddress)));
    };
    subscribe('net.client.socket', onSocket);
    const { model } = await anthropic(messages([say('a')], 'end_turn'));
    await collect(model.stream([USER], [WEATHER], new AbortController().signal));
    unsubscribe('net.client.socket', onSocket);
    expect([...hosts]).toEqual(['127.0.0.1']);
  });
});
