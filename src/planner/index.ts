import type { ChatModel, ModelEvent, PromptMessage, ToolSchema } from '../plugin/index.js';
import type { KnownCapability } from './choosing/rank-capabilities.js';
import { type Decision, decide } from './dialogue/planning/decide.js';
import { loadModel } from './understanding/load-model.js';
import { withOwnPlugins } from './understanding/own-plugins.js';

/** About how many characters one token of a language model holds. */
const CHARS_PER_TOKEN = 4;
const CHUNK = 48;

/**
 * The chat model of a machine without a model key: deterministic, local, made of rules over the manifests and
 * tool schemas that it is given. The same conversation gives the same answer. It calls tools only with values that
 * the conversation states, asks for what is missing and says that it is offline.
 */
export function createOfflinePlanner(
  capabilities: () => readonly KnownCapability[],
  /** Whether others may come up while it runs: they are listed and loaded before a message is given up. */
  hasMore: () => boolean = () => false,
): ChatModel {
  return {
    id: 'offline:planner',
    async *stream(messages, tools, signal, habits) {
      signal.throwIfAborted();
      const shipped = await loadModel();
      signal.throwIfAborted();
      const known = capabilities();
      const model = shipped === undefined ? undefined : withOwnPlugins(shipped, known);
      const decision = decide(messages, tools, known, model, habits, hasMore());
      for (const event of eventsOf(decision, messages, tools)) {
        signal.throwIfAborted();
        yield event;
      }
    },
  };
}

function* eventsOf(
  decision: Decision,
  messages: readonly PromptMessage[],
  tools: readonly ToolSchema[],
): Generator<ModelEvent> {
  const inputTokens = tokens(sizeOf(messages) + (tools.length > 0 ? JSON.stringify(tools).length : 0));
  if (decision.kind === 'text') {
    for (const text of chunks(decision.text)) yield { type: 'text', text };
    yield { type: 'usage', usage: { inputTokens, outputTokens: tokens(decision.text.length) } };
    yield { type: 'end', reason: 'stop' };
    return;
  }
  const first = callsIn(messages) + 1;
  for (const [offset, call] of decision.calls.entries()) {
    yield { type: 'tool_call', call: { id: `call_${first + offset}`, name: call.name, args: call.args } };
  }
  yield {
    type: 'usage',
    usage: { inputTokens, outputTokens: tokens(JSON.stringify(decision.calls).length) },
  };
  yield { type: 'end', reason: 'tool_calls' };
}

/** Pieces of about the same length that join to the whole; cut behind white space. */
function* chunks(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + CHUNK);
    while (to < text.length && !/\s/u.test(text[to - 1] ?? '') && to - from < CHUNK * 2) to++;
    // A surrogate pair stays whole.
    if (/[\uD800-\uDBFF]/u.test(text[to - 1] ?? '')) to++;
    yield text.slice(from, to);
    from = to;
  }
}

function tokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

function sizeOf(messages: readonly PromptMessage[]): number {
  let size = 0;
  for (const message of messages) {
    size += message.content.length;
    if (message.role === 'assistant')
      for (const call of message.toolCalls ?? []) size += JSON.stringify(call.args).length + call.name.length;
  }
  return size;
}

function callsIn(messages: readonly PromptMessage[]): number {
  let count = 0;
  for (const message of messages) if (message.role === 'assistant') count += message.toolCalls?.length ?? 0;
  return count;
}
