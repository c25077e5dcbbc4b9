import type { Principal, Shares } from '../plugin/index.js';
import type { Store, WaitingRun } from '../store/types.js';
import type { RunWait } from './run-context.js';
import { waitOfRun } from './session-wait.js';

/** A session that goes on only once somebody has answered. */
export interface WaitingSession extends Omit<WaitingRun, 'id'>, RunWait {
  readonly runId: string;
}

export interface WhatWaitsDeps {
  readonly store: Pick<Store, 'runs'>;
  readonly shares: Pick<Shares, 'withMe'>;
}

/**
 * All that the principal may answer, longest waiting first: in sessions of its own, and in those that it may write in.
 * @throws OracleError `invalid_request` for what is no cursor of this list
 */
export async function whatWaits(
  { store, shares }: WhatWaitsDeps,
  principal: Principal,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly items: readonly WaitingSession[]; readonly cursor?: string }> {
  const shared = await shares.withMe(principal, 'session');
  const also = shared.filter(({ access }) => access === 'write').map(({ id }) => id);
  const page = await store.runs.waiting({ owner: principal.id, also }, limit, cursor);
  const items: WaitingSession[] = [];
  for (const { id: runId, ...session } of page.items) {
    const wait = await waitOfRun(store, runId);
    if (wait !== undefined) items.push({ ...session, runId, ...wait });
  }
  return { ...page, items };
}
