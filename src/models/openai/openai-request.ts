import type { PromptMessage, ToolSchema } from '../../plugin/index.js';
import { leanParameters } from '../lean-schema.js';

const renderedTools = new WeakMap<ToolSchema, string>();
const renderedMessages = new WeakMap<PromptMessage, string>();

/**
 * The body of a chat completions request. Tools stand before messages and both only grow at their end, so that
 * consecutive requests share the longest prefix; what was rendered once is kept with the object it came from.
 */
export function requestBody(
  model: string,
  messages: readonly PromptMessage[],
  tools: readonly ToolSchema[],
): string {
  const head = `{"model":${JSON.stringify(model)},"stream":true,"stream_options":{"include_usage":true}`;
  const toolPart =
    tools.length === 0
      ? ''
      : `,"tools":[${tools.map((tool) => memo(renderedTools, tool, renderTool)).join(',')}]`;
  const messagePart = messages.map((message) => memo(renderedMessages, message, renderMessage)).join(',');
  return `${head}${toolPart},"messages":[${messagePart}]}`;
}

function memo<T extends object>(cache: WeakMap<T, string>, key: T, render: (value: T) => string): string {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const text = render(key);
  cache.set(key, text);
  return text;
}

function renderTool(tool: ToolSchema): string {
  const { name, description } = tool;
  return JSON.stringify({
    type: 'function',
    function: { name, description, parameters: leanParameters(tool) },
  });
}

function renderMessage(message: PromptMessage): string {
  switch (message.role) {
    case 'system':
    case 'user':
      return JSON.stringify({ role: message.role, content: message.content });
    case 'tool':
      return JSON.stringify({ role: 'tool', tool_call_id: message.toolCallId, content: message.content });
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map(({ id, name, args }) => ({
        id,
        type: 'function',
        // Arguments that were no JSON went back to the model in the error; servers that parse them must not choke.
        function: { name, arguments: JSON.stringify(args) },
      }));
      return JSON.stringify({
        role: 'assistant',
        content: message.content,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      });
    }
  }
}
