import type { MatrixClient } from 'matrix-js-sdk';
import { readVote } from '../rooms/message.js';
import type { Approval } from './approval-store.js';

/** Reactions to one question that are read; more of them than members who vote. */
const MOST_READ = 500;

/**
 * The votes of an approval that still hold: a reaction can be taken back, and a member can leave. The homeserver tells which
 * reactions there are now, since those of a time when nobody was connected are told by no event.
 * @throws what the homeserver answers when it cannot tell
 */
export async function standingVotes(
  client: MatrixClient,
  { roomId, eventId, votes }: Pick<Approval, 'roomId' | 'eventId' | 'votes'>,
): Promise<Approval['votes']> {
  const agreed = new Set<string>();
  let from: string | undefined;
  for (let read = 0; read < MOST_READ; ) {
    const page = await client.fetchRelations(roomId, eventId, 'm.annotation', 'm.reaction', {
      limit: 100,
      ...(from === undefined ? {} : { from }),
    });
    for (const { sender, content } of page.chunk)
      if (sender !== undefined && readVote(content)?.yes === true) agreed.add(sender);
    read += page.chunk.length;
    from = page.next_batch ?? undefined;
    if (from === undefined || page.chunk.length === 0) break;
  }
  const room = client.getRoom(roomId);
  const isHere = (user: string) => room?.getMember(user)?.membership === 'join';
  return Object.fromEntries(
    Object.entries(votes).filter(([user, yes]) => !yes || (agreed.has(user) && isHere(user))),
  );
}
