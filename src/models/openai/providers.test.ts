import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  AssistantMessage,
  ModelEvent,
  OracleError,
  PromptMessage,
  ToolSchema,
} from '../../plugin/index.js';
import { type Replay, replay } from '../testing/replay.js';
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from './openai-compatible.js';

const USER: PromptMessage = { role: 'user', id: 'u', content: 'Weather in Berlin?' };
const WEATHER: ToolSchema = {
  name: 'get_weather',
  description: 'Weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const BERLIN = { name: 'get_weather', args: { city: 'Berlin' } };
const PARIS = { name: 'get_weather', args: { city: 'Paris' } };

let server: Replay | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Options = Partial<OpenAiCompatibleOptions>;

async function provider(names: readonly string[], options: Options = {}) {
  server = await replay(names);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
    ...options,
  });
  return { model, requests: server.requests };
}

interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly events: readonly ModelEvent[];
  readonly error?: OracleError;
}

/** All that came of one call, also when it failed. */
async function listen(stream: AsyncIterable<ModelEvent>): Promise<Heard> {
  const events: ModelEvent[] = [];
  let failed: { error: OracleError } | undefined;
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    failed = { error: error as OracleError };
  }
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  return { text: joined('text'), reasoning: joined('reasoning'), events, ...failed };
}

async function ask(
  names: readonly string[],
  options: Options = {},
  thread: readonly PromptMessage[] = [USER],
) {
  const { model, requests } = await provider(names, options);
  const heard = await listen(model.stream(thread, [WEATHER], new AbortController().signal));
  return { ...heard, model, requests };
}

const callsOf = ({ events }: Heard) =>
  events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
const usageOf = ({ events }: Heard) =>
  events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
const noticesOf = ({ events }: Heard) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));
const endOf = ({ events }: Heard) => events.find((event) => event.type === 'end');
const messagesOf = (body: Readonly<Record<string, unknown>>) =>
  body['messages'] as readonly Readonly<Record<string, unknown>>[];
const contextOf = async (names: readonly string[], model: string, options: Options = {}) =>
  (await provider(names, { model, ...options })).model.contextTokens?.(new AbortController().signal);

/** The thread after a turn that called a tool, as the loop stores it. */
function afterCall(heard: Heard): PromptMessage[] {
  const end = endOf(heard);
  const toolCalls = callsOf(heard);
  const message: AssistantMessage = {
    role: 'assistant',
    id: 'a',
    content: heard.text,
    ...(heard.reasoning === '' ? {} : { reasoning: heard.reasoning }),
    toolCalls,
    ...(end?.type === 'end' && end.echo !== undefined ? { echo: end.echo } : {}),
  };
  const results = toolCalls.map(({ id, name }): PromptMessage => {
    return { role: 'tool', id: `t-${id}`, toolCallId: id, name, content: '20', status: 'ok' };
  });
  return [USER, message, ...results];
}

/** The second request of a turn, after the call of the first; `more` stands behind the result. */
async function secondRequest(names: readonly string[], more: readonly PromptMessage[] = []) {
  const { model, requests } = await provider(names);
  const first = await listen(model.stream([USER], [WEATHER], new AbortController().signal));
  await listen(model.stream([...afterCall(first), ...more], [WEATHER], new AbortController().signal));
  const assistant = messagesOf(requests[1]?.body ?? {})[1] ?? {};
  return { first, assistant };
}

