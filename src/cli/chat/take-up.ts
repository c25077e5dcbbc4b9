import type { ThreadEntry } from '../../client/session-client.js';
import { askAgain, type Conversation, join } from './conversation.js';
import { isSaid, saidLines } from './said-lines.js';

/** Messages that remind a person of where they were. */
const REMINDERS = 4;

/**
 * Goes on with a conversation that was begun before: shows what was said last, joins the answer that is just being made, and
 * asks again for what waits.
 */
export async function takeUp(talk: Conversation): Promise<void> {
  const { sessions, sessionId, io, paint } = talk;
  const open = await sessions.openRun(sessionId);
  const last: ThreadEntry[] = [];
  let earlier = 0;
  for await (const entry of sessions.messages(sessionId)) {
    if (!isSaid(entry) || (open?.status === 'running' && isAnswerOf(open.runId, entry))) continue;
    last.push(entry);
    if (last.length <= REMINDERS) continue;
    last.shift();
    earlier += 1;
  }
  if (earlier > 0)
    io.stderr(`${earlier} earlier message${earlier === 1 ? '' : 's'}: oracle sessions show ${sessionId}\n`);
  const columns = io.screen?.().columns ?? 80;
  for (const entry of last) io.stdout(`\n${saidLines(entry, columns, paint).join('\n')}\n`);
  if (open === undefined) return;
  io.stdout('\n');
  if (open.status === 'interrupted') await askAgain(talk, open.runId);
  else await join(talk, open.runId);
}

/** Whether a message is what the run says: it comes again when the run is joined from its start. */
function isAnswerOf(runId: string, { id, role }: ThreadEntry): boolean {
  return role !== 'user' && id.startsWith(`${runId}:`);
}
