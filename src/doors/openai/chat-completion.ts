import { errorOfCode } from '../../http/problem.js';
import {
  addUsage,
  isTerminal,
  NO_USAGE,
  OracleError,
  type SequencedEvent,
  type TerminalEvent,
} from '../../plugin/index.js';
import { openAiCall } from './called.js';
import type { ChunkHead } from './chat-chunks.js';
import { Spoken } from './spoken.js';
import { openAiUsage } from './usage.js';

/** A whole run as one `chat.completion`, with the text that it said. */
export interface ChatCompletion {
  readonly body: object;
  readonly text: string;
  readonly ended: TerminalEvent;
}

/**
 * Folds the events of a run.
 * @throws OracleError with the run's own code when it ended in an error, `run_interrupted` when it was cancelled or its
 * events broke off
 */
export async function chatCompletion(
  batches: AsyncIterable<readonly SequencedEvent[]>,
  head: Omit<ChunkHead, 'includeUsage'>,
): Promise<ChatCompletion> {
  const spoken = new Spoken();
  let reasoning = '';
  let usage = NO_USAGE;
  for await (const batch of batches) {
    for (const { event } of batch) {
      spoken.take(event);
      if (event.type === 'reasoning') {
        reasoning += event.content;
        spoken.takeBack(event);
      }
      if (event.type === 'usage') usage = addUsage(usage, event);
      if (!isTerminal(event)) continue;
      if (event.type === 'error') throw errorOfCode(event);
      if (event.type === 'cancelled')
        throw new OracleError('run_interrupted', { detail: 'The answer was cancelled.' });
      const { text } = spoken;
      const message = {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
        ...callsOf(event),
      };
      const { runId, model, created } = head;
      return {
        text,
        ended: event,
        body: {
          id: `chatcmpl-${runId}`,
          object: 'chat.completion',
          created,
          model,
          choices: [{ index: 0, message, finish_reason: finishOf(event), logprobs: null }],
          usage: openAiUsage(event.type === 'done' ? event.usage : usage),
        },
      };
    }
  }
  throw new OracleError('run_interrupted', { detail: 'The events of the run broke off before its end.' });
}

function callsOf(event: TerminalEvent): object {
  const calls = event.type === 'interrupted' ? (event.calls ?? []) : [];
  return calls.length === 0 ? {} : { tool_calls: calls.map(openAiCall) };
}

function finishOf(event: TerminalEvent): string {
  if (event.type === 'interrupted') return event.calls?.length ? 'tool_calls' : 'stop';
  return event.type === 'done' && event.finishReason === 'stop' ? 'stop' : 'length';
}