describe('OpenAI', () => {
  it('OpenAI counts cached and reasoning tokens apart, in a chunk without choices', async () => {
    const heard = await ask(['openai-usage']);
    expect(heard.text).toBe('You need 138.');
    expect(usageOf(heard)).toEqual([
      {
        inputTokens: 2006,
        cachedInputTokens: 1920,
        outputTokens: 300,
        reasoningTokens: 256,
        model: 'gpt-5-mini-2025-08-07',
      },
    ]);
  });

  it('OpenAI ends what its filter withholds with content_filter, which is no answer', async () => {
    const heard = await ask(['openai-content-filter']);
    expect(heard).toMatchObject({ text: 'First,', error: { code: 'content_filtered' } });
    expect(usageOf(heard)).toMatchObject([{ outputTokens: 3 }]);
    expect(endOf(heard)).toBeUndefined();
  });

  it('OpenAI streams parallel calls in parts, told apart by index', async () => {
    expect(callsOf(await ask(['openai-calls']))).toEqual([
      { id: 'call_62136354', ...BERLIN },
      { id: 'call_62136355', ...PARIS },
    ]);
  });

  it('OpenAI cuts a call at the length, and the call says so', async () => {
    const heard = await ask(['openai-call-cut']);
    expect(callsOf(heard)).toEqual([
      { id: 'call_1', name: 'get_weather', args: {}, malformed: '{"city":"Ber', cutOff: true },
    ]);
    expect(endOf(heard)).toMatchObject({ reason: 'tool_calls' });
  });

  it('OpenAI tells both counts of a request that is too long', async () => {
    const { error, model } = await ask(['openai-overflow']);
    expect(error).toMatchObject({ code: 'context_overflow', tokens: { limit: 128_000, asked: 130_006 } });
    expect(await model.contextTokens?.(new AbortController().signal)).toBe(128_000);
  });

  it('OpenAI refuses a request that is larger than a minute allows with 429, which trimming mends', async () => {
    const { error, requests } = await ask(['openai-too-large']);
    expect(error).toMatchObject({ code: 'context_overflow', tokens: { limit: 30_000, asked: 41_250 } });
    expect(requests.length).toBe(1);
  });

  it('OpenAI takes max_completion_tokens where others take max_tokens', async () => {
    const { text, requests } = await ask(['openai-max-tokens', 'openai-usage'], { maxTokens: 50 });
    expect(text).toBe('You need 138.');
    expect(requests.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']])).toEqual([
      [50, undefined],
      [undefined, 50],
    ]);
  });

  it('OpenAI refuses a temperature by name, and the hint names the variable', async () => {
    const { error, requests } = await ask(['openai-temperature'], { temperature: 0.2 });
    expect(error).toMatchObject({ code: 'model_failed', hint: expect.stringContaining('LLM_TEMPERATURE') });
    expect(requests[0]?.body['temperature']).toBe(0.2);
  });
});

