import type { ThreadMessage } from '../plugin/index.js';

/** The ids of all calls in these messages: a new call takes none of them, so that a decision is about one call alone. */
export function callIdsOf(messages: readonly ThreadMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages)
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) ids.add(call.id);
  return ids;
}
