import { type Signal, signal } from '@preact/signals';

const key = (sessionId: string) => `oracle-draft ${sessionId}`;
const drafts = new Map<string, Signal<string>>();

/** What was written in a conversation and not sent. It stays in this browser. */
export function draftIn(sessionId: string): Signal<string> {
  const known = drafts.get(sessionId);
  if (known !== undefined) return known;
  const draft = signal(localStorage.getItem(key(sessionId)) ?? '');
  drafts.set(sessionId, draft);
  return draft;
}

export function keepDraft(sessionId: string, words: string): void {
  draftIn(sessionId).value = words;
  if (words === '') localStorage.removeItem(key(sessionId));
  else localStorage.setItem(key(sessionId), words);
}

/** Words that could not be sent are there to be sent again, unless others were written meanwhile. */
export function giveBack(sessionId: string, words: string): void {
  if (draftIn(sessionId).value === '') keepDraft(sessionId, words);
}
