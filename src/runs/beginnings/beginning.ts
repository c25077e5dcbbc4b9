import type { PendingApproval, RunEvent } from '../plugin/index.js';
import type { RunAnswers } from './answers.js';
import type { Opening } from './opening.js';
import type { StartRun } from './run-manager-types.js';

/** What a run begins with. */
export interface Beginning {
  readonly input: StartRun;
  readonly answers?: RunAnswers;
  /** What was asked of the person, in the words that they read. */
  readonly held?: readonly PendingApproval[];
  /** What the person says once the answers are followed. */
  readonly says?: Opening;
  readonly opensWithCalls?: true;
  /** What the person is told before anything else. */
  readonly notices?: readonly RunEvent[];
  /** Stores the run and its message; gives the id of the run that stands for it. */
  create(runId: string): Promise<string>;
}
