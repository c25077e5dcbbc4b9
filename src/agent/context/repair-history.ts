import type { TurnMessage } from '../../plugin/index.js';
import { INTERRUPTED_TEXT } from '../../runs/thread-calls.js';

/**
 * Makes a thread acceptable to any provider: every tool call is followed by its result (a missing one reads as
 * interrupted), no result stands without its call, and assistant messages that say nothing are left out.
 * Returns the same array when there is nothing to mend.
 */
export function repairHistory(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  const mended: TurnMessage[] = [];
  let changed = false;
  let open = new Map<string, string>();
  const closeOpen = () => {
    for (const [id, name] of open) {
      mended.push({
        role: 'tool',
        id: `repair:${id}`,
        toolCallId: id,
        name,
        content: INTERRUPTED_TEXT,
        status: 'interrupted',
      });
      changed = true;
    }
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.delete(message.toolCallId)) mended.push(message);
      else changed = true;
      continue;
    }
    closeOpen();
    if (message.role === 'assistant') {
      if (message.content === '' && (message.toolCalls ?? []).length === 0) {
        changed = true;
        continue;
      }
      open = new Map((message.toolCalls ?? []).map((call) => [call.id, call.name]));
    }
    mended.push(message);
  }
  closeOpen();
  return changed ? mended : messages;
}
