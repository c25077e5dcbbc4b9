import type { Conversations, PendingApproval, Principals } from 'oracle-runtime/plugin';

export interface Letter {
  /** The same when a letter is delivered again. */
  readonly id: string;
  readonly from: string;
  readonly thread: string;
  readonly text: string;
}

/** Reads a letter and says the reply to it. */
export function createPostmaster(conversations: Conversations, principals: Principals) {
  /** By session, what waits for a yes or no. A chat with buttons would put the ids on them. */
  const waiting = new Map<string, readonly PendingApproval[]>();

  return async function answer({ id, from, thread, text }: Letter, signal: AbortSignal): Promise<string> {
    const account = { provider: 'mailbox', subject: from, name: from };
    const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(text) ?? [];
    if (word === 'link') {
      const principal = await principals.link(account, rest);
      return `You are ${principal.did} from now on.`;
    }
    if (word === 'unlink') return (await principals.unlink(account)) ? 'Unlinked.' : 'You were not linked.';

    const principal = await principals.external(account);
    const { sessionId } = await conversations.open(principal, thread);
    if (word === 'stop') {
      const run = await conversations.cancel(principal, sessionId);
      return run === undefined ? 'There is nothing to stop.' : 'Stopped.';
    }
    const approvals = waiting.get(sessionId) ?? [];
    const isDecision = approvals.length > 0 && (word === 'yes' || word === 'no');
    waiting.delete(sessionId);
    const { runId } = isDecision
      ? await conversations.answer(principal, sessionId, {
          decisions: approvals.map((approval) => ({ id: approval.id, approved: word === 'yes' })),
        })
      : await conversations.send(principal, sessionId, { message: text, dedupeKey: id });

    let said = '';
    for await (const events of conversations.follow(principal, sessionId, runId, 0, signal)) {
      for (const { event } of events) {
        if (event.type === 'message') said += event.content;
        if (event.type === 'cancelled') said += ' (stopped)';
        if (event.type === 'error') said += `Sorry: ${event.message}`;
        if (event.type !== 'interrupted') continue;
        waiting.set(sessionId, event.approvals);
        said += `May I? ${event.approvals.map(({ summary }) => summary).join('; ')} (yes or no)`;
      }
    }
    return said.trim();
  };
}
