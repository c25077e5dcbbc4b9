import { Lru } from '../../kit/index.js';
import { showAttached } from '../../models/attached.js';
import { leanParameters } from '../../models/lean-schema.js';
import type { PromptMessage, ToolSchema, UserMessage } from '../../plugin/index.js';
import { estimateTokens } from './estimate-tokens.js';

/** What frames a message or a tool in a provider's own format. */
const FRAME = 5;
/** What a picture of usual size costs, of most models. */
const PICTURE = 1_000;

const messages = new WeakMap<PromptMessage, number>();
const tools = new WeakMap<ToolSchema, number>();
/** Of system prompts of late: hardly one changes from run to run, and each is longer than what is said. */
const systems = new Lru<number>(100);

/**
 * About what a message costs as a model gets it: its words, the calls that it makes, what its provider added. Reasoning
 * goes back while its turn lasts, to few, and is not counted.
 */
export function messageTokens(message: PromptMessage): number {
  const known = messages.get(message);
  if (known !== undefined) return known;
  const own = message.role === 'system' ? systemTokens(message.content) : estimateTokens(message.content);
  const tokens = FRAME + own + furtherTokens(message);
  messages.set(message, tokens);
  return tokens;
}

/** About what the words of a system prompt cost. */
export function systemTokens(text: string): number {
  const known = systems.get(text);
  if (known !== undefined) return known;
  const tokens = estimateTokens(text);
  systems.set(text, tokens);
  return tokens;
}

function furtherTokens(message: PromptMessage): number {
  if (message.role === 'user') return attachedTokens(message);
  if (message.role !== 'assistant') return 0;
  const { toolCalls = [], echo } = message;
  return (
    (toolCalls.length === 0 ? 0 : estimateTokens(JSON.stringify(toolCalls))) +
    (echo?.extra === undefined ? 0 : estimateTokens(JSON.stringify(echo.extra)))
  );
}

function attachedTokens(message: UserMessage): number {
  if (message.attachments === undefined) return 0;
  const { text, pictures } = showAttached(message);
  return estimateTokens(text.slice(message.content.length)) + pictures.length * PICTURE;
}

/** About what a list of tools costs. */
export function toolTokens(schemas: readonly ToolSchema[]): number {
  return schemas.reduce((sum, schema) => sum + oneToolTokens(schema), 0);
}

function oneToolTokens(schema: ToolSchema): number {
  const known = tools.get(schema);
  if (known !== undefined) return known;
  const { name, description } = schema;
  const tokens =
    FRAME + estimateTokens(JSON.stringify({ name, description, parameters: leanParameters(schema) }));
  tools.set(schema, tokens);
  return tokens;
}
