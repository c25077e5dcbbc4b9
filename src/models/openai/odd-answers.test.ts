import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../plugin/index.js';
import {
  calling,
  chunk,
  DONE,
  data,
  hear,
  type Play,
  refusing,
  type Scripted,
  scripted,
  streamed,
} from '../testing/scripted.js';
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from './openai-compatible.js';

const WEATHER: ToolSchema = {
  name: 'get_weather',
  description: 'Weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const ARGS = '{"city":"Berlin"}';
const BERLIN = { id: 'c1', name: 'get_weather', args: { city: 'Berlin' } };

let server: Scripted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function askWith(options: Partial<OpenAiCompatibleOptions>, ...plays: readonly Play[]) {
  server = await scripted(...plays);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
    ...options,
  });
  const heard = await hear(
    model.stream([{ role: 'user', id: 'u', content: 'hi' }], [WEATHER], new AbortController().signal),
  );
  return { ...heard, model, requests: server.requests };
}
const ask = (...plays: readonly Play[]) => askWith({}, ...plays);

const head = (name: unknown, args: unknown, id: unknown = 'c1') => ({
  index: 0,
  id,
  type: 'function',
  function: { name, arguments: args },
});
const rest = (args: string) => ({ index: 0, function: { arguments: args } });

describe('calls', () => {
  it('A name with what templates put around it means the tool', async () => {
    for (const name of [
      'functions.get_weather',
      'functions_get_weather_6',
      'functions.get_weather:0',
      'get_weather\n',
      'default_api.get_weather',
      'default_api:get_weather',
      'get_weather<|channel|>commentary',
    ]) {
      expect([name, (await ask(calling(head(name, ARGS)))).calls]).toEqual([name, [BERLIN]]);
      await server?.close();
    }
  });

  it('A name that is sent whole so far each time is no longer one', async () => {
    const parts = [head('get', ''), head('get_wea', ''), head('get_weather', ARGS)];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
    await server?.close();
    const split = [head('get', ''), rest(''), { index: 0, function: { name: '_weather', arguments: ARGS } }];
    expect((await ask(calling(...split))).calls).toEqual([BERLIN]);
  });

  it('An id that is a number is an id', async () => {
    expect((await ask(calling(head('get_weather', ARGS, 7)))).calls).toEqual([{ ...BERLIN, id: '7' }]);
  });

  it('Arguments that begin with an empty object are those behind it', async () => {
    const parts = [head('get_weather', '{}'), rest('{"city":'), rest('"Berlin"}')];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
  });

  it('Arguments that are sent several times are taken once, where all are equal', async () => {
    expect((await ask(calling(head('get_weather', ARGS + ARGS)))).calls).toEqual([BERLIN]);
    await server?.close();
    expect((await ask(calling(head('get_weather', ARGS), rest(ARGS), rest(ARGS)))).calls).toEqual([BERLIN]);
    await server?.close();
    const other = '{"city":"Paris"}';
    expect((await ask(calling(head('get_weather', ARGS + other)))).calls).toMatchObject([
      { malformed: ARGS + other },
    ]);
  });

  it('Arguments that come before the name belong to it', async () => {
    const parts = [{ index: 0, id: 'c1', function: { arguments: ARGS } }, head('get_weather', '', undefined)];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
  });

  it('Arguments without a name are damage, and no call runs without its own', async () => {
    const parts = [head('get_weather', ''), { index: 1, function: { arguments: ARGS } }];
    const { error, calls, end } = await ask(calling(...parts));
    expect([error?.code, calls, end]).toEqual(['stream_damaged', [], undefined]);
  });
});

const texts = (...parts: readonly string[]) => parts.map((content) => chunk({ content }));
const stop = [chunk({}, 'stop'), DONE];
const grown = ['We need ', 'We need 112 ', 'We need 112 households.'];

