import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { RunAnswers } from '../runs/answers.js';
import type { RunContext, RunResult, RunWait } from '../runs/run-context.js';
import type { RunWork } from '../runs/run-work.js';

export interface GraphParts {
  agent(run: RunContext, answers: RunAnswers | undefined): Promise<RunResult>;
  /** Keeps the graph of a session while a run of it waits. */
  checkpointer(): Promise<BaseCheckpointSaver>;
  /** Forgets what was kept for the session's wait. */
  endWait(run: RunContext): Promise<void>;
}

interface GraphConfig {
  readonly configurable?: Record<string, unknown>;
}

/** The variables by which LangChain's own tracer is switched on. */
const TRACING = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2'];

/**
 * The agent as two LangGraph functions. One does the whole model-tool loop on a message. The other first waits for
 * what people or clients must say, then does the same: a function that waits starts again from its top when it is resumed, so
 * the wait stands there, and a run that must wait ends before it enters. Nothing is done twice.
 *
 * Only the wait is checkpointed, while it lasts. Threads and loaded plugins are rows of the store; a run on a message
 * has nothing besides that a graph would have to remember, so it enters its function only where a tracer looks on:
 * of a chat's processor time LangGraph's loop around that one step would be a sixth.
 */
export function compileGraph(parts: GraphParts): RunWork {
  const work = async (run: RunContext, answers?: RunAnswers): Promise<string> => {
    run.result = await parts.agent(run, answers);
    return run.result.type;
  };
  const isTraced = TRACING.some((name) => process.env[name] === 'true');
  const onMessage = once(() => compileTraced(work));
  const onWait = once(() => compileWaiting(parts, work));

  return async (run, answers) => {
    const options = {
      configurable: { thread_id: run.sessionId, run },
      durability: 'exit' as const,
      // Nobody reads the graph's own stream: events go straight to the run's log.
      streamMode: 'custom' as const,
    };
    if (answers !== undefined) {
      const { Command, graph } = await onWait();
      try {
        await graph.invoke(new Command({ resume: answers }), options);
      } finally {
        await parts.endWait(run);
      }
    } else if (isTraced) await (await onMessage()).invoke({}, options);
    else await work(run);
    if (run.result?.type === 'waits') await (await onWait()).graph.invoke(run.result, options);
  };
}

type Work = (run: RunContext, answers?: RunAnswers) => Promise<string>;

/** As a function without a checkpointer, from the entry of LangGraph that sets up no asynchronous context. */
async function compileTraced(work: Work) {
  const { entrypoint } = await import('@langchain/langgraph/web');
  return entrypoint('oracle', (_: object, config: GraphConfig) => work(runOf(config)));
}

/**
 * Loads all of LangGraph, at the first wait: its main entry sets up the asynchronous context that `interrupt` reads,
 * and on Node 20 such a context slows down every promise of the process from then on.
 */
async function compileWaiting(parts: GraphParts, work: Work) {
  const [{ Command, entrypoint, interrupt }, checkpointer] = await Promise.all([
    import('@langchain/langgraph'),
    parts.checkpointer(),
  ]);
  const graph = entrypoint({ name: 'oracle', checkpointer }, async (wait: RunWait, config: GraphConfig) =>
    work(runOf(config), interrupt<RunWait, RunAnswers>(wait)),
  );
  return { Command, graph };
}

function runOf({ configurable }: GraphConfig): RunContext {
  return configurable?.['run'] as RunContext;
}

/** What is made at its first use, and again after a failure. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
