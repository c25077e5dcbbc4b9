import type { RunnableConfig } from '@langchain/core/runnables';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { RunAnswers } from '../runs/answers.js';
import type { RunContext, RunResult, RunWait } from '../runs/run-context.js';
import type { RunWork } from '../runs/run-work.js';

export interface GraphParts {
  agent(run: RunContext, answers: RunAnswers | undefined): Promise<RunResult>;
  /** Keeps the graph of a session while a run of it waits. */
  checkpointer(): Promise<BaseCheckpointSaver>;
  /** Forgets what was kept for the session's wait. */
  endWait(sessionId: string): Promise<void>;
}

/**
 * The agent as two LangGraph functions. One does the whole model-tool loop on a message. The other first waits for
 * what people or clients must say, then does the same: a function that waits starts again from its top when it is resumed, so
 * the wait stands there, and a run that must wait ends before it enters. Nothing is done twice.
 *
 * Only the wait is checkpointed, while it lasts. Threads and loaded plugins are rows of the store; a run on a message
 * has nothing besides that a graph would have to remember.
 */
export async function compileGraph(parts: GraphParts): Promise<RunWork> {
  const { entrypoint } = await loadLangGraph();
  const work = async (config: RunnableConfig, answers?: RunAnswers): Promise<string> => {
    const run = config.configurable?.['run'] as RunContext;
    run.result = await parts.agent(run, answers);
    return run.result.type;
  };
  const onMessage = entrypoint('oracle', (_: object, config: RunnableConfig) => work(config));
  let loading: ReturnType<typeof compileWaiting> | undefined;
  const onWait = () => {
    loading ??= compileWaiting(parts, work);
    return loading;
  };

  return async (run, answers) => {
    const options = {
      configurable: { thread_id: run.sessionId, run },
      durability: 'exit' as const,
      // Nobody reads the graph's own stream: events go straight to the run's log.
      streamMode: 'custom' as const,
    };
    if (answers === undefined) await onMessage.invoke({}, options);
    else {
      const { Command, graph } = await onWait();
      try {
        await graph.invoke(new Command({ resume: answers }), options);
      } finally {
        await parts.endWait(run.sessionId);
      }
    }
    if (run.result?.type === 'waits') await (await onWait()).graph.invoke(run.result, options);
  };
}

/**
 * Loads all of LangGraph, at the first wait: its main entry sets up the asynchronous context that `interrupt` reads,
 * and on Node 20 such a context slows down every promise of the process from then on.
 */
async function compileWaiting(
  parts: GraphParts,
  work: (config: RunnableConfig, answers: RunAnswers) => Promise<string>,
) {
  const [{ Command, entrypoint, interrupt }, checkpointer] = await Promise.all([
    import('@langchain/langgraph'),
    parts.checkpointer(),
  ]);
  const graph = entrypoint({ name: 'oracle', checkpointer }, async (wait: RunWait, config: RunnableConfig) =>
    work(config, interrupt<RunWait, RunAnswers>(wait)),
  );
  return { Command, graph };
}

/** What a graph is made of, without what only a wait needs; slow to import. */
export function loadLangGraph() {
  return import('@langchain/langgraph/web');
}