describe('words', () => {
  it('A message in each chunk is the whole text so far, and what is new in it is taken', async () => {
    const whole = (content: string, finish: string | null = null) =>
      data({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }] });
    const snapshots = [...grown.map((content) => whole(content)), whole(grown[2] ?? '', 'stop'), DONE];
    expect(await ask(streamed(...snapshots))).toMatchObject({ text: 'We need 112 households.', end: 'stop' });
    await server?.close();
    const call = (args: string) =>
      data({
        choices: [
          { index: 0, message: { tool_calls: [head('get_weather', args, '')] }, finish_reason: null },
        ],
      });
    const calls = streamed(
      call('{"ci'),
      call('{"city":"Ber'),
      call(ARGS),
      call(ARGS),
      chunk({}, 'tool_calls'),
      DONE,
    );
    expect((await ask(calls)).calls).toEqual([{ ...BERLIN, id: '' }]);
    await server?.close();
    // In one message they are as many as stand there, whatever their numbers.
    const two = [head('get_weather', ARGS), head('get_weather', '{"city":"Paris"}')];
    const document = { choices: [{ index: 0, message: { tool_calls: two }, finish_reason: 'tool_calls' }] };
    expect((await ask(refusing(200, document))).calls).toMatchObject([BERLIN, { args: { city: 'Paris' } }]);
    await server?.close();
    const last = [...texts('We need ', '112.'), whole('We need 112.', 'stop'), DONE];
    expect(await ask(streamed(...last))).toMatchObject({ text: 'We need 112.', end: 'stop' });
    await server?.close();
    const other = [...texts('We need ', '112.'), whole('We need 420.', 'stop'), DONE];
    const { error, end } = await ask(streamed(...other));
    expect([error?.code, end]).toEqual(['stream_damaged', undefined]);
  });

  it('Parts that each hold the whole text so far are taken once', async () => {
    expect(await ask(streamed(...texts(...grown), ...stop))).toMatchObject({ text: grown[2], end: 'stop' });
    await server?.close();
    const thoughts = grown.map((reasoning_content) => chunk({ reasoning_content }));
    expect(await ask(streamed(...thoughts, ...texts('112.'), ...stop))).toMatchObject({
      text: '112.',
      reasoning: grown[2],
    });
    await server?.close();
    // Numbers in pieces, and words said again, are parts as they are.
    expect((await ask(streamed(...texts('1', '12', ' ha', ' ha', ' ha ha'), ...stop))).text).toBe(
      '112 ha ha ha ha',
    );
    await server?.close();
    const said = ['We need ', '112 of ', '5,000 ', 'households.'];
    const again = await ask(streamed(...texts(...said, said.join('')), ...stop));
    expect(again).toMatchObject({ text: said.join(''), end: 'stop' });
    await server?.close();
    const twice = await ask(streamed(...texts(...said, said.join(''), ' So it is.'), ...stop));
    expect(twice.text).toBe(`${said.join('')}${said.join('')} So it is.`);
    await server?.close();
    const { error, end } = await ask(streamed(...texts('We need ', 'We need 112.'), ...stop));
    expect([error?.code, end]).toEqual(['stream_damaged', undefined]);
  });

  it('Two choices are two answers, of which the first to speak is heard', async () => {
    const choice = (index: number, delta: object, finish_reason: string | null = null) =>
      data({ choices: [{ index, delta, finish_reason }] });
    const mixed = [
      choice(0, { content: 'The answer ' }),
      choice(1, { content: 'It ' }),
      choice(0, { content: 'is 112.' }),
      choice(1, { content: 'is 999.' }),
    ];
    const both = streamed(...mixed, choice(1, {}, 'stop'), choice(0, {}, 'length'), DONE);
    expect(await ask(both)).toMatchObject({ text: 'The answer is 112.', end: 'length' });
    await server?.close();
    const half = await ask(streamed(...mixed, choice(1, {}, 'stop')));
    expect([half.error?.code, half.end]).toEqual(['model_failed', undefined]);
    await server?.close();
    const copilot = [
      choice(0, { content: 'Let me see.' }),
      choice(1, { tool_calls: [head('get_weather', ARGS)] }),
    ];
    expect(
      await ask(streamed(...copilot, choice(1, {}, 'tool_calls'), choice(0, {}, 'tool_calls'), DONE)),
    ).toMatchObject({ text: 'Let me see.', calls: [BERLIN], end: 'tool_calls' });
  });

  it('Content that is an object is damage, and named so', async () => {
    const { error } = await ask(streamed(chunk({ content: { text: 'hi' } }), ...stop));
    expect(error).toMatchObject({ code: 'stream_damaged', detail: expect.stringContaining('neither words') });
  });

  it('Counts of tokens that are text are numbers, and none is below 0', async () => {
    const usage = {
      prompt_tokens: '35',
      completion_tokens: -1,
      prompt_tokens_details: { cached_tokens: '7' },
    };
    const { events } = await ask(streamed(...texts('Hi.'), data({ choices: [], usage }), ...stop));
    expect(events).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 35, outputTokens: 0, cachedInputTokens: 7, model: 'm' },
    });
  });
});

