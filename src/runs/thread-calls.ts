import type { AssistantMessage, ThreadMessage, ToolMessage } from '../plugin/index.js';

/** What a call that never got its result reads as. */
export const INTERRUPTED_TEXT = 'Error: Interrupted before it finished; there is no result.';

/** The same in the words for the person. */
export const INTERRUPTED_CALL = 'Interrupted before it finished.';

/** The calls of the last assistant message that no tool message answers yet. */
export function unansweredCalls(messages: readonly ThreadMessage[]): AssistantMessage['toolCalls'] & {} {
  const answered = new Set<string>();
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i];
    if (message?.role === 'summary') continue;
    if (message?.role === 'tool') answered.add(message.toolCallId);
    else if (message?.role === 'assistant') {
      return (message.toolCalls ?? []).filter((call) => !answered.has(call.id));
    } else return [];
  }
  return [];
}

/** Tool messages that close `calls` as interrupted. */
export function closeAsInterrupted(calls: AssistantMessage['toolCalls'] & {}, runId: string): ToolMessage[] {
  return calls.map((call) => ({
    role: 'tool',
    id: toolMessageId(runId, call.id),
    toolCallId: call.id,
    name: call.name,
    content: INTERRUPTED_TEXT,
    status: 'interrupted',
  }));
}

/** The id of a tool message names the run whose log holds the call's whole output. */
export function toolMessageId(runId: string, toolCallId: string): string {
  return `${runId}:tool:${toolCallId}`;
}

export function runIdOf(messageId: string): string {
  return messageId.slice(0, Math.max(0, messageId.indexOf(':')));
}

/** The id of a run's n-th assistant message; its events carry it, so that recovery can tell whether it was stored. */
export function assistantMessageId(runId: string, step: number): string {
  return `${runId}:${step}`;
}