describe('Azure', () => {
  it('Azure begins with a chunk that has no choices and ends with one that has no delta', async () => {
    const heard = await ask(['azure-answer']);
    expect(heard.text).toBe('Hello');
    expect(endOf(heard)).toEqual({ type: 'end', reason: 'stop' });
  });

  it('Azure takes its version in the query and its key in a header of its own', async () => {
    const { requests } = await ask(['azure-answer'], {
      apiKey: 'az-secret',
      apiVersion: '2025-04-01-preview',
    });
    expect(requests[0]?.target).toBe('POST /v1/chat/completions?api-version=2025-04-01-preview');
    expect(requests[0]?.headers).toMatchObject({ 'api-key': 'az-secret' });
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('Azure refuses a filtered prompt with 400, which is content_filtered', async () => {
    const { error } = await ask(['azure-prompt-filtered']);
    expect(error).toMatchObject({
      code: 'content_filtered',
      detail: expect.stringContaining('content management policy'),
    });
  });

  it('Azure with an old version knows no stream_options: the request goes again without', async () => {
    const { text, requests } = await ask(['azure-stream-options', 'azure-answer']);
    expect(text).toBe('Hello');
    expect(requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false]);
  });
});

describe('Gemini', () => {
  it('Gemini signs a call in extra_content and gets the signature back verbatim', async () => {
    const { first, assistant } = await secondRequest(['gemini-signed-call', 'gemini-answer']);
    expect(callsOf(first).map(({ name, args }) => ({ name, args }))).toEqual([BERLIN, PARIS]);
    const extra_content = { google: { thought_signature: 'CtkBAdHtim9kT0w2c3Qx+9/==' } };
    expect(assistant['tool_calls']).toEqual([
      {
        id: 'function-call-1138',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Berlin"}' },
        extra_content,
      },
      {
        id: 'function-call-1139',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
      },
    ]);
  });

  it('Gemini gives its signature to nobody else', async () => {
    const heard = await ask(['gemini-signed-call']);
    await server?.close();
    const { requests } = await ask(['openai-usage'], { model: 'another' }, afterCall(heard));
    expect(JSON.stringify(requests[0]?.body)).not.toContain('thought_signature');
  });

  it('Gemini says index 0 for each of several calls', async () => {
    expect(callsOf(await ask(['gemini-signed-call'])).map(({ id }) => id)).toEqual([
      'function-call-1138',
      'function-call-1139',
    ]);
  });

  it('Gemini puts an error body into an array', async () => {
    expect((await ask(['gemini-bad-key'])).error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('API key not valid. Please pass a valid API key.'),
      hint: expect.stringContaining('LLM_API_KEY'),
    });
    await server?.close();
    expect((await ask(['gemini-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 1_048_576, asked: 1_200_000 },
    });
  });

  it('Gemini by its own API answers with JSON that is no chat completion', async () => {
    const { error } = await ask(['json-array']);
    expect(error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('no chat completion'),
    });
  });

  it('Gemini gives up on a call that it cannot write, and is asked once more', async () => {
    const { text, requests } = await ask(['gemini-malformed-call', 'gemini-answer']);
    expect([text, requests.length]).toEqual(['Sunny.', 2]);
    await server?.close();
    const twice = await ask(['gemini-malformed-call', 'gemini-malformed-call']);
    expect(twice.error).toMatchObject({ code: 'provider_aborted' });
  });

  it('Gemini writes its thoughts into the text, in a tag', async () => {
    expect(await ask(['gemini-thought'])).toMatchObject({
      reasoning: 'Adding up the strata.',
      text: '138 households.',
    });
  });
});

describe('DeepSeek', () => {
  it('DeepSeek gets its reasoning back while the turn lasts', async () => {
    const { assistant } = await secondRequest(['deepseek-reasoned-call', 'deepseek-answer']);
    expect(assistant).toMatchObject({
      content: null,
      reasoning_content: 'I need the weather.',
      tool_calls: [{ id: 'call_00_Xz' }],
    });
  });

  it('DeepSeek gets no reasoning of an earlier turn', async () => {
    const later: PromptMessage[] = [
      { role: 'assistant', id: 'b', content: '20 degrees.' },
      { role: 'user', id: 'v', content: 'And Paris?' },
    ];
    const { assistant } = await secondRequest(['deepseek-reasoned-call', 'deepseek-answer'], later);
    expect(assistant).toMatchObject({ tool_calls: [{ id: 'call_00_Xz' }] });
    expect(assistant).not.toHaveProperty('reasoning_content');
  });

  it('DeepSeek tells cached tokens by a name of its own as well', async () => {
    expect(usageOf(await ask(['deepseek-answer']))).toMatchObject([
      { inputTokens: 300, cachedInputTokens: 256, reasoningTokens: 22 },
    ]);
  });

  it('DeepSeek ends with insufficient_system_resource: asked once more before a word, an error after one', async () => {
    const { text, requests } = await ask(['deepseek-no-resource', 'deepseek-answer']);
    expect([text, requests.length]).toEqual(['20 degrees.', 2]);
    await server?.close();
    const late = await ask(['deepseek-no-resource-late', 'deepseek-answer']);
    expect(late).toMatchObject({ text: 'Half of', error: { code: 'provider_overloaded' } });
    expect(late.requests.length).toBe(1);
  });

  it('DeepSeek may reason and then say nothing, which is no answer', async () => {
    expect(await ask(['deepseek-only-reasoning'])).toMatchObject({
      reasoning: 'Let me think.',
      error: { code: 'answer_empty', detail: expect.stringContaining('reasoned') },
    });
    await server?.close();
    expect(await ask(['deepseek-reasoned-to-the-limit'])).toMatchObject({
      error: { code: 'answer_empty', hint: expect.stringContaining('LLM_MAX_TOKENS') },
    });
  });
});

describe('vLLM', () => {
  it('vLLM ends with abort, which is no answer', async () => {
    expect(await ask(['vllm-abort'])).toMatchObject({ text: 'Half', error: { code: 'provider_aborted' } });
  });

  it('vLLM on MLX leaves the finish reason out of cut and whole answers alike, so that neither counts as whole', async () => {
    const heard = await ask(['vllm-mlx-natural-end']);
    expect(heard).toMatchObject({
      text: 'You need 138.',
      error: { code: 'stream_damaged', hint: expect.stringContaining('finish_reason') },
    });
    expect(usageOf(heard)).toMatchObject([{ outputTokens: 5 }]);
    expect(endOf(heard)).toBeUndefined();
  });

  it('vLLM tells its limit in words, with the error at the top or inside', async () => {
    expect((await ask(['vllm-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 4_096, asked: 5_120 },
    });
    await server?.close();
    expect((await ask(['vllm-overflow-old'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 4_096, asked: 4_500 },
    });
  });

  it('vLLM without a tool parser is asked once more without tools', async () => {
    const heard = await ask(['vllm-no-tool-parser', 'vllm-answer']);
    expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', ['tools_unsupported']]);
    expect(heard.requests.map(({ body }) => 'tools' in body)).toEqual([true, false]);
  });

  it('vLLM with a template that knows no system role gets it before the first words of the person', async () => {
    const { text, requests } = await ask(['vllm-no-system', 'vllm-answer'], {}, [
      { role: 'system', content: 'Be brief.' },
      USER,
    ]);
    expect(text).toBe('Hello.');
    expect(messagesOf(requests[1]?.body ?? {})).toEqual([
      { role: 'user', content: 'Be brief.\n\nWeather in Berlin?' },
    ]);
  });

  it('vLLM sends an error as a chunk', async () => {
    const names = ['vllm-error-in-stream', 'vllm-error-in-stream', 'vllm-error-in-stream'];
    expect((await ask(names)).error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('CUDA out of memory.'),
    });
  });

  it('vLLM may give each part of a call another id', async () => {
    expect(callsOf(await ask(['vllm-new-ids']))).toEqual([{ id: 'chatcmpl-tool-1a', ...BERLIN }]);
  });

  it('vLLM tells its window as max_model_len', async () => {
    expect(await contextOf(['vllm-models'], 'Qwen/Qwen3-8B')).toBe(4_096);
  });
});

describe('SGLang', () => {
  it('SGLang ends with abort before a word: asked once more', async () => {
    expect(await ask(['sglang-abort', 'sglang-answer'])).toMatchObject({ text: 'Hello.' });
  });

  it('SGLang splits the name of a tool over fragments, with nulls between', async () => {
    expect(callsOf(await ask(['sglang-split-name']))).toEqual([{ id: 'call_7c', ...BERLIN }]);
  });

  it('SGLang tells its limit in words', async () => {
    expect((await ask(['sglang-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 4_096, asked: 5_000 },
    });
  });
});

describe('Ollama', () => {
  it('Ollama sends whole calls, several in a chunk, all with index 0', async () => {
    const heard = await ask(['ollama-calls']);
    expect(callsOf(heard).map(({ id, args }) => [id, args])).toEqual([
      ['call_a1', { city: 'Berlin' }],
      ['call_b2', { city: 'Paris' }],
      ['call_c3', { city: 'Rome' }],
    ]);
  });

  it('Ollama ends calls with stop', async () => {
    expect(endOf(await ask(['ollama-calls-stop']))).toEqual({ type: 'end', reason: 'tool_calls' });
  });

  it('Ollama and what stands before it may send arguments as an object, without index and id', async () => {
    expect(callsOf(await ask(['ollama-object-arguments']))).toEqual([
      { id: '', ...BERLIN },
      { id: '', ...PARIS },
    ]);
  });

  it('Ollama names its reasoning reasoning', async () => {
    expect(await ask(['ollama-reasoning'])).toMatchObject({ reasoning: 'Hm.', text: 'Hello.' });
  });

  it('Ollama refuses tools for a model without them: asked once more, and never again', async () => {
    const { model, requests } = await provider(['ollama-no-tools', 'ollama-answer', 'ollama-answer']);
    for (let turn = 0; turn < 2; turn += 1) {
      const heard = await listen(model.stream([USER], [WEATHER], new AbortController().signal));
      expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', ['tools_unsupported']]);
    }
    expect(requests.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
  });

  it('Ollama tells how much it cuts prompts to, of a model that is loaded', async () => {
    expect(await contextOf(['ollama-models', 'ollama-ps'], 'qwen3:4b')).toBe(4_096);
    expect(server?.requests.map(({ target }) => target)).toEqual(['GET /v1/models', 'GET /api/ps']);
  });
});

describe('llama.cpp', () => {
  it('llama.cpp tells the counts of an overflow as numbers', async () => {
    expect((await ask(['llamacpp-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 2_048, asked: 2_516 },
    });
  });

  it('llama.cpp tells its window among its models, older ones in their properties', async () => {
    expect(await contextOf(['llamacpp-models'], 'smollm2')).toBe(2_048);
    await server?.close();
    expect(await contextOf(['llamacpp-models-old', 'llamacpp-props'], 'smollm2')).toBe(2_048);
  });

  it('llama.cpp sends an error in a field of that name', async () => {
    expect(await ask(['llamacpp-error-field'])).toMatchObject({
      text: 'Half',
      error: { code: 'model_failed', detail: expect.stringContaining('Compute error.') },
    });
  });

  it('llama.cpp reads its prompt in silence, for longer than it may pause later', async () => {
    const slow = createServer((req, res) => {
      req.resume().on('end', async () => {
        await sleep(150);
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write('data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\n');
        await sleep(150);
        res.write('data: {"choices":[{"delta":{"content":"Hello."}}]}\n\n');
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    const model = createOpenAiCompatibleModel({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'm',
      timeoutMs: 60,
      firstTimeoutMs: 5_000,
    });
    const heard = await listen(model.stream([USER], [], new AbortController().signal));
    expect(heard).toMatchObject({
      text: 'Hello.',
      error: { code: 'upstream_timeout', detail: expect.stringContaining('0.06 s') },
    });
    slow.closeAllConnections();
    slow.close();
  });

  it('llama.cpp without a reasoning format leaves <think> in the text, cut anywhere', async () => {
    expect(await ask(['llamacpp-think'])).toMatchObject({ reasoning: 'The user greets me.', text: 'Hello!' });
  });

  it('llama.cpp leaves <tool_call> in the text of models whose calls it cannot read: run', async () => {
    const heard = await ask(['llamacpp-text-call']);
    expect([heard.text, callsOf(heard), endOf(heard)]).toEqual([
      'I will look.\n',
      [{ id: '', ...BERLIN }],
      { type: 'end', reason: 'tool_calls' },
    ]);
  });

  it('llama.cpp leaves a <tool_call> that is no JSON in the text: a malformed call, refused in words', async () => {
    const heard = await ask(['llamacpp-text-call-broken']);
    expect([heard.text, callsOf(heard)]).toEqual([
      '',
      [{ id: '', name: 'get_weather', args: {}, malformed: expect.stringContaining('city: Berlin') }],
    ]);
  });

  it('llama.cpp leaves a call in a fence that ends the answer in the text: run', async () => {
    const heard = await ask(['llamacpp-json-call']);
    expect([heard.text, callsOf(heard)]).toEqual(['', [{ id: '', ...BERLIN }]]);
  });

  it('llama.cpp leaves a call in a fence that the answer speaks of in the text: not run', async () => {
    const heard = await ask(['llamacpp-json-example']);
    expect(callsOf(heard)).toEqual([]);
    expect(heard.text).toMatch(
      /^A call looks so:\n```json\n\{"name": "get_weather".*```\nI did not make it\.$/s,
    );
  });

  it('llama.cpp leaves the tags of Qwen Coder in the text: run', async () => {
    expect(callsOf(await ask(['llamacpp-coder-call']))).toEqual([
      { id: '', name: 'get_weather', args: { city: 'Berlin', days: 3 } },
    ]);
  });

  it('llama.cpp without templates is asked once more without tools', async () => {
    const heard = await ask(['llamacpp-no-jinja', 'llamacpp-answer']);
    expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', ['tools_unsupported']]);
  });
});

describe('OpenRouter', () => {
  it('OpenRouter sends comments while it waits, and an error beside an empty choice', async () => {
    expect(await ask(['openrouter-error-in-stream'])).toMatchObject({
      text: 'Half',
      error: { code: 'model_failed', detail: expect.stringContaining('Provider disconnected unexpectedly') },
    });
  });

  it('OpenRouter passes on that a provider is overloaded: asked twice more before a word', async () => {
    expect(await ask(['openrouter-overloaded-in-stream', 'openrouter-answer'])).toMatchObject({
      text: 'Hello.',
    });
    await server?.close();
    const overloaded = 'openrouter-overloaded-in-stream';
    const thrice = await ask([overloaded, overloaded, overloaded]);
    expect(thrice.error).toMatchObject({ code: 'provider_overloaded' });
  });

  it("OpenRouter wraps a provider's error as text in its own", async () => {
    expect((await ask(['openrouter-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 131_072, asked: 140_210 },
    });
  });

  it('OpenRouter finds no endpoint with tools: asked once more without', async () => {
    const heard = await ask(['openrouter-no-tools', 'openrouter-answer']);
    expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', ['tools_unsupported']]);
  });

  it('OpenRouter gets its reasoning details back, joined', async () => {
    const { first, assistant } = await secondRequest(['openrouter-reasoned-call', 'openrouter-answer']);
    expect(first.reasoning).toBe('I need the weather.');
    expect(assistant['reasoning_details']).toEqual([
      {
        type: 'reasoning.text',
        format: 'anthropic-claude-v1',
        index: 0,
        text: 'I need the weather.',
        signature: 'EqoBCkgIBxAB',
      },
    ]);
    expect(assistant).not.toHaveProperty('reasoning');
  });

  it("OpenRouter tells a model's window and, where it is smaller, that of who serves it", async () => {
    expect(await contextOf(['openrouter-models'], 'anthropic/claude-sonnet-4.5')).toBe(200_000);
  });
});

describe('Groq', () => {
  it('Groq counts tokens in a member of its own', async () => {
    const heard = await ask(['groq-usage']);
    expect(heard).toMatchObject({ reasoning: 'Hm.', text: 'Hello.' });
    expect(usageOf(heard)).toMatchObject([{ inputTokens: 80, outputTokens: 12, reasoningTokens: 6 }]);
  });

  it('Groq refuses a call that its model wrote wrong: asked once more', async () => {
    expect(await ask(['groq-call-failed', 'groq-usage'])).toMatchObject({ text: 'Hello.' });
    await server?.close();
    const twice = await ask(['groq-call-failed', 'groq-call-failed']);
    expect(twice.error).toMatchObject({ code: 'provider_aborted' });
  });

  it('Groq refuses a request that is larger than a minute allows with 413, which trimming mends', async () => {
    expect((await ask(['groq-too-large'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 8_000, asked: 9_120 },
    });
  });

  it('Groq tells its window as context_window', async () => {
    expect(await contextOf(['groq-models'], 'openai/gpt-oss-20b')).toBe(131_072);
  });
});

describe('Mistral', () => {
  it('Mistral sends its reasoning as parts of the content', async () => {
    expect(await ask(['mistral-thinking'])).toMatchObject({ reasoning: 'Adding up.', text: '138.' });
  });

  it('Mistral ends with error, which is no answer, and with model_length', async () => {
    expect(await ask(['mistral-error'])).toMatchObject({ text: 'Half', error: { code: 'provider_aborted' } });
    await server?.close();
    expect(endOf(await ask(['mistral-model-length']))).toMatchObject({ reason: 'length' });
  });

  it('Mistral lists what is wrong field by field', async () => {
    const { error } = await ask(['mistral-invalid'], { reasoningEffort: 'high' });
    expect(error).toMatchObject({
      detail: expect.stringContaining('body.reasoning_effort: Extra inputs are not permitted'),
      hint: expect.stringContaining('LLM_REASONING_EFFORT'),
    });
  });

  it('Mistral takes ids of nine letters and digits alone: any other is shortened, the same way each time', async () => {
    const thread = afterCall(await ask(['openai-calls']));
    await server?.close();
    const { text, requests } = await ask(['mistral-long-id', 'mistral-answer'], {}, thread);
    expect(text).toBe('20 degrees.');
    const [, assistant = {}, ...results] = messagesOf(requests[1]?.body ?? {});
    const ids = (assistant['tool_calls'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      expect.stringMatching(/^[A-Za-z0-9]{9}$/),
    ]);
    expect(new Set(ids).size).toBe(2);
    expect(results.map((result) => result['tool_call_id'])).toEqual(ids);
  });

  it('Mistral tells its limit in words, and among its models', async () => {
    expect((await ask(['mistral-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 32_768, asked: 40_123 },
    });
    await server?.close();
    expect(await contextOf(['mistral-models'], 'magistral-medium-latest')).toBe(131_072);
  });
});

describe('LiteLLM', () => {
  it('LiteLLM sends an error as a chunk, its status as text', async () => {
    expect(await ask(['litellm-error-in-stream'])).toMatchObject({
      text: 'Half',
      error: { code: 'unavailable', detail: expect.stringContaining('RateLimitError') },
    });
  });

  it("LiteLLM puts another provider's overflow into its own words", async () => {
    expect((await ask(['litellm-overflow'])).error).toMatchObject({
      code: 'context_overflow',
      tokens: { limit: 200_000, asked: 210_221 },
    });
  });

  it('LiteLLM gets the thinking of Claude back, with its signature', async () => {
    const { assistant } = await secondRequest(['litellm-thinking-call', 'litellm-answer']);
    expect(assistant).toMatchObject({
      reasoning_content: 'I need the weather.',
      thinking_blocks: [{ type: 'thinking', thinking: 'I need the weather.', signature: 'EqoBCkgIBxAB' }],
    });
  });

  it('LiteLLM wants tools declared where the thread holds calls, also when none may be called', async () => {
    const thread = afterCall(await ask(['openai-calls']));
    await server?.close();
    const { model, requests } = await provider(['litellm-wants-tools', 'litellm-answer']);
    const heard = await listen(model.stream(thread, [], new AbortController().signal));
    expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', []]);
    expect(requests[0]?.body).not.toHaveProperty('tools');
    expect(requests[1]?.body).toMatchObject({
      tools: [{ function: { name: 'get_weather' } }],
      tool_choice: 'none',
    });
  });

  it('LiteLLM refuses tools by parameter: asked once more without', async () => {
    const heard = await ask(['litellm-no-tools', 'litellm-answer']);
    expect([heard.text, noticesOf(heard)]).toEqual(['Hello.', ['tools_unsupported']]);
  });
});

describe('Any of them, and what stands between', () => {
  it('A web page with status 200 is named for what it is', async () => {
    const { error } = await ask(['web-page'], { apiKey: 'k' });
    expect(error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringMatching(/answered with a web page .*: Sign in .* Company proxy$/),
      hint: expect.stringContaining('LLM_BASE_URL'),
    });
  });

  it('One JSON document in place of a stream is an answer', async () => {
    const heard = await ask(['json-answer']);
    expect([heard.text, usageOf(heard)]).toEqual([
      'Hello.',
      [{ inputTokens: 5, outputTokens: 2, model: 'm-1' }],
    ]);
  });

  it('A damaged chunk is never left out: Install 420 of 500 does not become Install 500', async () => {
    const heard = await ask(['damaged-json']);
    expect(heard).toMatchObject({ text: 'Install 4', error: { code: 'stream_damaged' } });
  });

  it('Half a character is damage too', async () => {
    const { text, error } = await ask(['damaged-utf8', 'damaged-utf8']);
    expect([text, error?.code]).toEqual(['', 'stream_damaged']);
  });

  it('A stream that just ends was cut, unless the model had said that it is done', async () => {
    expect(await ask(['cut-stream'])).toMatchObject({
      text: 'Half of',
      error: { code: 'model_failed', detail: expect.stringContaining('broke off') },
    });
    await server?.close();
    expect(endOf(await ask(['no-done']))).toEqual({ type: 'end', reason: 'stop' });
  });

  it('[DONE] without a finish reason does not make an answer whole', async () => {
    const heard = await ask(['done-without-reason']);
    expect(heard).toMatchObject({ text: 'Half of', error: { code: 'stream_damaged' } });
    expect(endOf(heard)).toBeUndefined();
  });

  it('A finish reason of their own is a stop, unless it speaks of a failure', async () => {
    expect(endOf(await ask(['unknown-reason']))).toEqual({ type: 'end', reason: 'stop' });
    await server?.close();
    expect(await ask(['unknown-failure'])).toMatchObject({
      text: 'Half of',
      error: { code: 'provider_aborted', detail: expect.stringContaining('stopped_by_operator_timeout') },
    });
  });

  it('A call that is announced and never comes is damage', async () => {
    expect(await ask(['call-lost'])).toMatchObject({
      text: 'Let me look.',
      error: { code: 'stream_damaged', detail: expect.stringContaining('tool call') },
    });
  });

  it('An event that is named error is one, whatever follows it', async () => {
    expect(await ask(['error-event'])).toMatchObject({
      text: 'Half of',
      error: { code: 'model_failed', detail: expect.stringContaining('boom') },
    });
  });

  it('Calls without an index are told apart by id, also where their parts alternate', async () => {
    expect(callsOf(await ask(['calls-by-id']))).toEqual([
      { id: 'a', ...BERLIN },
      { id: 'b', ...PARIS },
    ]);
  });

  it('An empty answer is asked for once more, and is none then', async () => {
    expect(await ask(['empty-answer', 'openai-usage'])).toMatchObject({ text: 'You need 138.' });
    await server?.close();
    const twice = await ask(['empty-answer', 'empty-document']);
    expect(twice.error).toMatchObject({ code: 'answer_empty' });
    expect(endOf(twice)).toBeUndefined();
  });

  it('An id in pieces is joined', async () => {
    expect(callsOf(await ask(['split-id']))).toEqual([{ id: 'call_81', ...BERLIN }]);
  });

  it('A call that is sent whole after its parts is one call', async () => {
    expect(callsOf(await ask(['call-twice']))).toEqual([{ id: 'call_81', ...BERLIN }]);
  });

  it('Arguments in a string in a string are arguments', async () => {
    expect(callsOf(await ask(['nested-arguments']))).toEqual([{ id: 'call_81', ...BERLIN }]);
  });

  it('A thread with calls reaches a model without tools as words', async () => {
    const thread = afterCall(await ask(['openai-calls']));
    await server?.close();
    const { requests } = await ask(['ollama-no-tools', 'ollama-answer'], {}, thread);
    const roles = messagesOf(requests[1]?.body ?? {}).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(requests[1]?.body)).toContain('[get_weather gave: 20]');
  });

  it('Headers and members that are set go along, and no secret comes back', async () => {
    const { requests, error } = await ask(['gemini-bad-key'], {
      extraHeaders: { 'X-Org': 'API key not' },
      extraBody: { top_k: 20, stream_options: undefined },
    });
    expect(requests[0]?.headers).toMatchObject({ 'x-org': 'API key not' });
    expect(requests[0]?.body).toMatchObject({ top_k: 20 });
    expect(error?.detail).toContain('[key] valid.');
  });
});
