import type { ToolMessage, TurnMessage } from '../../plugin/index.js';
import { headOf } from '../head-of.js';
import { messageTokens } from './prompt-tokens.js';

/** Results leave in steps of this share of the room, so that the prompt's prefix rests between two of them. */
const STEP_SHARE = 0.3;

/**
 * Makes room within one long turn: its older tool results, oldest first, are replaced by a short notice; if that is
 * not enough, the newest ones keep their beginnings. Gives back the same array when all fits.
 */
export function shortenResults(messages: readonly TurnMessage[], room: number): readonly TurnMessage[] {
  const total = tokensOf(messages);
  if (total <= room) return messages;
  const step = Math.max(1, room * STEP_SHARE);
  let excess = Math.ceil((total - room) / step) * step;
  const newest = messages.findLastIndex((message) => message.role === 'assistant') + 1;
  const shorter = messages.map((message, i) => {
    if (excess <= 0 || message.role !== 'tool' || i >= newest) return message;
    const content = `[${message.content.length} characters of this result are left out here to save room.]`;
    if (content.length >= message.content.length) return message;
    const short = { ...message, content };
    excess -= messageTokens(message) - messageTokens(short);
    return short;
  });
  const rest = tokensOf(shorter) - room;
  return rest <= 0 ? shorter : [...shorter.slice(0, newest), ...beginnings(shorter.slice(newest), rest)];
}

/** Takes `excess` tokens off the results among the messages, each by the share that it has of them. */
function beginnings(messages: readonly TurnMessage[], excess: number): readonly TurnMessage[] {
  const all = tokensOf(messages.filter((message) => message.role === 'tool'));
  const kept = Math.max(0, 1 - (excess * 1.1) / all);
  return messages.map((message) => (message.role === 'tool' ? beginningOf(message, kept) : message));
}

function beginningOf(message: ToolMessage, share: number): ToolMessage {
  const { content } = message;
  const head = headOf(content, Math.floor(content.length * share));
  const notice = `[Cut: the first ${head.length} of ${content.length} characters; the model has no room for more. Ask for less, or for a part.]`;
  const short = head === '' ? notice : `${head}\n\n${notice}`;
  return short.length < content.length ? { ...message, content: short } : message;
}

function tokensOf(messages: readonly TurnMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}
