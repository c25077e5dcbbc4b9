import { askAgain, type Conversation } from './conversation.js';
import { isSaid, saidLines } from './said-lines.js';
import type { ThreadEntry } from './session-client.js';

/** Messages that remind a person of where they were. */
const REMINDERS = 4;

/** Goes on with a conversation that was begun before: shows what was said last, and asks again for what waits. */
export async function takeUp(talk: Conversation): Promise<void> {
  const { sessions, sessionId, io, paint } = talk;
  const last: ThreadEntry[] = [];
  let earlier = 0;
  for await (const entry of sessions.messages(sessionId)) {
    if (!isSaid(entry)) continue;
    last.push(entry);
    if (last.length <= REMINDERS) continue;
    last.shift();
    earlier += 1;
  }
  if (earlier > 0)
    io.stderr(`${earlier} earlier message${earlier === 1 ? '' : 's'}: oracle sessions show ${sessionId}\n`);
  const columns = io.screen?.().columns ?? 80;
  for (const entry of last) io.stdout(`\n${saidLines(entry, columns, paint).join('\n')}\n`);
  const waiting = await sessions.waitingRun(sessionId);
  if (waiting === undefined) return;
  io.stdout('\n');
  await askAgain(talk, waiting);
}
