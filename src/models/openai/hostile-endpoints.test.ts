import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ModelEvent, OracleError } from '../../plugin/index.js';
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from './openai-compatible.js';

const servers: Server[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** What comes of one call of an endpoint that answers like this. */
async function ask(
  answer: (response: ServerResponse) => void,
  options: Partial<OpenAiCompatibleOptions> = {},
) {
  const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model = createOpenAiCompatibleModel({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
    ...options,
  });
  const events: ModelEvent[] = [];
  const since = performance.now();
  try {
    for await (const event of model.stream(
      [{ role: 'user', id: 'u', content: 'hi' }],
      [],
      new AbortController().signal,
    ))
      events.push(event);
    return { events, ms: performance.now() - since };
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    return { events, error, ms: performance.now() - since };
  }
}

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish, ...more }] })}\n\n`;
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const again = (work: () => void) => timers.push(setInterval(work, 20));

describe('an endpoint that keeps the connection open and answers nothing', () => {
  it.each([
    ['comments', ': keep-alive\n\n'],
    ['chunks of nothing', 'data: {"choices":[]}\n\n'],
    ['chunks with a role alone', chunk({ role: 'assistant', content: '' })],
    ['blank lines', '\n'],
  ])('with %s is given up after the time until an answer begins', async (_, noise) => {
    const { error } = await ask(
      (response) => {
        stream(response);
        again(() => response.write(noise));
      },
      { timeoutMs: 150, firstTimeoutMs: 300 },
    );
    expect(error).toMatchObject({
      code: 'upstream_timeout',
      detail: 'The language model sent no part of an answer for 0.3 s.',
      hint: expect.stringContaining('LLM_FIRST_TIMEOUT_MS'),
    });
  });

  it('with comments after its first words is given up after the time between two parts', async () => {
    const { error, events } = await ask(
      (response) => {
        stream(response).write(chunk({ content: 'Half' }));
        again(() => response.write(': keep-alive\n\n'));
      },
      { timeoutMs: 150, firstTimeoutMs: 60_000 },
    );
    expect(events).toContainEqual({ type: 'text', text: 'Half' });
    expect(error).toMatchObject({
      code: 'upstream_timeout',
      hint: expect.stringContaining('LLM_TIMEOUT_MS'),
    });
  });

  it('with comments for a while may still answer', async () => {
    const { error, events } = await ask(
      (response) => {
        stream(response);
        let left = 10;
        again(() => {
          left -= 1;
          if (left > 0) response.write(': OPENROUTER PROCESSING\n\n');
          else if (left === 0) response.end(`${chunk({ content: 'Whole.' }, 'stop')}data: [DONE]\n\n`);
        });
      },
      { timeoutMs: 100, firstTimeoutMs: 5_000 },
    );
    expect(error).toBeUndefined();
    expect(events).toContainEqual({ type: 'text', text: 'Whole.' });
  });
});

it.each([
  ['a line of a stream', 'data: {"choices":[{"delta":{"content":"'],
  ['a document', '{"choices":[{"message":{"content":"'],
])('%s without an end is stopped by this side, which says so', async (_, begin) => {
  const { error } = await ask((response) => {
    stream(response).write(begin);
    const more = () => {
      while (response.write('x'.repeat(1_000_000)));
    };
    response.on('drain', more);
    more();
  });
  expect(error).toMatchObject({
    code: 'answer_too_long',
    detail:
      'The language model endpoint sent a line of more than 16,000,000 characters, which no answer has, and was stopped.',
  });
});

describe('a finish reason in a spelling of its own', () => {
  const ended = async (reason: string, more: object = {}) => {
    const { events, error } = await ask((response) =>
      stream(response).end(`${chunk({ content: 'Half' })}${chunk({}, reason, more)}data: [DONE]\n\n`),
    );
    const last = events.at(-1);
    return error?.code ?? (last?.type === 'end' ? last.reason : undefined);
  };

  it.each([
    ['MAX_TOKENS', 'length'],
    ['maxTokens', 'length'],
    ['FinishReason.MAX_TOKENS', 'length'],
    ['FINISH_REASON_MAX_TOKENS', 'length'],
    ['max-output-tokens', 'length'],
    ['SAFETY', 'content_filtered'],
    ['IMAGE_SAFETY', 'content_filtered'],
    ['RECITATION', 'content_filtered'],
    ['PROHIBITED_CONTENT', 'content_filtered'],
    ['guardrail_intervened', 'content_filtered'],
    ['ContentFilter', 'content_filtered'],
    ['OTHER', 'provider_aborted'],
    ['LANGUAGE', 'provider_aborted'],
    ['MALFORMED_FUNCTION_CALL', 'provider_aborted'],
    ['UNEXPECTED_TOOL_CALL', 'provider_aborted'],
    ['TOO_MANY_TOOL_CALLS', 'provider_aborted'],
    ['MALFORMED_RESPONSE', 'provider_aborted'],
    ['MISSING_THOUGHT_SIGNATURE', 'provider_aborted'],
    ['FINISH_REASON_UNSPECIFIED', 'provider_aborted'],
    ['repetition_truncation', 'length'],
    ['time_limit', 'provider_aborted'],
    ['STOP', 'stop'],
    ['end_turn', 'stop'],
    ['COMPLETE', 'stop'],
  ])('%s is %s', async (reason, code) => {
    expect(await ended(reason)).toBe(code);
  });

  it('that a router made stop of is told by the one it got', async () => {
    expect(await ended('stop', { native_finish_reason: 'MALFORMED_FUNCTION_CALL' })).toBe('provider_aborted');
    expect(await ended('stop', { native_finish_reason: 'MAX_TOKENS' })).toBe('length');
    expect(await ended('stop', { native_finish_reason: 'STOP' })).toBe('stop');
  });
});

describe('an endpoint that refuses', () => {
  const refusal = (status: number, headers: Record<string, string>) =>
    ask((response) => response.writeHead(status, headers).end('{"error":{"message":"slow down"}}'));

  it.each([
    ['90', /^It asks to wait 90 s, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Send the message again/],
    ['2000', /^It asks to wait 34 minutes, until /],
    ['20000', /^It asks to wait 6 hours, until /],
    ['99999999999999999999', /^It asks to wait more than a month\./],
  ])('with 429 and Retry-After: %s says when, at once', async (seconds, hint) => {
    const { error, ms } = await refusal(429, { 'retry-after': seconds });
    expect(error).toMatchObject({ code: 'unavailable', hint: expect.stringMatching(hint) });
    expect(ms).toBeLessThan(5_000);
  });

  it('has its words told without the key, and whole where the key is but a letter', async () => {
    const refuse = (apiKey: string) =>
      ask((response) => response.writeHead(400).end('{"error":{"message":"No tokens for key-1234."}}'), {
        apiKey,
      });
    expect((await refuse('key-1234')).error?.detail).toContain('No tokens for [key].');
    expect((await refuse('k')).error?.detail).toContain('No tokens for key-1234.');
  });

  it('by sending elsewhere is never followed, and the log alone has where it sends', async () => {
    const { error } = await refusal(302, { location: 'https://login.example.org/sso?token=abc' });
    expect(error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringMatching(/^The language model endpoint .* sends on .*\(HTTP 302\)\.$/),
      hint: expect.stringMatching(/^Check LLM_BASE_URL: /),
    });
    const cause = String(error?.cause);
    expect(cause).toMatch(
      /127\.0\.0\.1:\d+\/v1\/chat\/completions .* sends on to https:\/\/login\.example\.org/,
    );
    expect(`${error?.detail}${error?.hint}${cause}`).not.toContain('abc');
    expect(`${error?.detail}${error?.hint}`).not.toMatch(/127\.0\.0\.1|example/);
    expect((await refusal(301, {})).error?.hint).toContain('LLM_BASE_URL');
  });

  it('has its words told without the places behind it, which the log has', async () => {
    const said =
      '/srv/models/llama.gguf: no such file, host gpu-7.internal, http://10.0.0.3:8000/x, tcp://cache:6379, 10.0.0.4:99 or localhost:8080, C:\\models\\a.bin; see https://docs.example.org/quota of gpt-4.1 at /v1/models, 1.5/2 tokens';
    const { error } = await ask((response) =>
      response.writeHead(400).end(JSON.stringify({ error: { message: said } })),
    );
    expect(error?.detail).toContain(
      'It said: […]: no such file, host […], […], […], […] or […], […]; see https://docs.example.org/quota of gpt-4.1 at /v1/models, 1.5/2 tokens',
    );
    expect(error?.cause).toMatchObject({ message: said });
  });

  it.each([
    ['nothing', ''],
    ['comments alone', ': bye\n\n'],
  ])('by a 200 with %s is told, and the address that was asked to the log', async (_, body) => {
    const { error } = await ask((response) => stream(response).end(body));
    expect(error).toMatchObject({
      code: 'model_failed',
      detail: expect.stringMatching(/answered with status 200 and (?:an empty body|nothing in it)/),
      hint: expect.stringContaining('LLM_BASE_URL'),
    });
    expect(String(error?.cause)).toMatch(/127\.0\.0\.1:\d+\/v1\/chat\/completions was asked/);
  });
});

describe('an error that stands where an answer should', () => {
  it.each([
    [
      'Ollama',
      {
        error: {
          message: "error parsing tool call: raw='ls -R', err=invalid character 'l'",
          type: 'api_error',
        },
      },
    ],
    [
      'llama.cpp',
      {
        error: { code: 500, message: 'Failed to parse input at pos 184: <tool_call>…', type: 'server_error' },
      },
    ],
  ])('of %s about a call that its model wrote is asked about once more', async (_, body) => {
    let asked = 0;
    const { events, error } = await ask((response) => {
      asked += 1;
      stream(response);
      if (asked === 1) response.end(`data: ${JSON.stringify(body)}\n\n`);
      else response.end(`${chunk({ content: 'Four.' }, 'stop')}data: [DONE]\n\n`);
    });
    expect([asked, error]).toEqual([2, undefined]);
    expect(events).toContainEqual({ type: 'text', text: 'Four.' });
  });

  it.each([
    [
      'DeepInfra',
      {
        id: '',
        object: 'chat.completion.chunk',
        choices: null,
        error_type: 'BadRequestError',
        error_message:
          "This model's maximum context length is 163840 tokens. However, your request has 170000 input tokens.",
      },
      { code: 'context_overflow', tokens: { limit: 163_840, asked: 170_000 } },
    ],
    [
      'DashScope',
      { code: 'InvalidParameter', message: 'The thinking budget is not valid.', request_id: 'r' },
      { code: 'model_failed', detail: expect.stringContaining('The thinking budget is not valid.') },
    ],
    [
      'MiniMax',
      {
        choices: null,
        usage: { total_tokens: 0 },
        base_resp: { status_code: 1008, status_msg: 'insufficient balance' },
      },
      { code: 'model_failed', detail: expect.stringContaining('insufficient balance') },
    ],
  ])('is told in the words of %s, in a stream and as one document', async (_, body, expected) => {
    const text = JSON.stringify(body);
    expect((await ask((response) => stream(response).end(`data: ${text}\n\n`))).error).toMatchObject(
      expected,
    );
    expect((await ask((response) => response.writeHead(200).end(text))).error).toMatchObject(expected);
  });

  it('is not seen in what stands beside an answer', async () => {
    const { events, error } = await ask((response) =>
      stream(response).end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: '', content: 'Four.' }, finish_reason: 'stop' }], base_resp: { status_code: 0, status_msg: '' } })}\n\ndata: [DONE]\n\n`,
      ),
    );
    expect(error).toBeUndefined();
    expect(events).toContainEqual({ type: 'text', text: 'Four.' });
  });
});
