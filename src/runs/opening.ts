import type { Attachment, Principal, UserMessage } from '../plugin/index.js';
import { titleOf } from './title.js';

export interface Opening {
  readonly principal: Pick<Principal, 'id' | 'name'>;
  readonly message: string;
  readonly attachments?: readonly Attachment[];
  /** The client's own name for it, of which the session has none yet. */
  readonly messageId?: string;
}

/** The id of the message that a run begins with, where the client has no name of its own for it. */
export function userMessageId(runId: string): string {
  return `${runId}:user`;
}

/** The message that a run begins with, and the title of a session that begins with it. */
export function openingOf(
  runId: string,
  { principal: { id, name }, message, attachments = [], messageId }: Opening,
) {
  const user: UserMessage = {
    role: 'user',
    id: messageId ?? userMessageId(runId),
    content: message,
    ...(attachments.length === 0 ? {} : { attachments }),
    askedBy: { id, name },
  };
  return { message: user, title: titleOf(message), named: messageId !== undefined };
}
