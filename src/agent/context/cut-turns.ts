import type { TurnMessage } from '../../plugin/index.js';
import { messageTokens } from './prompt-tokens.js';

/** When turns leave, what stays is cut to this share of the room, so that the cut (and the prompt's prefix) then rests. */
const KEPT_SHARE = 0.5;

/** Whether the messages fit; reads from the newest and stops where it knows. */
export function fits(messages: readonly TurnMessage[], room: number): boolean {
  let tokens = 0;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    tokens += messageTokens(messages[i] as TurnMessage);
    if (tokens > room) return false;
  }
  return true;
}

/**
 * Where the newest whole turns begin that together take no more than half of the room, or the newest turn alone: what
 * stands before is to leave. A turn begins at a message of the person, so a tool call is never parted from its result.
 */
export function cutAt(messages: readonly TurnMessage[], room: number): number {
  let tokens = 0;
  let cut: number | undefined;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i] as TurnMessage;
    tokens += messageTokens(message);
    if (message.role !== 'user') continue;
    if (cut !== undefined && tokens > room * KEPT_SHARE) break;
    cut = i;
  }
  return cut ?? 0;
}
