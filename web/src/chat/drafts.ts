const key = (sessionId: string) => `oracle-draft ${sessionId}`;

/** What was written and not sent. It stays in this browser. */
export function readDraft(sessionId: string): string {
  return localStorage.getItem(key(sessionId)) ?? '';
}

export function keepDraft(sessionId: string, words: string): void {
  if (words === '') localStorage.removeItem(key(sessionId));
  else localStorage.setItem(key(sessionId), words);
}
