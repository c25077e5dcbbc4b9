import type { Approval } from './approval-store.js';

/**
 * What a vote makes of an approval. Where one suffices it is the asker's alone; where several must agree any member may
 * vote, and one who says no ends it.
 * @returns undefined for a vote that does not count
 */
export function countVote(
  { asker, quorum, votes, state }: Pick<Approval, 'asker' | 'quorum' | 'votes' | 'state'>,
  voter: string,
  yes: boolean,
): Pick<Approval, 'votes' | 'state'> | undefined {
  if (state !== 'open' || (quorum <= 1 && voter !== asker)) return undefined;
  const after = { ...votes, [voter]: yes };
  if (!yes) return { votes: after, state: 'declined' };
  const agreed = Object.values(after).filter(Boolean).length;
  return { votes: after, state: agreed >= quorum ? 'allowed' : 'open' };
}
