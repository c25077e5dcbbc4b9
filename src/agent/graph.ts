import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { ThreadMessage } from '../plugin/index.js';
import type { RunContext } from './run-context.js';
import type { ApprovalDecision } from './run-manager-types.js';
import { type AgentState, mergeLoaded, mergeMessages } from './state.js';

export type GraphInput =
  | { readonly messages: readonly ThreadMessage[] }
  | { readonly decisions: readonly ApprovalDecision[] };

/** The compiled graph: runs one run to its rest. `run.result` then says how it ended. */
export type AgentGraph = (input: GraphInput, run: RunContext) => Promise<void>;

export interface GraphParts {
  agent(state: AgentState, run: RunContext): Promise<Partial<AgentState>>;
  checkpointer(): Promise<BaseCheckpointSaver>;
}

/**
 * Two nodes on LangGraph: `agent` does the whole model-tool loop, `approval` interrupts. A node that interrupts
 * starts again from its top when it is resumed; that is why the loop returns before an approval, and why the
 * node that interrupts does nothing else. Loads LangGraph.
 */
export async function compileGraph(parts: GraphParts): Promise<AgentGraph> {
  const [{ Annotation, Command, END, interrupt, START, StateGraph }, checkpointer] = await Promise.all([
    import('@langchain/langgraph'),
    parts.checkpointer(),
  ]);
  const State = Annotation.Root({
    messages: Annotation<readonly ThreadMessage[]>({ reducer: mergeMessages, default: () => [] }),
    loadedPlugins: Annotation<readonly string[]>({ reducer: mergeLoaded, default: () => [] }),
  });
  const graph = new StateGraph(State)
    .addNode(
      'agent',
      async (state: AgentState, config: LangGraphRunnableConfig) => {
        const run = runOf(config.configurable);
        const update = await parts.agent(state, run);
        return new Command({ update, goto: run.result?.type === 'approvals' ? 'approval' : END });
      },
      { ends: ['approval', END] },
    )
    .addNode('approval', (_, config) => {
      const run = runOf(config.configurable);
      const pending = run.result?.type === 'approvals' ? run.result.approvals : [];
      const decisions = interrupt<unknown, readonly ApprovalDecision[]>(pending);
      run.decisions = new Map(decisions.map((decision) => [decision.id, decision]));
      return {};
    })
    .addEdge(START, 'agent')
    .addEdge('approval', 'agent')
    .compile({ checkpointer });

  return async (input, run) => {
    await graph.invoke('decisions' in input ? new Command({ resume: input.decisions }) : input, {
      configurable: { thread_id: run.sessionId, run },
      durability: 'exit',
      // Nobody reads the graph's own stream: events go straight to the run's log.
      streamMode: 'custom',
    });
  };
}

function runOf(configurable: Readonly<Record<string, unknown>> | undefined): RunContext {
  return configurable?.['run'] as RunContext;
}
