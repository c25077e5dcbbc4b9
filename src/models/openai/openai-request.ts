import type {
  AssistantMessage,
  PromptMessage,
  ToolCall,
  ToolSchema,
  UserMessage,
} from '../../plugin/index.js';
import { withAnswersToTools } from '../after-tools.js';
import { hasPictures, type ShownMessage, showAttached, shownPictures } from '../attached.js';
import { isBlank } from '../blank.js';
import type { CallSettings } from '../call-settings.js';
import { leanParameters } from '../lean-schema.js';
import { plainSchema } from '../plain-schema.js';
import { sendable } from '../sendable.js';
import { withShortIds } from '../short-ids.js';
import { standInTools } from '../stand-in-tools.js';
import { withoutSystem } from '../without-system.js';
import { withoutToolMessages } from '../without-tool-messages.js';
import type { Quirks, Silence } from './quirks.js';
import { isSilent } from './silence.js';

/** DeepSeek's, who alone wants reasoning with every answer. */
const ALWAYS_FIELD = 'reasoning_content';
/** What Google publishes for the first call of an answer that no model of its own made. */
const UNSIGNED = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

/** How one request is written, until it is clear that all are. */
export interface Rendering {
  /** Pictures are left out, and it is said so. */
  readonly blind?: boolean;
  /** What an answer holds that calls tools without a word. */
  readonly silence?: Silence;
  /** The most tokens of this answer, where they are less than those that are set. */
  readonly maxTokens?: number | undefined;
}

/** Renders the bodies of one model's requests. */
export interface RequestRenderer {
  render(messages: readonly PromptMessage[], tools: readonly ToolSchema[], how?: Rendering): string;
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
  let kept = keep(habitsOf(quirks, quirks.silence));
  return {
    render(messages, tools, { blind = false, silence = quirks.silence, maxTokens } = {}) {
      const habits = habitsOf(quirks, silence);
      if (kept.habits !== habits) kept = keep(habits);
      const { tools: renderedTools, earlier, ofTurn: renderedOfTurn } = kept;
      const sent = adapt(sendable(messages), quirks);
      const shown = blind ? undefined : shownPictures(sent);
      const standIns = quirks.wantsTools && tools.length === 0 ? standInTools(sent) : [];
      const declared = quirks.withoutTools ? [] : [...tools, ...standIns];
      const head = JSON.stringify({
        model,
        ...requestFields({ ...settings, ...lesser(settings, maxTokens) }, quirks),
      }).slice(0, -1);
      const toolPart =
        declared.length === 0
          ? ''
          : `,"tools":[${declared.map((tool) => memo(renderedTools, tool, () => renderTool(tool, quirks))).join(',')}]`;
      const choice = standIns.length === 0 ? '' : ',"tool_choice":"none"';
      const turn = sent.findLastIndex(({ role }) => role === 'user');
      const messagePart = sent.map((message, at) => {
        const ofTurn = at > turn;
        if (hasPictures(message)) {
          const why = shown === undefined ? 'blind' : shown.has(message) ? undefined : 'earlier';
          return renderShown(showAttached(message as UserMessage, why));
        }
        const made = ofTurn ? renderedOfTurn : earlier;
        return memo(made, message, () => renderMessage(message, { id, ofTurn, silence, quirks }));
      });
      return `${head}${toolPart}${choice},"messages":[${messagePart.join(',')}]}`;
    },
  };
}

/** What was rendered, as long as the endpoint is taken for what it was then. */
interface Kept {
  readonly habits: string;
  readonly tools: WeakMap<ToolSchema, string>;
  readonly earlier: WeakMap<PromptMessage, string>;
  readonly ofTurn: WeakMap<PromptMessage, string>;
}

function keep(habits: string): Kept {
  return { habits, tools: new WeakMap(), earlier: new WeakMap(), ofTurn: new WeakMap() };
}

/** What decides how one tool or message is written. */
function habitsOf({ reasoning, signsCalls, plainSchemas }: Quirks, silence: Silence): string {
  return `${reasoning} ${signsCalls} ${silence === null} ${plainSchemas}`;
}

