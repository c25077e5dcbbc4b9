import type {
  AssistantMessage,
  PromptMessage,
  ToolCall,
  ToolSchema,
  UserMessage,
} from '../../plugin/index.js';
import { hasPictures, type ShownMessage, showAttached, shownPictures } from '../attached.js';
import type { CallSettings } from '../call-settings.js';
import { leanParameters } from '../lean-schema.js';
import { withShortIds } from '../short-ids.js';
import { standInTools } from '../stand-in-tools.js';
import { withoutSystem } from '../without-system.js';
import { withoutToolMessages } from '../without-tool-messages.js';
import type { Quirks } from './quirks.js';

/** Renders the bodies of one model's requests. */
export interface RequestRenderer {
  /** @param blind pictures are left out, and it is said so */
  render(messages: readonly PromptMessage[], tools: readonly ToolSchema[], blind?: boolean): string;
}

/**
 * Bodies of chat completions requests. Tools stand before messages and both only grow at their end, so that
 * consecutive requests share the longest prefix; what was rendered once is kept with the object it came from.
 * @param id the `ChatModel.id`: what a message's echo holds goes back to it alone
 */
export function createRenderer(
  id: string,
  model: string,
  settings: CallSettings,
  quirks: Quirks,
): RequestRenderer {
  const renderedTools = new WeakMap<ToolSchema, string>();
  const rendered = new WeakMap<PromptMessage, string>();
  const renderedOfTurn = new WeakMap<PromptMessage, string>();
  return {
    render(messages, tools, blind = false) {
      const sent = adapt(messages, quirks);
      const shown = blind ? undefined : shownPictures(sent);
      const standIns = quirks.wantsTools && tools.length === 0 ? standInTools(sent) : [];
      const declared = quirks.withoutTools ? [] : [...tools, ...standIns];
      const head = JSON.stringify({ model, ...requestFields(settings, quirks) }).slice(0, -1);
      const toolPart =
        declared.length === 0
          ? ''
          : `,"tools":[${declared.map((tool) => memo(renderedTools, tool, renderTool)).join(',')}]`;
      const choice = standIns.length === 0 ? '' : ',"tool_choice":"none"';
      const turn = sent.findLastIndex(({ role }) => role === 'user');
      const messagePart = sent.map((message, at) => {
        const ofTurn = at > turn;
        if (hasPictures(message)) {
          const why = shown === undefined ? 'blind' : shown.has(message) ? undefined : 'earlier';
          return renderShown(showAttached(message as UserMessage, why));
        }
        return memo(ofTurn ? renderedOfTurn : rendered, message, () => renderMessage(message, id, ofTurn));
      });
      return `${head}${toolPart}${choice},"messages":[${messagePart.join(',')}]}`;
    },
  };
}

/** The thread as the endpoint takes it. */
function adapt(messages: readonly PromptMessage[], quirks: Quirks): readonly PromptMessage[] {
  const called = quirks.withoutTools ? withoutToolMessages(messages) : messages;
  const led = quirks.withoutSystem ? withoutSystem(called) : called;
  return quirks.shortIds ? withShortIds(led) : led;
}

function requestFields(settings: CallSettings, quirks: Quirks): Record<string, unknown> {
  const { temperature, maxTokens, reasoningEffort, extraBody } = settings;
  return {
    stream: true,
    ...(quirks.withoutStreamOptions ? {} : { stream_options: { include_usage: true } }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [quirks.tokensField]: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...extraBody,
  };
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

function renderMessage(message: PromptMessage, id: string, ofTurn: boolean): string {
  switch (message.role) {
    case 'system':
      return JSON.stringify({ role: 'system', content: message.content });
    case 'user':
      return renderShown(showAttached(message));
    case 'tool':
      return JSON.stringify({ role: 'tool', tool_call_id: message.toolCallId, content: message.content });
    case 'assistant':
      return JSON.stringify(assistantFields(message, id, ofTurn));
  }
}

/** Words alone stay text: parts are not taken everywhere. */
function renderShown({ text, pictures }: ShownMessage): string {
  const parts = pictures.map((url) => ({ type: 'image_url', image_url: { url } }));
  const content = parts.length === 0 ? text : [{ type: 'text', text }, ...parts];
  return JSON.stringify({ role: 'user', content });
}

/** Reasoning goes back while the turn lasts: DeepSeek refuses a turn's calls without it. */
function assistantFields(message: AssistantMessage, id: string, ofTurn: boolean): Record<string, unknown> {
  const { content, toolCalls = [], reasoning } = message;
  const echo = message.echo?.model === id ? message.echo : undefined;
  const field = ofTurn ? echo?.reasoningField : undefined;
  return {
    role: 'assistant',
    content,
    ...(field === undefined || reasoning === undefined ? {} : { [field]: reasoning }),
    ...echo?.extra,
    ...(toolCalls.length === 0
      ? {}
      : { tool_calls: toolCalls.map((call) => callFields(call, echo !== undefined)) }),
  };
}

function callFields({ id, name, args, extra }: ToolCall, ours: boolean): Record<string, unknown> {
  return {
    id,
    type: 'function',
    // Arguments that were no JSON went back to the model in the error; servers that parse them must not choke.
    function: { name, arguments: JSON.stringify(args) },
    ...(ours ? extra : {}),
  };
}
