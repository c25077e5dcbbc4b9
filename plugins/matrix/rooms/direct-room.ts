import type { Room } from 'matrix-js-sdk';

/** Whether nobody but one person and the oracle reads what is said there. */
export function isDirectRoom(room: Room): boolean {
  return room.getInvitedAndJoinedMemberCount() <= 2;
}
