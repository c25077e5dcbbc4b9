import { type Signal, signal } from '@preact/signals';
import { KEPT, onLeave, signIn } from '../app/sign-in.js';

const drafts = new Map<string, Signal<string>>();
onLeave(() => drafts.clear());

/** Whoever shares a browser does not share what they have not sent. */
function key(sessionId: string): string {
  const { value } = signIn;
  return `${KEPT}${value.state === 'in' ? value.person.id : ''} ${sessionId}`;
}

/** What was written in a conversation and not sent. It stays in this browser until its person signs out. */
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
