/**
 * Who may act by an authority of their own: keep files here, and let the oracle act for them. Entries are DIDs,
 * beginnings such as `did:ixo:*`, or `*` for anybody.
 */
export function usersOf(entries: readonly string[]): (did: string) => boolean {
  const whole = new Set(entries.filter((entry) => !entry.endsWith('*')));
  const beginnings = entries.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1));
  return (did) => whole.has(did) || beginnings.some((beginning) => did.startsWith(beginning));
}
