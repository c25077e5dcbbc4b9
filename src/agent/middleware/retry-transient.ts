import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolInvocation, ToolOutcome } from '../../plugin/index.js';
import { isTransient } from '../tool-outcome.js';
import type { ToolScope } from '../tool-scope.js';
import type { Handler } from './compose.js';

const PAUSE_MS = 200;

/**
 * Runs the rest of the chain once more after a transient failure, if the tool is idempotent. It wraps a handler
 * and is no layer, because a layer may call `next` only once.
 */
export function retryTransient(
  inner: Handler<ToolInvocation, ToolOutcome, ToolScope>,
): Handler<ToolInvocation, ToolOutcome, ToolScope> {
  return async (invocation, scope) => {
    const first = await inner(invocation, scope);
    if (invocation.tool.idempotent !== true || !isTransient(first) || invocation.signal.aborted) return first;
    scope.run.logger.info({ tool: invocation.call.name, call: invocation.call.id }, 'tool call retried');
    await sleep(PAUSE_MS, undefined, { signal: invocation.signal }).catch(() => undefined);
    return invocation.signal.aborted ? first : inner(invocation, scope);
  };
}
