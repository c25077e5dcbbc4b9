import type { Clock, PendingApproval, RunEvent } from '../../plugin/index.js';
import type { SentOnce } from '../../store/types.js';
import type { RunAnswers } from '../answers.js';
import type { Decisions } from '../decisions/decisions.js';
import type { RunToolsDeps } from '../held-tools.js';
import type { Opening } from '../opening.js';
import type { StartRun } from '../run-manager-types.js';
import type { ReadReply } from '../said-decision.js';

/** What a run begins with. */
export interface Beginning {
  readonly input: StartRun;
  readonly answers?: RunAnswers;
  /** What was asked of the person, in the words that they read. */
  readonly held?: readonly PendingApproval[];
  /** Called once a held call was done as it was allowed. */
  readonly onAllowed?: (callId: string) => Promise<void>;
  /** What the person says once the answers are followed. */
  readonly says?: Opening;
  readonly opensWithCalls?: true;
  /** What the person is told before anything else. */
  readonly notices?: readonly RunEvent[];
  /** Stores the run and its message; gives the id of the run that stands for it. */
  create(runId: string): Promise<string>;
}

export interface BeginningDeps extends RunToolsDeps {
  readonly clock: Clock;
  readonly replyTo: ReadReply;
  readonly decisions: Decisions;
}

/** The delivery that a request is remembered by, if it has one. */
export function keysOf({ once }: Pick<StartRun, 'once'>): readonly SentOnce[] {
  return once === undefined ? [] : [once];
}