/** The thread as the endpoint takes it. */
function adapt(messages: readonly PromptMessage[], quirks: Quirks): readonly PromptMessage[] {
  const called = quirks.withoutTools ? withoutToolMessages(messages) : messages;
  const led = quirks.withoutSystem ? withoutSystem(called) : called;
  const answered = quirks.answersTools ? withAnswersToTools(led) : led;
  return quirks.shortIds ? withShortIds(answered) : answered;
}

function lesser({ maxTokens: set }: CallSettings, most: number | undefined): Pick<CallSettings, 'maxTokens'> {
  return most === undefined || (set !== undefined && set <= most) ? {} : { maxTokens: most };
}

function requestFields(settings: CallSettings, quirks: Quirks): Record<string, unknown> {
  const { temperature, maxTokens, reasoningEffort, extraBody } = settings;
  return {
    stream: !quirks.withoutStream,
    ...(quirks.withoutStreamOptions || quirks.withoutStream
      ? {}
      : { stream_options: { include_usage: true } }),
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

function renderTool(tool: ToolSchema, { plainSchemas }: Quirks): string {
  const { name, description } = tool;
  const lean = leanParameters(tool);
  const parameters = plainSchemas ? plainSchema(lean) : lean;
  return JSON.stringify({ type: 'function', function: { name, description, parameters } });
}

interface Place {
  /** The `ChatModel.id` of who is asked. */
  readonly id: string;
  /** The message is part of the turn that goes on. */
  readonly ofTurn: boolean;
  readonly silence: Silence;
  readonly quirks: Quirks;
}

function renderMessage(message: PromptMessage, place: Place): string {
  switch (message.role) {
    case 'system':
      return JSON.stringify({ role: 'system', content: message.content });
    case 'user':
      return renderShown(showAttached(message));
    case 'tool':
      return JSON.stringify({ role: 'tool', tool_call_id: message.toolCallId, content: message.content });
    case 'assistant':
      return JSON.stringify(assistantFields(message, place));
  }
}

/** Words alone stay text: parts are not taken everywhere. */
function renderShown({ text, pictures }: ShownMessage): string {
  const parts = pictures.map((url) => ({ type: 'image_url', image_url: { url } }));
  const words = isBlank(text) ? [] : [{ type: 'text', text }];
  const content = parts.length === 0 ? text : [...words, ...parts];
  return JSON.stringify({ role: 'user', content });
}

function assistantFields(message: AssistantMessage, place: Place): Record<string, unknown> {
  const { content, toolCalls = [] } = message;
  const { id, quirks, silence } = place;
  const echo = message.echo?.model === id ? message.echo : undefined;
  return {
    role: 'assistant',
    content: isSilent(message) ? silence : content,
    ...reasoningFields(message, echo, place),
    ...extraOf(echo?.extra, quirks),
    ...(toolCalls.length === 0
      ? {}
      : { tool_calls: toolCalls.map((call, at) => callFields(call, echo !== undefined, quirks, at)) }),
  };
}

/**
 * Reasoning goes back while the turn lasts: DeepSeek refuses a turn's calls without it, since its fourth version also those
 * of earlier turns, and takes an empty one for a message that has none. Groq and Cerebras refuse it by some names.
 */
function reasoningFields(
  { reasoning = '' }: AssistantMessage,
  echo: AssistantMessage['echo'],
  { ofTurn, quirks }: Place,
): Record<string, unknown> {
  if (quirks.reasoning === 'never') return {};
  const field = echo?.reasoningField;
  if (quirks.reasoning === 'always') return { [ALWAYS_FIELD]: field === undefined ? '' : reasoning };
  return ofTurn && field !== undefined && reasoning !== '' ? { [field]: reasoning } : {};
}

function extraOf(
  extra: Readonly<Record<string, unknown>> = {},
  { reasoning }: Quirks,
): Record<string, unknown> {
  if (reasoning !== 'never') return extra;
  const { reasoning_details: _, ...rest } = extra;
  return rest;
}

function callFields(
  { id, name, args, extra }: ToolCall,
  ours: boolean,
  { signsCalls }: Quirks,
  at: number,
): Record<string, unknown> {
  return {
    id,
    type: 'function',
    // Arguments that were no JSON went back to the model in the error; servers that parse them must not choke.
    function: { name, arguments: JSON.stringify(args) },
    ...(ours && extra !== undefined ? extra : signsCalls && at === 0 ? UNSIGNED : {}),
  };
}
