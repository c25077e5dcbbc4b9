import { createHmac } from 'node:crypto';
import type { Caller, Keys } from 'oracle-runtime/plugin';

/** Where a caller's code runs: one workspace for each person and conversation, by a name that nobody can guess. */
export type WorkspaceNames = (caller: Pick<Caller, 'principal' | 'run'>) => Promise<string>;

export function workspaceNames(keys: Keys): WorkspaceNames {
  return async ({ principal, run }) => {
    const key = await keys.get('workspaces');
    // Lengths first, so that no two pairs are the same text.
    const of = JSON.stringify([principal.id, run?.sessionId ?? null]);
    return createHmac('sha256', key).update(of).digest('hex');
  };
}
