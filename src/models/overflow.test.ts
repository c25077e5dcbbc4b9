import { describe, expect, it } from 'vitest';
import { endReason } from './finish-reason.js';
import { refusal } from './model-errors.js';
import { readProviderError } from './provider-error.js';

const refused = (status: number, error: unknown) => refusal(status, readProviderError({ error }, []), 'm');

describe('a request that is too long', () => {
  it.each([
    ['Range of input length should be [1, 30720]', 30_720, undefined],
    ['max_tokens must be at least 1, got -4904.', undefined, undefined],
    ['Prompt exceeds max length', undefined, undefined],
    ['Total tokens of image and text exceed max message tokens', undefined, undefined],
    ['Input length 9000 exceeds maximum allowed input length 4096', 4_096, 9_000],
    ['too many tokens: total tokens 9000 exceed limit 4096', 4_096, 9_000],
    ['Token limit exceeded', undefined, undefined],
    ['input too long', undefined, undefined],
    ['messages too long', undefined, undefined],
    ['inputs are too large for this model: 9000 > 4096', 4_096, 9_000],
    ['input_tokens must be less than 4096', 4_096, undefined],
    ['Please reduce the length of the messages or completion.', undefined, undefined],
    ['ValidationException: Input exceeds the max input token limit', undefined, undefined],
    ["total tokens exceeds the model's max of 4096", undefined, undefined],
    ['ollama: context length exceeded for llama3', undefined, undefined],
    // Letters, not tokens.
    ['total message size 10176584 exceeds limit 2097152', undefined, undefined],
    ['invalid params, context window exceeds limit (2013)', undefined, undefined],
    ['Your request exceeded model token limit: 262144 (requested: 291351)', 262_144, 291_351],
    [
      "You passed 99073 input tokens and requested 32000 output tokens. However, the model's context length is only 131072 tokens, resulting in a maximum input length of 99072 tokens.",
      131_072,
      99_073,
    ],
    [
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens.",
      262_144,
      262_145,
    ],
    [
      "This endpoint's maximum context length is 262144 tokens. However, you requested about 264896 tokens (52139 of text input, 12757 of tool input, 200000 in the output).",
      262_144,
      264_896,
    ],
  ])('is known by the words: %s', (message, limit, asked) => {
    expect(refused(400, { message })).toMatchObject({ code: 'context_overflow', tokens: { limit, asked } });
  });

  it.each([
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 5000 input tokens (32000 > 8192 - 5000).",
    "This model's maximum context length is 8192 tokens. However, you requested 32000 output tokens and your prompt contains at least 5000 input tokens, for a total of at least 37000 tokens.",
    "This model's maximum context length is 8192 tokens. However, you requested 37000 tokens (5000 in the messages, 32000 in the completion). Please reduce the length of the messages or completion.",
  ])('is none where the longest answer alone is: %s', (message) => {
    expect(refused(400, { message })).toMatchObject({
      code: 'model_failed',
      detail: expect.stringContaining('An answer of 32000 tokens was asked for'),
      hint: 'Set LLM_MAX_TOKENS to less than 8192, such as 2048.',
    });
  });

  it('is known by the code tokens_limit_reached', () => {
    const message = 'Request body too large for gpt-4o-mini model. Max size: 8000 tokens.';
    const coded = { code: 'tokens_limit_reached', message: 'No.' };
    expect(refused(400, { message })).toMatchObject({ code: 'context_overflow', tokens: { limit: 8_000 } });
    expect(refused(400, coded)).toMatchObject({ code: 'context_overflow' });
  });

  it('may be taken and leave no room for a word', () => {
    const said = { text: false, calls: false, reasoning: false };
    expect(() => endReason('model_length', said)).toThrow(
      expect.objectContaining({ code: 'context_overflow' }),
    );
    expect(() => endReason('length', said)).toThrow(expect.objectContaining({ code: 'answer_empty' }));
  });

  it.each([
    [429, 'Daily token limit exceeded', 'unavailable'],
    [429, 'Too many tokens, please wait before trying again.', 'unavailable'],
    [400, 'max_tokens must be at most 4096, got 9000', 'model_failed'],
    [400, "'tools.0.function.description' exceeds maximum length of 1024", 'model_failed'],
  ])('is another thing than %i %s', (status, message, code) => {
    expect(refused(status, { message })).toMatchObject({ code });
  });
});
