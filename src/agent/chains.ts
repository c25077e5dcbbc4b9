import type {
  Clock,
  Middleware,
  ModelCall,
  ModelTurn,
  ToolInvocation,
  ToolOutcome,
} from '../plugin/index.js';
import { type ExecuteScope, executeTool } from './execute-tool.js';
import { approval } from './middleware/approval.js';
import { callLog } from './middleware/call-log.js';
import { clientCall } from './middleware/client-call.js';
import { compose, type Handler, layersOf } from './middleware/compose.js';
import { repetitionGuard } from './middleware/repetition-guard.js';
import { resultCap } from './middleware/result-cap.js';
import { retryTransient } from './middleware/retry-transient.js';
import { validateArgs } from './middleware/validate-args.js';
import type { ToolChain } from './run-tools.js';
import { type ModelScope, streamTurn } from './stream-turn.js';
import type { ToolLayer, ToolScope } from './tool-scope.js';

/**
 * Call log, then the plugins' own in dependency order, around the streaming call; what chooses another model stands outside
 * of the log.
 */
export function modelChain(
  middleware: readonly Middleware[],
  clock: Clock,
): Handler<ModelCall, ModelTurn, ModelScope> {
  const wraps = (outermost: boolean) =>
    layersOf(
      middleware.filter((each) => (each.outermost === true) === outermost),
      ({ wrapModelCall }) => wrapModelCall,
    );
  return compose([...wraps(true), callLog(clock), ...wraps(false)], streamTurn);
}

/**
 * Behind the capability gate, which stands where calls come in: undo, validation, repetition guard, one retry around
 * approval, the client's own calls, result cap and the plugins' own. Nothing is called by a process that has lost the run.
 */
export function toolChain(middleware: readonly Middleware[], undo: ToolLayer): ToolChain {
  const inner = compose(
    [approval, clientCall, resultCap(), ...layersOf(middleware, ({ wrapToolCall }) => wrapToolCall)],
    async (invocation: ToolInvocation, scope: ToolScope) => {
      await scope.run.requireOwn();
      return executeTool(invocation, scope);
    },
  );
  return compose([undo, validateArgs, repetitionGuard], retryTransient(inner));
}

/** The plugins' own alone, around a call that comes without a run. */
export function lonelyCallChain(
  middleware: readonly Middleware[],
): Handler<ToolInvocation, ToolOutcome, ExecuteScope> {
  return compose(
    layersOf(middleware, ({ wrapToolCall }) => wrapToolCall),
    executeTool,
  );
}
