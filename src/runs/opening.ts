import type { Attachment, UserMessage } from '../plugin/index.js';
import { titleOf } from './title.js';

/** The message that a run begins with, and the title of a session that begins with it. */
export function openingOf(runId: string, message: string, attachments: readonly Attachment[] = []) {
  const user: UserMessage = {
    role: 'user',
    id: `${runId}:user`,
    content: message,
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  return { message: user, title: titleOf(message) };
}
