import type { Clock, Middleware, Models, OracleInfo } from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';

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
