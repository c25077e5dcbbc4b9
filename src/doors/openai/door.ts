import type { Clock, Middleware, Models, OracleInfo, Principal } from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';

/** When a run began, in whole seconds: an answer says the same in all its chunks, and whenever it is told again. */
export async function createdAt(
  { store, clock }: Pick<OpenAiDoor, 'store' | 'clock'>,
  { id }: Principal,
  { sessionId, runId }: { readonly sessionId: string; readonly runId: string },
): Promise<number> {
  const run = await store.runs.get(id, sessionId, runId);
  return Math.floor((run?.createdAt ?? clock.now()) / 1000);
}

/** What OpenAI's protocols stand on. */
export interface OpenAiDoor {
  readonly store: Store;
  readonly runs: RunManager;
  /** Of all doors. */
  readonly left: LeftRuns;
  readonly models: Models;
  /** What plugins have each model call go through: budgets, traces. */
  readonly middleware: readonly Middleware[];
  readonly oracle: OracleInfo;
  readonly clock: Clock;
  readonly heartbeatMs: number;
}
