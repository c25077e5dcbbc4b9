import type { PromptMessage, ToolSchema } from '../plugin/index.js';

/**
 * Tools under the names that a thread's calls have: some endpoints want them declared where a conversation holds calls,
 * also in a request that may not call any.
 */
export function standInTools(messages: readonly PromptMessage[]): readonly ToolSchema[] {
  const called = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ name }) => name) : [],
    ),
  );
  return [...called].map((name) => ({
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
  }));
}
