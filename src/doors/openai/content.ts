import type { ChatMessage } from './chat-request.js';

/** The words of a message's content, whose parts are lines. */
export function textOf(content: ChatMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'refusal' ? [part.refusal] : []))
    .join('\n');
}
