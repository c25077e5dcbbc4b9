import type { ChatModel, ModelEvent, PromptMessage, ToolMessage, ToolSchema } from 'oracle-runtime/plugin';
import type { Call } from '../definition.js';

/** Characters of an answer. */
const MOST = 4_000;

/** In the place of a model where it is known what is to be called: loads the capability, calls, and says what came. */
export function callingModel(call: Call): ChatModel {
  return {
    id: 'tasks:call',
    async *stream(messages, tools) {
      const next = nextOf(call, messages, tools);
      yield { type: 'usage', usage: { inputTokens: 0, outputTokens: 0 } };
      yield next;
      yield { type: 'end', reason: next.type === 'text' ? 'stop' : 'tool_calls' };
    },
  };
}

function nextOf(
  { tool, capability, args }: Call,
  messages: readonly PromptMessage[],
  tools: readonly ToolSchema[],
): Extract<ModelEvent, { readonly type: 'text' | 'tool_call' }> {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages
    .slice(asked)
    .filter((message): message is ToolMessage => 'role' in message && message.role === 'tool');
  const called = results.findLast(({ name }) => name === tool);
  if (called !== undefined) return { type: 'text', text: wordsOf(called.content) };
  const calling = (name: string, given: Readonly<Record<string, unknown>>) =>
    ({ type: 'tool_call', call: { id: `task_${results.length + 1}`, name, args: given } }) as const;
  if (tools.some(({ name }) => name === tool)) return calling(tool, args);
  if (results.length === 0) return calling('load_capability', { names: [capability] });
  return { type: 'text', text: `Not done: this oracle has no ${tool} now.` };
}

/** What a result says of itself, else all of it. */
function wordsOf(content: string): string {
  try {
    const { summary } = JSON.parse(content) as { readonly summary?: unknown };
    if (typeof summary === 'string') return summary.slice(0, MOST);
  } catch {
    // It is no JSON.
  }
  return content.slice(0, MOST);
}
