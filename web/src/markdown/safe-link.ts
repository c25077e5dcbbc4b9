/**
 * Where a link may lead: to the web, to a mailbox, to another place of this page or of this oracle. Else undefined, as for
 * what would sign the reader in as somebody.
 */
export function safeLink(target: string): string | undefined {
  // Browsers pass over blanks and control characters in a scheme.
  const bare = [...target].filter((char) => char > ' ' && char !== '\u007f' && !/\s/.test(char)).join('');
  if (bare === '' || bare.startsWith('//') || bare.startsWith('/\\') || bare.startsWith('\\'))
    return undefined;
  if (/#login=/i.test(bare)) return undefined;
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]?.toLowerCase();
  if (scheme === undefined) return bare;
  return scheme === 'https' || scheme === 'http' || scheme === 'mailto' ? bare : undefined;
}

/** Whether a link leaves this oracle. */
export function isForeign(link: string): boolean {
  return /^[a-z]+:/i.test(link);
}
