import { createHash } from 'node:crypto';
import type { PromptMessage } from '../plugin/index.js';

const SHORT = /^[A-Za-z0-9]{9}$/;
/** A thread is sent again and again: each message is changed once. */
const shortened = new WeakMap<PromptMessage, PromptMessage>();

/** A thread for Mistral, which takes ids of calls of nine letters and digits alone; any other id becomes its digest. */
export function withShortIds(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.map((message) => {
    const known = shortened.get(message) ?? shorten(message);
    shortened.set(message, known);
    return known;
  });
}

function shorten(message: PromptMessage): PromptMessage {
  if (message.role === 'tool') return { ...message, toolCallId: shortId(message.toolCallId) };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: shortId(call.id) })) };
}

function shortId(id: string): string {
  return SHORT.test(id) ? id : digestOf(id);
}

/** Nine letters and digits in place of an id, the same each time. */
export function digestOf(id: string): string {
  return createHash('sha256')
    .update(id)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 9);
}
