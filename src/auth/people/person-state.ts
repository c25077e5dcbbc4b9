import type { PersonRow } from '../../store/types.js';

/** What can be said of an invited person now. */
export function personState(
  { endedAt, expiresAt, lastSeenAt }: PersonRow,
  now: number,
): 'invited' | 'active' | 'expired' | 'ended' {
  if (endedAt !== null) return 'ended';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return lastSeenAt === null ? 'invited' : 'active';
}