describe('streams', () => {
  const wait = (response: Parameters<Play>[0], pieces: readonly string[]) => {
    const [piece, ...more] = pieces;
    if (piece === undefined) return;
    response.write(piece);
    setTimeout(() => wait(response, more), 15);
  };

  it('A stream is one wherever its first piece ends', async () => {
    const whole = texts('{"a": 1}').join('');
    for (const at of [4, 5, 6, 7]) {
      const { text } = await ask((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        wait(response, [whole.slice(0, at), whole.slice(at), stop.join('')]);
      });
      expect([at, text]).toEqual([at, '{"a": 1}']);
      await server?.close();
    }
  });

  it('Events without a blank line between them are events', async () => {
    const lines = [...texts('The answer ', 'is 112.'), ...stop].map((event) => event.replace('\n\n', '\n'));
    expect(await ask(streamed(...lines))).toMatchObject({ text: 'The answer is 112.', end: 'stop' });
  });

  it('A packed answer is unpacked, and one that is cut is none', async () => {
    const packed = gzipSync([...texts('The answer is 112.'), ...stop].join(''));
    const send =
      (bytes: Buffer): Play =>
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
        response.end(bytes);
      };
    expect(await ask(send(packed))).toMatchObject({ text: 'The answer is 112.', end: 'stop' });
    await server?.close();
    expect((await ask(send(packed.subarray(0, packed.length / 2)))).end).toBeUndefined();
  });

  it('A connection that breaks off before a word is tried again', async () => {
    const reset: Play = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      setTimeout(() => response.socket?.destroy(), 20);
    };
    const heard = await ask(reset, streamed(...texts('Hi.'), ...stop));
    expect([heard.text, heard.requests.length]).toEqual(['Hi.', 2]);
  });
});

