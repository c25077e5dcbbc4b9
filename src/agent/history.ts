import type { ThreadMessage } from '../plugin/index.js';
import { INTERRUPTED_TEXT } from '../runs/thread-calls.js';

/** When the budget is passed, history is cut to this share of it, so that the cut (and the prompt prefix) then rests. */
const KEEP_SHARE = 0.7;

/**
 * Makes a thread acceptable to any provider: every tool call is followed by its result (a missing one reads as
 * interrupted), no result stands without its call, and assistant messages that say nothing are left out.
 * Returns the same array when there is nothing to mend.
 */
export function repairHistory(messages: readonly ThreadMessage[]): readonly ThreadMessage[] {
  const mended: ThreadMessage[] = [];
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

export interface TrimmedHistory {
  readonly messages: readonly ThreadMessage[];
  /** Whether anything was left out. */
  readonly trimmed: boolean;
}

/**
 * Leaves out the oldest turns, whole, until the rest fits `maxChars`; a turn starts at a user message, so a tool
 * call is never parted from its result. If the newest turn alone is too long, its older tool results are replaced
 * by a short notice. The cut moves rarely (it goes below the budget by a margin), so that consecutive requests
 * keep their common prefix.
 */
export function trimHistory(messages: readonly ThreadMessage[], maxChars: number): TrimmedHistory {
  const turns = splitTurns(messages);
  let start = 0;
  let total = 0;
  for (const [i, turn] of turns.entries()) {
    total += turn.size;
    if (total <= maxChars) continue;
    while (start < i && total > maxChars * KEEP_SHARE) {
      total -= turns[start]?.size ?? 0;
      start += 1;
    }
  }
  const kept = turns.slice(start).flatMap((turn) => turn.messages);
  if (total > maxChars) return { messages: shortenResults(kept, total - maxChars), trimmed: true };
  return start === 0 ? { messages, trimmed: false } : { messages: kept, trimmed: true };
}

interface HistoryTurn {
  readonly messages: ThreadMessage[];
  size: number;
}

function splitTurns(messages: readonly ThreadMessage[]): HistoryTurn[] {
  const turns: HistoryTurn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    const turn = last === undefined || message.role === 'user' ? { messages: [], size: 0 } : last;
    if (turn !== last) turns.push(turn);
    turn.messages.push(message);
    turn.size += messageSize(message);
  }
  return turns;
}

const sizes = new WeakMap<ThreadMessage, number>();

/** Characters that a message adds to a request, near enough. */
function messageSize(message: ThreadMessage): number {
  const known = sizes.get(message);
  if (known !== undefined) return known;
  const calls =
    message.role === 'assistant' && message.toolCalls !== undefined ? JSON.stringify(message.toolCalls) : '';
  const size = message.content.length + calls.length;
  sizes.set(message, size);
  return size;
}

function shortenResults(messages: readonly ThreadMessage[], excess: number): readonly ThreadMessage[] {
  const lastAssistant = messages.findLastIndex((message) => message.role === 'assistant');
  let left = excess;
  return messages.map((message, i) => {
    if (left <= 0 || message.role !== 'tool' || i > lastAssistant) return message;
    const notice = `[${message.content.length} characters of this result are left out here to save room.]`;
    if (notice.length >= message.content.length) return message;
    left -= message.content.length - notice.length;
    return { ...message, content: notice };
  });
}
