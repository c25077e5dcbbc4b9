import type { RunAnswers } from './answers.js';
import type { RunContext } from './run-context.js';

/**
 * Works on one run until it rests; `run.result` then says how it ended. With `answers` it goes on where the last run
 * of the session waits, else from the person's message, the last of the thread. The agent is one.
 */
export type RunWork = (run: RunContext, answers?: RunAnswers) => Promise<void>;
