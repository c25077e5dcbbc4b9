import type { Clock, Logger, Middleware, ModelCall, ToolInvocation } from 'oracle-runtime/plugin';
import type { Registry } from './registry.js';

const TOOL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const MODEL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/** Names that plugins may give their tools; whatever a client makes up is counted as `other`. */
const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Counts and times every model call and every tool call that is carried out (each attempt of a retried one), and
 * logs one line for each. Nothing that a person wrote goes into a metric or a log line.
 */
export function callMetrics(registry: Registry, logger: Logger, clock: Clock): Middleware {
  const runs = registry.counter('oracle_runs_total', 'Runs that reached the language model.', []);
  const modelCalls = registry.counter('oracle_model_calls_total', 'Language model calls by how they ended.', [
    'model',
    'outcome',
  ]);
  const modelTokens = registry.counter(
    'oracle_model_tokens_total',
    'Tokens that model calls took and gave.',
    ['model', 'direction'],
  );
  const modelSeconds = registry.histogram(
    'oracle_model_call_duration_seconds',
    'Time from a model call to the last byte of its answer.',
    ['model'],
    MODEL_SECONDS,
  );
  const toolCalls = registry.counter('oracle_tool_calls_total', 'Tool calls by how they ended.', [
    'plugin',
    'tool',
    'status',
  ]);
  const toolSeconds = registry.histogram(
    'oracle_tool_call_duration_seconds',
    'Time that a tool call took.',
    ['plugin', 'tool'],
    TOOL_SECONDS,
  );

  const modelEnded = (call: ModelCall, outcome: string, startedAt: number) => {
    const ms = clock.now() - startedAt;
    modelCalls.add({ model: call.model.id, outcome });
    modelSeconds.observe({ model: call.model.id }, ms / 1000);
    return {
      runId: call.runId,
      sessionId: call.sessionId,
      model: call.model.id,
      step: call.step,
      outcome,
      ms,
    };
  };
  const toolEnded = (call: ToolInvocation, status: string, startedAt: number) => {
    const ms = clock.now() - startedAt;
    const tool = TOOL_NAME.test(call.tool.name) ? call.tool.name : 'other';
    toolCalls.add({ plugin: call.plugin, tool, status });
    toolSeconds.observe({ plugin: call.plugin, tool }, ms / 1000);
    const { runId, sessionId, plugin } = call;
    logger.info({ runId, sessionId, plugin, tool, status, ms }, 'tool call measured');
  };

  return {
    name: 'call-metrics',
    async wrapModelCall(call, next) {
      const startedAt = clock.now();
      if (call.step === 1) runs.add({});
      try {
        const turn = await next(call);
        modelTokens.add({ model: call.model.id, direction: 'input' }, turn.usage.inputTokens);
        modelTokens.add({ model: call.model.id, direction: 'output' }, turn.usage.outputTokens);
        // The runtime's own log line stands at `info`; this one adds the step and the outcome for those who look.
        logger.debug({ ...modelEnded(call, turn.reason, startedAt), ...turn.usage }, 'model call measured');
        return turn;
      } catch (error) {
        const outcome = call.signal.aborted ? 'cancelled' : 'error';
        logger.debug(modelEnded(call, outcome, startedAt), 'model call measured');
        throw error;
      }
    },
    async wrapToolCall(call, next) {
      const startedAt = clock.now();
      try {
        const outcome = await next(call);
        toolEnded(call, outcome.status, startedAt);
        return outcome;
      } catch (error) {
        toolEnded(call, call.signal.aborted ? 'cancelled' : 'error', startedAt);
        throw error;
      }
    },
  };
}
