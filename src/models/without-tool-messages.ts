import type { AssistantMessage, PromptMessage } from '../plugin/index.js';

/** A thread for a model that knows no tools: calls and their results become words, and no two users follow each other. */
export function withoutToolMessages(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const told: PromptMessage[] = [];
  for (const message of messages.map(inWords)) {
    const last = told.at(-1);
    if (message.role !== 'user' || last?.role !== 'user') told.push(message);
    else told[told.length - 1] = { ...message, content: `${last.content}\n\n${message.content}` };
  }
  return told;
}

function inWords(message: PromptMessage): PromptMessage {
  if (message.role === 'tool')
    return { role: 'user', id: message.id, content: `[${message.name} gave: ${message.content}]` };
  return message.role === 'assistant' && message.toolCalls !== undefined ? callsInWords(message) : message;
}

function callsInWords({ toolCalls = [], echo: _, ...message }: AssistantMessage): AssistantMessage {
  const calls = toolCalls.map(({ name, args }) => `[called ${name} with ${JSON.stringify(args)}]`);
  return { ...message, content: [message.content, ...calls].filter((line) => line !== '').join('\n') };
}
