import { oneLine } from '../../kit/index.js';
import {
  type AnyTool,
  type ApprovalDecision,
  OracleError,
  type PendingApproval,
} from '../../plugin/index.js';

/** Whose words a held call follows is not whoever decides. */
export function isAnothers({ askedBy }: PendingApproval, decider: string, owner: string): boolean {
  return (askedBy?.id ?? owner) !== decider;
}

/**
 * A question that was worded by a look at what is the asker's own, such as their files, is theirs alone to allow: with the
 * rights of somebody else the same call is about other things. Whoever may write in the session can decline it.
 *
 * @throws OracleError `forbidden`; nothing is used up
 */
export function refuseAnothers(
  decisions: readonly ApprovalDecision[],
  anothers: readonly PendingApproval[],
  toolOf: (callId: string) => AnyTool | undefined,
): void {
  const held = anothers.find(({ id }) => {
    const allows = decisions.some((decision) => decision.id === id && decision.approved);
    return allows && toolOf(id)?.foresee !== undefined;
  });
  if (held === undefined) return;
  const name = held.askedBy === undefined ? 'the owner of this session' : oneLine(held.askedBy.name, 60);
  throw new OracleError('forbidden', {
    detail: `This asks about what belongs to ${name}, who alone can allow it: ${held.summary}`,
    hint: 'Nothing was done and the approval is still open. Decline it, or ask for the same in a message of your own.',
  });
}
