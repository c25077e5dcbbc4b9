import type { AssistantMessage, TurnMessage } from '../../plugin/index.js';

/** What stands where an answer is missing or was broken off, so that a model neither answers late nor takes it for whole. */
export const UNANSWERED_TEXT = '[No answer was given here: the run ended before it.]';
export const INCOMPLETE_TEXT = '[This answer was broken off before it was whole.]';

/**
 * Makes the sides take turns, as strict providers want it: a message of the person that got no answer is closed by a
 * short note, an answer that was broken off or cut says so, and two answers in a row are one. Gives back the same array when
 * there is nothing to do.
 */
export function closeUnanswered(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  const closed: TurnMessage[] = [];
  let changed = false;
  for (const message of messages) {
    const last = closed.at(-1);
    if (message.role === 'user' && last !== undefined && isOpen(last)) {
      closed.push({ role: 'assistant', id: `unanswered:${message.id}`, content: UNANSWERED_TEXT });
      changed = true;
    }
    const whole =
      message.role === 'assistant' && (message.interrupted ?? message.cutOff) === true
        ? marked(message)
        : message;
    changed ||= whole !== message;
    if (whole.role === 'assistant' && last?.role === 'assistant' && last.toolCalls === undefined) {
      closed[closed.length - 1] = { ...whole, content: `${last.content}\n\n${whole.content}` };
      changed = true;
    } else closed.push(whole);
  }
  return changed ? closed : messages;
}

/** Whether an answer should follow. A result that reads as interrupted says by itself that none came. */
function isOpen(message: TurnMessage): boolean {
  return message.role === 'user' || (message.role === 'tool' && message.status !== 'interrupted');
}

const marks = new WeakMap<AssistantMessage, AssistantMessage>();

/** The same object for the same message, so that adapters can keep what they made of it. */
function marked(message: AssistantMessage): AssistantMessage {
  const known = marks.get(message);
  if (known !== undefined) return known;
  const { interrupted: _, cutOff: __, ...rest } = message;
  const copy = { ...rest, content: `${message.content}\n\n${INCOMPLETE_TEXT}` };
  marks.set(message, copy);
  return copy;
}