describe('errors', () => {
  it('An error inside of a 200 is tried again as one with its status is', async () => {
    const hello = streamed(...texts('Hi.'), ...stop);
    for (const error of [
      { message: 'Slow down', code: 429 },
      { message: 'Boom', code: 500 },
      { message: 'Bad gateway', code: '502' },
      { message: 'Rate limited', type: 'rate_limit_error' },
    ]) {
      const inside = streamed(data({ error }));
      expect((await ask(inside, inside, hello)).text).toBe('Hi.');
      await server?.close();
      expect((await ask(refusing(200, { error }), hello)).text).toBe('Hi.');
      await server?.close();
    }
    const bad = await ask(streamed(data({ error: { message: 'No', code: 400 } })), hello);
    expect([bad.error?.code, bad.requests.length]).toEqual(['model_failed', 1]);
  });

  it('A spent quota is not tried again', async () => {
    const error = {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    const heard = await ask(refusing(429, { error }));
    expect(heard.requests.length).toBe(1);
    expect(heard.error).toMatchObject({ code: 'unavailable', hint: expect.stringContaining('balance') });
    await server?.close();
    // Gemini's words for a minute's.
    const passing = {
      message: 'You exceeded your current quota, please check your plan and billing details.',
    };
    const again = await ask(refusing(429, { error: passing }), streamed(...texts('Hi.'), ...stop));
    expect(again.text).toBe('Hi.');
  });

  it('A network error at the end of an answer is no lack of capacity', async () => {
    const ended = streamed(
      ...texts('Install 420'),
      chunk({}, 'stop', { native_finish_reason: 'network_error' }),
      DONE,
    );
    expect((await ask(ended)).error?.code).toBe('provider_aborted');
  });

  it("OpenRouter's moderation is a filter, whatever its status", async () => {
    const metadata = { reasons: ['violence'], flagged_input: 'how to …', provider_name: 'OpenAI' };
    const error = { code: 403, message: 'No credits were charged.', metadata };
    expect((await ask(refusing(403, { error }))).error).toMatchObject({
      code: 'content_filtered',
      detail: expect.stringMatching(/[^.]\.$/),
    });
  });

  it('OpenRouter asks for credits for the longest answer: LLM_MAX_TOKENS is named', async () => {
    const message =
      'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 30104.';
    expect((await ask(refusing(402, { error: { code: 402, message } }))).error).toMatchObject({
      code: 'model_failed',
      hint: expect.stringContaining('Set LLM_MAX_TOKENS to 30104 or less'),
    });
  });

  it('Windows are too small in the words of Copilot, Zhipu and Databricks', async () => {
    for (const [error, limit] of [
      [
        {
          message: 'prompt token count of 5300 exceeds the limit of 4096',
          code: 'model_max_prompt_tokens_exceeded',
        },
        4096,
      ],
      [{ message: 'Prompt 超长', code: '1261' }, undefined],
      [{ message: 'Exceeded 4096 tokens', error_code: 'BAD_REQUEST' }, 4096],
    ] as const) {
      const heard = await ask(refusing(400, { error }));
      expect(heard.error).toMatchObject({ code: 'context_overflow', tokens: { limit } });
      await server?.close();
    }
  });

  it('A window is full where an answer ends at its length without a word, and nothing limits it', async () => {
    const usage = { prompt_tokens: 4096, completion_tokens: 0 };
    const full = streamed(chunk({}, 'length'), data({ choices: [], usage }), DONE);
    expect((await ask(full)).error).toMatchObject({ code: 'context_overflow', tokens: { limit: 4096 } });
    await server?.close();
    expect((await askWith({ maxTokens: 100 }, full)).error?.code).toBe('answer_empty');
    await server?.close();
    const thought = [chunk({ reasoning_content: 'Hm' }), chunk({}, 'length'), DONE];
    expect((await ask(streamed(...thought))).error?.code).toBe('answer_empty');
  });
});

describe('refusals that teach', () => {
  it("OpenAI's first reasoning models have no system role", async () => {
    const error = {
      message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    };
    server = await scripted(refusing(400, { error }), streamed(...texts('Hi.'), ...stop));
    const model = createOpenAiCompatibleModel({
      baseUrl: server.url,
      model: 'o1-mini',
      timeoutMs: 2_000,
      pauseMs: 1,
    });
    const thread = [
      { role: 'system', id: 's', content: 'Be brief.' },
      { role: 'user', id: 'u', content: 'hi' },
    ] as const;
    expect((await hear(model.stream(thread, [], new AbortController().signal))).text).toBe('Hi.');
    expect(server.requests[1]?.['messages']).toEqual([{ role: 'user', content: 'Be brief.\n\nhi' }]);
  });

  it('OpenAI streams some models to verified organizations alone: asked for the whole answer', async () => {
    const message = 'Your organization must be verified to stream this model.';
    const whole = { choices: [{ index: 0, message: { content: 'Hi.' }, finish_reason: 'stop' }] };
    const heard = await ask(
      refusing(400, { error: { message, param: 'stream', code: 'unsupported_value' } }),
      refusing(200, whole),
    );
    expect(heard).toMatchObject({ text: 'Hi.', end: 'stop' });
    expect(heard.requests.map((body) => [body['stream'], 'stream_options' in body])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
