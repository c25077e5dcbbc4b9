import {
  isTerminal,
  OracleError,
  type RunEvent,
  type SequencedEvent,
  type TerminalEvent,
  type ToolCallEvent,
  type Usage,
} from '../plugin/index.js';
import { errorOfCode } from './problem.js';

/** A whole run as one JSON answer. */
export interface Answer {
  readonly sessionId: string;
  readonly runId: string;
  readonly content: string;
  readonly toolCalls: readonly Omit<ToolCallEvent, 'type'>[];
  readonly loaded: readonly string[];
  readonly finishReason: 'stop' | 'limit' | 'length' | 'cancelled' | 'interrupted';
  readonly usage: Usage;
  readonly approvals?: Extract<TerminalEvent, { type: 'interrupted' }>['approvals'];
}

/**
 * Folds the events of a run into its answer.
 * @throws OracleError with the run's own code when it ended in an error, `run_interrupted` when its events broke off.
 */
export async function collectAnswer(
  run: { readonly sessionId: string; readonly runId: string },
  batches: AsyncIterable<readonly SequencedEvent[]>,
): Promise<Answer> {
  const content: string[] = [];
  const toolCalls = new Map<string, Omit<ToolCallEvent, 'type'>>();
  const loaded = new Set<string>();
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };

  const take = (event: RunEvent) => {
    if (event.type === 'message') content.push(event.content);
    else if (event.type === 'capability') for (const name of event.loaded) loaded.add(name);
    else if (event.type === 'usage') usage = sum(usage, event);
    else if (event.type === 'tool_call') {
      const { type: _, ...call } = event;
      toolCalls.set(call.id, call);
    }
  };

  for await (const batch of batches) {
    for (const { event } of batch) {
      if (!isTerminal(event)) {
        take(event);
        continue;
      }
      if (event.type === 'error') throw errorOfCode(event.code, event.message, event.hint);
      return {
        ...run,
        content: content.join(''),
        toolCalls: [...toolCalls.values()],
        loaded: [...loaded],
        finishReason: event.type === 'done' ? event.finishReason : event.type,
        usage: event.type === 'done' ? event.usage : usage,
        ...(event.type === 'interrupted' ? { approvals: event.approvals } : {}),
      };
    }
  }
  throw new OracleError('run_interrupted', {
    detail: 'The events of the run broke off before its end.',
    hint: `The run itself may go on: GET /messages/${run.sessionId}/runs/${run.runId} rejoins it.`,
  });
}

function sum(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}
