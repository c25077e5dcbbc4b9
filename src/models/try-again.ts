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
/** Milliseconds before the first try more, where no settings say it. */
export const PAUSE_MS = 300;
/** Tries after the first, of an endpoint that says it is away or over a limit, as of one that answers with that status. */
const AWAY_RETRIES = 2;

/** Whether an event is part of the answer. */
export function isSaid({ type }: ModelEvent): boolean {
  return type === 'text' || type === 'reasoning' || type === 'tool_call';
}

/**
 * An answer, with one more try when it fails before a word was said, and two where the endpoint says that it is away or over
 * a limit. Tokens of all tries count.
 * @throws what the last try threw
 */
export async function* tryAgain(
  attempt: () => AsyncIterable<ModelEvent>,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): AsyncGenerator<ModelEvent> {
  let spent = NO_USAGE;
  for (let tries = 0; ; tries += 1) {
    let said = false;
    try {
      for await (const event of attempt()) {
        said ||= isSaid(event);
        if (event.type === 'usage') spent = addUsage(spent, event.usage);
        yield event.type === 'usage' ? { ...event, usage: spent } : event;
      }
      return;
    } catch (error) {
      if (said || tries >= retriesFor(error)) throw error;
    }
    await sleep(pauseMs * 2 ** tries, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** What waits for longer than an answer may is not waited for again. */
function retriesFor(error: unknown): number {
  if (!OracleError.isInstance(error)) return 0;
  if (!(error instanceof AwayError)) return WORTH_IT.has(error.code) ? 1 : 0;
  return error.retried || error.code === 'upstream_timeout' ? 0 : AWAY_RETRIES;
}
