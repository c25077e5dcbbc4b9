import type { PromptMessage, UserMessage } from '../plugin/index.js';

/** A thread for a model whose template knows no system role: what it said stands before the first words of the person. */
export function withoutSystem(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const rest = messages.filter((message) => message.role !== 'system');
  if (system.length === 0) return rest;
  const first = rest.findIndex(({ role }) => role === 'user');
  const user = rest[first];
  const words: UserMessage = {
    ...(user?.role === 'user' ? user : { role: 'user', id: 'system' }),
    content: [...system, ...(user === undefined ? [] : [user.content])].join('\n\n'),
  };
  return user === undefined ? [words, ...rest] : rest.with(first, words);
}
