import type { ApprovalDecision } from '../plugin/index.js';
import type { RunContext } from './run-context.js';

/** Answers to all that the session's last run waits for. */
export interface RunAnswers {
  readonly decisions: readonly ApprovalDecision[];
}

/**
 * Works on one run until it rests; `run.result` then says how it ended. With `answers` it goes on where the last run
 * of the session waits, else from the person's message, the last of the thread. The agent is one.
 */
export type RunWork = (run: RunContext, answers?: RunAnswers) => Promise<void>;
