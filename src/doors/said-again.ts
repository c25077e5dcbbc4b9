import type { ThreadMessage } from '../plugin/index.js';

/** What to do with a message whose id the thread has. */
export type Known =
  /** Nothing else was asked since: it is to be answered again. */
  | { readonly kind: 'again'; readonly messageId: string }
  /** The client has edited it, gone back or begun to count anew: a message of its own, and nothing is rolled back. */
  | { readonly kind: 'other' };

/**
 * Whether a message of the person is known, and what that means; undefined for a new one. Ids are the client's, so one alone
 * takes nothing out of the thread and stands for no words but its own.
 */
export function knownMessage(
  thread: readonly ThreadMessage[],
  { id, text }: { readonly id: string; readonly text: string },
): Known | undefined {
  if (!thread.some((message) => message.id === id)) return undefined;
  const last = thread.findLast(({ role }) => role === 'user');
  return last !== undefined && last.content.trim() === text.trim()
    ? { kind: 'again', messageId: last.id }
    : { kind: 'other' };
}
