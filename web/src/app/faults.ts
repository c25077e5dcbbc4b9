import { signal } from '@preact/signals';
import { OracleError } from 'oracle-runtime/client';
import { t } from '../words/index.js';
import { announceNow } from './announce.js';
import { noticeSignOut, onLeave } from './sign-in.js';

export interface Note {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly text: string;
}

/** What just went well or wrong, for a few seconds. */
export const notes = signal<readonly Note[]>([]);

onLeave(() => {
  notes.value = [];
});

const SHOWN_MS = 6000;
let count = 0;

export function note(text: string, kind: Note['kind'] = 'good'): void {
  count += 1;
  const id = count;
  notes.value = [...notes.value, { id, kind, text }];
  announceNow(text);
  setTimeout(() => dismiss(id), kind === 'bad' ? 2 * SHOWN_MS : SHOWN_MS);
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((each) => each.id !== id);
}

/** What went wrong before is settled: it works again. @param since only what was noted up to then */
export function settle(since = count): void {
  notes.value = notes.value.filter(({ id, kind }) => kind !== 'bad' || id > since);
}

/** An error in words for the person. */
export function wordsOf(error: unknown): string {
  if (!OracleError.isInstance(error)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'unavailable') return t('fault.unreachable');
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}

/** Does something that the person asked for, and says so when it fails. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  const begun = count;
  try {
    await work();
    settle(begun);
    return true;
  } catch (error) {
    noticeSignOut(error);
    note(wordsOf(error), 'bad');
    return false;
  }
}
