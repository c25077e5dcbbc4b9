import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerLimits } from '../../plugin/index.js';
import {
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from './openai-compatible.js';

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** What is asked for in each request, of answers that may have so many tokens. */
async function asked(
  limits: readonly AnswerLimits[],
  steps: readonly ScriptedStep[],
  options: Partial<OpenAiCompatibleOptions> = {},
) {
  server = await startScriptedModelServer(steps);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
    ...options,
  });
  for (const limit of limits) {
    const messages = [{ role: 'user', id: 'u1', content: 'Hello' }] as const;
    for await (const _ of model.stream(messages, [], new AbortController().signal, undefined, limit));
  }
  return server.requests.map(({ body }) => (body as { max_tokens?: number }).max_tokens);
}

const refusal = (message: string): ScriptedStep => ({ error: { status: 400, body: { error: { message } } } });
const HERE: ScriptedStep = { text: 'Here.' };

describe('the most tokens of one answer', () => {
  it('are sent, and never more than are set', async () => {
    expect(await asked([{}, { maxTokens: 900 }], [HERE, HERE])).toEqual([undefined, 900]);
    await server?.close();
    expect(await asked([{ maxTokens: 900 }, { maxTokens: 90 }], [HERE, HERE], { maxTokens: 500 })).toEqual([
      500, 90,
    ]);
  });

  it.each([
    [
      'OpenAI',
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
      16_384,
    ],
    [
      'Groq',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      25_000,
    ],
    [
      'vLLM',
      "This model's maximum context length is 32768 tokens. However, you requested 100900 tokens (900 in the messages, 100000 in the completion). Please reduce the length of the messages or completion.",
      25_000,
    ],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 25_000],
  ])('are fewer from then on where %s allows fewer', async (_, message, fewer) => {
    const [first, second = 0, third] = await asked(
      [{ maxTokens: 100_000 }, { maxTokens: 100_000 }],
      [refusal(message), HERE, HERE],
    );
    expect([first, third]).toEqual([100_000, second]);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThanOrEqual(fewer);
  });
});
