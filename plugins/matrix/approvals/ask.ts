import { exactMarkdown } from 'oracle-runtime/kit';
import type { PendingApproval } from 'oracle-runtime/plugin';
import { editContent, messageContent, type Target } from '../answers/content.js';
import type { Sender } from '../connection/sender.js';
import type { Approval, ApprovalStore } from './approval-store.js';

const YES = '✅';
const NO = '❌';

/** Asks a room about each call that waits: one message each, with the two reactions that answer it. */
export async function askFor(
  approvals: readonly PendingApproval[],
  place: {
    readonly target: Target;
    readonly sessionId: string;
    readonly asker: string;
    readonly quorum: number;
  },
  { sender, store }: { readonly sender: Pick<Sender, 'send'>; readonly store: ApprovalStore },
): Promise<void> {
  const { target, sessionId, asker, quorum } = place;
  for (const { id, summary } of approvals) {
    const asked = { summary, quorum, asker };
    const content = await messageContent(questionOf(asked, {}, 'open'), target);
    const eventId = await sender.send(target.roomId, 'm.room.message', content, `ask.${sessionId}.${id}`);
    const { roomId, threadId } = target;
    await store.open({ eventId, roomId, threadId, sessionId, callId: id, ...asked });
    for (const key of [YES, NO]) {
      const reaction = { 'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key } };
      await sender.send(roomId, 'm.reaction', reaction, `ask.${sessionId}.${id}.${key}`);
    }
  }
}

/** Writes below the question how it stands. */
export async function showVotes(
  approval: Approval,
  after: Pick<Approval, 'votes' | 'state'>,
  sender: Pick<Sender, 'send'>,
): Promise<void> {
  const content = await editContent(questionOf(approval, after.votes, after.state), approval.eventId);
  const key = `ask.${approval.eventId}.${Object.keys(after.votes).length}.${after.state}`;
  await sender.send(approval.roomId, 'm.room.message', content, key);
}

function questionOf(
  { summary, quorum, asker }: Pick<Approval, 'summary' | 'quorum' | 'asker'>,
  votes: Approval['votes'],
  state: Approval['state'],
): string {
  const who = (yes: boolean) => Object.keys(votes).filter((user) => votes[user] === yes);
  const how =
    quorum <= 1
      ? `${asker}: react ${YES} to allow it or ${NO} to decline, or say yes or no.`
      : `${quorum} members must agree: react ${YES}; one ${NO} declines it. Agreed: ${who(true).join(', ') || 'nobody yet'}.`;
  const end = {
    open: how,
    allowed: `${YES} Allowed by ${who(true).join(', ')}.`,
    declined: `${NO} Declined by ${who(false).join(', ')}.`,
    over: 'It no longer waits.',
  }[state];
  return `**May I?** ${exactMarkdown(summary)}\n\n${end}`;
}
