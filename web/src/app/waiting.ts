import { signal } from '@preact/signals';
import type { PendingApproval, PendingCall } from 'oracle-runtime/client';
import { read } from './oracle.js';
import { onLeave } from './sign-in.js';

/** A conversation that goes on only once somebody has answered. */
export interface WaitingSession {
  readonly sessionId: string;
  readonly title: string | null;
  readonly since: string;
  readonly approvals: readonly PendingApproval[];
  /** What a client is to run: questions to the person, such as a choice. */
  readonly calls: readonly PendingCall[];
}

/** All that waits for whoever is here, as far as it is known. */
export const waiting = signal<readonly WaitingSession[]>([]);
onLeave(() => {
  waiting.value = [];
});

/** Looks what waits. What cannot be asked now is asked again soon. */
export async function lookWhatWaits(): Promise<void> {
  try {
    waiting.value = (await read<{ readonly waiting: readonly WaitingSession[] }>('/approvals')).waiting;
  } catch {
    // Whoever does something meanwhile is told why it fails.
  }
}
