import { type Clock, type ModelCall, type ModelTurn, OracleError } from '../../plugin/index.js';
import type { ModelScope } from '../stream-turn.js';
import type { Layer } from './compose.js';

/** Logs every model call with its time and token counts. Never the text: conversations are private. */
export function callLog(clock: Clock): Layer<ModelCall, ModelTurn, ModelScope> {
  return {
    name: 'call-log',
    async wrap(call, next, scope) {
      const fields = { model: call.model.id, step: call.step };
      scope.run.logger.info(
        { ...fields, messages: call.messages.length, tools: call.tools.length },
        'model call started',
      );
      const started = clock.now();
      try {
        const turn = await next(call);
        const ms = clock.now() - started;
        scope.run.logger.info(
          { ...turn.usage, ...fields, ms, reason: turn.reason },
          `model call complete (${ms}ms)`,
        );
        return turn;
      } catch (error) {
        const ms = clock.now() - started;
        // Somebody's wish or a shutdown, not a fault that anyone should look into.
        if (call.signal.aborted) {
          scope.run.logger.info({ ...fields, ms }, `model call cancelled (${ms}ms)`);
          throw error;
        }
        const why = OracleError.isInstance(error) ? error.detail : String(error);
        // Clients are not told where the model is, and what it said of that.
        const cause =
          error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
        const told = cause === undefined ? { why } : { why, cause };
        scope.run.logger.warn({ ...fields, ms, ...told }, `model call failed (${ms}ms)`);
        throw error;
      }
    },
  };
}
