import type { AssistantMessage, PromptMessage } from '../plugin/index.js';

const READ: AssistantMessage = { role: 'assistant', id: 'read', content: 'I have read the results.' };

/** A thread for Mistral, where nobody but the model speaks after the results of tools: else it says that it has read them. */
export function withAnswersToTools(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.flatMap((message, at) =>
    message.role === 'user' && messages[at - 1]?.role === 'tool' ? [READ, message] : [message],
  );
}
