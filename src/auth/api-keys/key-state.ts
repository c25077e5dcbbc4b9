import type { ApiKeyRow } from '../../store/types.js';

/** What can be said of a key now. */
export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
