import type { AssistantMessage, PromptMessage, ToolCall } from '../plugin/index.js';
import { hasPictures } from './attached.js';
import { isBlank } from './blank.js';
import { safeName } from './tool-name.js';

/** A thread is sent again and again: each message is looked at once. */
const looked = new WeakMap<PromptMessage, PromptMessage | 'left out'>();

/**
 * A thread as every provider takes it: they refuse a request, and with it each later one, for the name of a tool that
 * no tool may have, for a text of which nothing shows and for half a character. What the thread itself holds stays as it was.
 */
export function sendable(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const sent: PromptMessage[] = [];
  for (const message of messages) {
    let known = looked.get(message);
    if (known === undefined) {
      known = look(message);
      looked.set(message, known);
    }
    if (known !== 'left out') sent.push(known);
  }
  return sent;
}

function look(message: PromptMessage): PromptMessage | 'left out' {
  const content = message.content.toWellFormed();
  const blank = isBlank(content);
  switch (message.role) {
    case 'system':
      return blank ? 'left out' : same(message, { content });
    case 'user':
      return same(message, { content: blank && !hasPictures(message) ? '[no words]' : content });
    case 'tool':
      return same(message, { content: blank ? '[nothing]' : content, name: safeName(message.name) });
    case 'assistant':
      return lookAtAnswer(message, blank ? '' : content);
  }
}

function lookAtAnswer(message: AssistantMessage, content: string): AssistantMessage | 'left out' {
  const { toolCalls = [] } = message;
  if (toolCalls.length === 0) return content === '' ? 'left out' : same(message, { content });
  const calls = toolCalls.map((call) => same(call, { name: safeName(call.name), args: wellFormed(call) }));
  const isSame = calls.every((call, at) => call === toolCalls[at]);
  return same(message, { content, toolCalls: isSame ? toolCalls : calls });
}

function wellFormed({ args }: ToolCall): ToolCall['args'] {
  // JSON escapes the half of a character that stands alone, and nothing else like this.
  return /\\ud[89a-f]/.test(JSON.stringify(args)) ? (whole(args) as ToolCall['args']) : args;
}

function whole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), whole(member)]),
  );
}

/** The object itself where nothing of it changes. */
function same<T extends object>(of: T, fields: Partial<T>): T {
  const changes = Object.entries(fields).some(([name, value]) => of[name as keyof T] !== value);
  return changes ? { ...of, ...fields } : of;
}
