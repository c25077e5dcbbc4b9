import type { PromptMessage } from '../plugin/index.js';

/** A thread for a model that knows no tools: calls and their results become words. */
export function withoutToolMessages(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.flatMap((message): PromptMessage[] => {
    if (message.role === 'tool')
      return [{ role: 'user', id: message.id, content: `[${message.name} gave: ${message.content}]` }];
    if (message.role !== 'assistant' || message.toolCalls === undefined) return [message];
    const calls = message.toolCalls.map(({ name, args }) => `[called ${name} with ${JSON.stringify(args)}]`);
    const { toolCalls: _, echo: __, ...rest } = message;
    return [
      { ...rest, content: [...(message.content === '' ? [] : [message.content]), ...calls].join('\n') },
    ];
  });
}
