import type { OracleError, TerminalEvent } from '../plugin/index.js';
import type { RunResult } from './run-context.js';

/** Why a run is aborted, as the terminal event that says so. */
export class Abort extends Error {
  readonly terminal: TerminalEvent;

  constructor(terminal: TerminalEvent) {
    super(`The run was aborted: ${terminal.type}`);
    this.terminal = terminal;
  }
}

export const SHUTDOWN: TerminalEvent = {
  type: 'error',
  code: 'shutting_down',
  message: 'The oracle is shutting down and stopped this run.',
  hint: 'What it had said so far is kept. Send a message to go on once it is back.',
};

export const UNSTORED: TerminalEvent = {
  type: 'error',
  code: 'unavailable',
  message: 'The oracle could not store the events of this run.',
  hint: 'Its operator finds the reason in the log. Send the message again later.',
};

export const CRASHED: TerminalEvent = {
  type: 'error',
  code: 'run_interrupted',
  message: 'The oracle stopped while it worked on this message.',
  hint: 'What it had said so far is kept. Send a message to go on.',
};

export function errorEvent({ code, detail, hint, members }: OracleError): TerminalEvent {
  return { type: 'error', code, message: detail, ...(hint && { hint }), ...(members && { members }) };
}

/** The one event that ends a run; no result means that the run itself broke. An abort wins, unless the work was done. */
export function terminalOf(result: RunResult | undefined, signal: AbortSignal): TerminalEvent {
  if (signal.aborted && result?.type !== 'done') {
    return signal.reason instanceof Abort ? signal.reason.terminal : { type: 'cancelled' };
  }
  switch (result?.type) {
    case 'done':
      return { type: 'done', finishReason: result.finishReason, usage: result.usage };
    case 'waits': {
      const { approvals, calls } = result;
      return { type: 'interrupted', approvals, ...(calls.length === 0 ? {} : { calls }) };
    }
    case 'error':
      return errorEvent(result.error);
    default:
      return {
        type: 'error',
        code: 'internal',
        message: 'The run failed because of a fault in the oracle.',
      };
  }
}
