import { setTimeout as sleep } from 'node:timers/promises';
import { addUsage, type ErrorCode, type ModelEvent, NO_USAGE, OracleError } from '../plugin/index.js';
import { AwayError } from './model-errors.js';

/** What a second try may mend. */
const WORTH_IT: ReadonlySet<ErrorCode> = new Set([
  'provider_overloaded',
  'provider_aborted',
  'answer_empty',
  'stream_damaged',
]);
const PAUSE_MS = 300;

/** Whether an event is part of the answer. */
export function isSaid({ type }: ModelEvent): boolean {
  return type === 'text' || type === 'reasoning' || type === 'tool_call';
}

/**
 * An answer, with one more try when it fails before a word was said. Tokens of both tries count.
 * @throws what the last try threw
 */
export async function* tryAgain(
  attempt: () => AsyncIterable<ModelEvent>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let spent = NO_USAGE;
  for (let first = true; ; first = false) {
    let said = false;
    try {
      for await (const event of attempt()) {
        said ||= isSaid(event);
        if (event.type === 'usage') spent = addUsage(spent, event.usage);
        yield event.type === 'usage' ? { ...event, usage: spent } : event;
      }
      return;
    } catch (error) {
      if (!first || said || !isWorthIt(error)) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function isWorthIt(error: unknown): boolean {
  if (!OracleError.isInstance(error) || !WORTH_IT.has(error.code)) return false;
  return !(error instanceof AwayError && error.retried);
}
