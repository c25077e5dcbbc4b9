import type { Usage } from '../../plugin/index.js';

/** Tokens in the words of OpenAI's API. */
export function openAiUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined
      ? {}
      : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
