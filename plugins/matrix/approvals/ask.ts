import { randomUUID } from 'node:crypto';
import { inert } from 'oracle-runtime/kit';
import type { PendingApproval } from 'oracle-runtime/plugin';
import { editContent, messageContent, type Target } from '../answers/content.js';
import type { Sender } from '../connection/sender.js';
import type { Approval, ApprovalStore } from './approval-store.js';

const YES = '✅';
const NO = '❌';

/**
 * Asks a room about each call that waits: one message each, with the two reactions that answer it.
 * @returns the ids of these messages
 */
export async function askFor(
  approvals: readonly Pick<PendingApproval, 'id' | 'summary'>[],
  place: {
    readonly target: Target;
    readonly sessionId: string;
    readonly asker: string;
    readonly quorum: number;
    readonly ledElsewhere: boolean;
  },
  { sender, store }: { readonly sender: Pick<Sender, 'send'>; readonly store: ApprovalStore },
): Promise<string[]> {
  const { target, sessionId, asker, quorum, ledElsewhere } = place;
  const asks: string[] = [];
  for (const { id, summary } of approvals) {
    const asked = { summary, quorum, asker, ledElsewhere };
    const content = await messageContent(questionOf(asked, {}, 'open'), target);
    const { roomId, threadId } = target;
    let askedAt = 0;
    const eventId = await sender.send(roomId, 'm.room.message', content, `ask.${sessionId}.${id}`, () => {
      askedAt = Date.now();
    });
    await store.open({ eventId, roomId, threadId, sessionId, callId: id, askedAt, ...asked });
    for (const key of [YES, NO]) {
      const reaction = { 'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key } };
      await sender.send(roomId, 'm.reaction', reaction, `ask.${sessionId}.${id}.${key}`);
    }
    asks.push(eventId);
  }
  return asks;
}

/** Writes below the question how it stands. */
export async function showVotes(
  approval: Approval,
  after: Pick<Approval, 'votes' | 'state'>,
  sender: Pick<Sender, 'send'>,
): Promise<void> {
  const content = await editContent(questionOf(approval, after.votes, after.state), approval.eventId);
  // One who agrees anew after they took it back makes the same words once more, and another message.
  const key = `ask.${approval.eventId}.${randomUUID()}`;
  await sender.send(approval.roomId, 'm.room.message', content, key);
}

function questionOf(
  { summary, quorum, asker, ledElsewhere }: Pick<Approval, 'summary' | 'quorum' | 'asker' | 'ledElsewhere'>,
  votes: Approval['votes'],
  state: Approval['state'],
): string {
  const who = (yes: boolean) => Object.keys(votes).filter((user) => votes[user] === yes);
  const how =
    quorum <= 1
      ? // Words in a room are of its own conversation.
        `${asker}: react ${YES} to allow it or ${NO} to decline${ledElsewhere ? '' : ', or say yes or no'}.`
      : `${quorum} members must agree: react ${YES}; one ${NO} declines it. Agreed: ${who(true).join(', ') || 'nobody yet'}.`;
  const end = {
    open: how,
    allowed: `${YES} Allowed by ${who(true).join(', ')}.`,
    declined: `${NO} Declined by ${who(false).join(', ')}.`,
    over: 'It no longer waits.',
  }[state];
  return `**May I?** ${inert(summary)}\n\n${end}`;
}
