import type { Attachment } from 'oracle-runtime/client';
import { client } from '../app/oracle.js';
import { onLeave } from '../app/sign-in.js';

/** What was said before its conversation was there. */
interface First {
  readonly message: string;
  readonly attachments: readonly Attachment[];
}
const first = new Map<string, First>();
onLeave(() => first.clear());

/** A new conversation, whose screen says this once it stands: its id. */
export async function begin(message: string, attachments: readonly Attachment[] = []): Promise<string> {
  const sessionId = await client.sessions.create();
  first.set(sessionId, { message, attachments });
  return sessionId;
}

/** What a conversation begins with; once. */
export function takeFirst(sessionId: string): First | undefined {
  const said = first.get(sessionId);
  first.delete(sessionId);
  return said;
}
