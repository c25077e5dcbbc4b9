import type { ApprovalDecision, ThreadMessage } from '../plugin/index.js';
import type { RunContext } from './run-context.js';

/** What sets a run going: a person's message, or answers to what an earlier run waits for. */
export type RunInput =
  | { readonly messages: readonly ThreadMessage[] }
  | { readonly decisions: readonly ApprovalDecision[] };

/** Runs one run to its rest. `run.result` then says how it ended. The agent is one. */
export type RunWork = (input: RunInput, run: RunContext) => Promise<void>;
