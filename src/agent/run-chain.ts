import { abortable } from '../kit/index.js';
import {
  type Middleware,
  OracleError,
  type RunCall,
  type RunOutcome,
  type RunStatus,
} from '../plugin/index.js';
import type { RunAnswers } from '../runs/answers.js';
import type { RunContext, RunResult } from '../runs/run-context.js';
import { compose, layersOf } from './middleware/compose.js';

type RunLoop = (run: RunContext, answers: RunAnswers | undefined) => Promise<RunResult>;

interface RunScope {
  readonly run: RunContext;
  readonly answers: RunAnswers | undefined;
  /** The loop, once a layer has let it begin. */
  work?: Promise<RunResult>;
}

const STATUS: Readonly<Record<RunResult['type'], Exclude<RunStatus, 'running'>>> = {
  done: 'done',
  waits: 'interrupted',
  error: 'error',
  aborted: 'cancelled',
};

/**
 * The plugins' layers around whole runs. An OracleError of a layer ends the run with that error; when the run is
 * cancelled the layers are left behind, but not the loop, which still leaves its thread in order.
 */
export function runChain(middleware: readonly Middleware[], loop: RunLoop): RunLoop {
  const layers = layersOf(middleware, ({ wrapRun }) => wrapRun);
  if (layers.length === 0) return loop;
  const chain = compose(layers, async (_: RunCall, scope: RunScope) => {
    scope.work = loop(scope.run, scope.answers);
    return outcomeOf(await scope.work, scope.run);
  });
  return async (run, answers) => {
    const scope: RunScope = { run, answers };
    try {
      await abortable(chain(callOf(run, answers), scope), run.signal);
    } catch (error) {
      if (run.signal.aborted) return (await scope.work) ?? { type: 'aborted' };
      if (OracleError.isInstance(error)) return { type: 'error', error };
      throw error;
    }
    if (scope.work !== undefined) return scope.work;
    throw new Error('A middleware ended the run without calling next()');
  };
}

function callOf(run: RunContext, answers: RunAnswers | undefined): RunCall {
  const { runId, sessionId, principal, message, metadata, signal } = run;
  return { runId, sessionId, principal, message, metadata, signal, resumed: answers !== undefined };
}

function outcomeOf(result: RunResult, { usage }: RunContext): RunOutcome {
  return {
    status: STATUS[result.type],
    usage,
    ...(result.type === 'error' ? { code: result.error.code } : {}),
  };
}
