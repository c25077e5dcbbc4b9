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
  ])('is known by the words: %s', (message, limit, asked) => {
    expect(refused(400, { message })).toMatchObject({ code: 'context_overflow', tokens: { limit, asked } });
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
