import type { RunEvent } from '../plugin/index.js';
import type { RunAnswers } from './answers.js';
import type { StartRun } from './run-manager-types.js';

/** What a run begins with. */
export interface Beginning {
  readonly input: StartRun;
  readonly answers?: RunAnswers;
  readonly opensWithCalls?: true;
  /** What the person is told before anything else. */
  readonly notices?: readonly RunEvent[];
  /** Stores the run and its message; gives the id of the run that stands for it. */
  create(runId: string): Promise<string>;
}
