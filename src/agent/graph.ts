import type { RunnableConfig } from '@langchain/core/runnables';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { ApprovalDecision } from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';
import type { RunWork } from '../runs/run-work.js';
import { type AgentState, mergeLoaded, mergeMessages } from './state.js';

export interface GraphParts {
  agent(state: AgentState, run: RunContext): Promise<Partial<AgentState>>;
  checkpointer(): Promise<BaseCheckpointSaver>;
}

/** What a node hands on: an update of the state, and which node is next. */
interface NodeOutput extends Partial<AgentState> {
  readonly toAgent?: true;
  readonly toApproval?: true;
}

/**
 * Two nodes on LangGraph: `agent` does the whole model-tool loop, `approval` interrupts. A node that interrupts
 * starts again from its top when it is resumed; that is why the loop returns before an approval, and why the
 * node that interrupts does nothing else. Loads LangGraph.
 *
 * The nodes and channels are given to LangGraph's engine as they are. Its `StateGraph` would compile to the same,
 * plus a start node and a layer of wrappers around each step, at five times the CPU a run.
 */
export async function compileGraph(parts: GraphParts): Promise<RunWork> {
  const [langGraph, checkpointer] = await Promise.all([loadLangGraph(), parts.checkpointer()]);
  const { BinaryOperatorAggregate, Channel, Command, EphemeralValue, GraphStep, interruptIn, Pregel } =
    langGraph;

  const channels = Channel.writeTo([], {
    messages: new GraphStep(async (output: NodeOutput) => output.messages),
    loadedPlugins: new GraphStep(async (output: NodeOutput) => output.loadedPlugins),
    toAgent: new GraphStep(async (output: NodeOutput) => output.toAgent),
    toApproval: new GraphStep(async (output: NodeOutput) => output.toApproval),
  });
  // Called by the nodes themselves: as a step after them it would bring the wrapper back that `GraphStep` avoids.
  const handOn = async (output: NodeOutput, config: RunnableConfig) => {
    await channels._write(output, config);
  };
  const agent = new GraphStep(async (state: AgentState, config) => {
    const run = runOf(config);
    const update = await parts.agent(state, run);
    await handOn(run.result?.type === 'approvals' ? { ...update, toApproval: true } : update, config);
  });
  const approval = new GraphStep(async (_: unknown, config) => {
    const run = runOf(config);
    const pending = run.result?.type === 'approvals' ? run.result.approvals : [];
    const decisions = interruptIn<readonly ApprovalDecision[]>(config, pending);
    run.decisions = new Map(decisions.map((decision) => [decision.id, decision]));
    await handOn({ toAgent: true }, config);
  });
  const graph = new Pregel({
    channels: {
      messages: new BinaryOperatorAggregate(mergeMessages, () => []),
      loadedPlugins: new BinaryOperatorAggregate(mergeLoaded, () => []),
      toAgent: new EphemeralValue<true>(),
      toApproval: new EphemeralValue<true>(),
    },
    nodes: {
      agent: Channel.subscribeTo(['toAgent']).join(['messages', 'loadedPlugins']).pipe(agent),
      approval: Channel.subscribeTo(['toApproval']).pipe(approval),
    },
    inputChannels: ['messages', 'toAgent'],
    outputChannels: ['messages'],
    checkpointer,
  });

  return async (input, run) => {
    const start =
      'decisions' in input ? new Command({ resume: input.decisions }) : { ...input, toAgent: true };
    // What `invoke` iterates, without the two web streams and abort signals that it puts around it.
    const steps = graph._streamIterator(start, {
      configurable: { thread_id: run.sessionId, run },
      durability: 'exit',
      // Nobody reads the graph's own stream: events go straight to the run's log.
      streamMode: 'custom',
    });
    while ((await steps.next()).done !== true);
  };
}

/** What the graph is made of; slow to import. The `web` entry is the one that sets up no asynchronous context. */
export async function loadLangGraph() {
  const [
    { Channel, Pregel },
    { BinaryOperatorAggregate, EphemeralValue },
    { Command },
    { GraphStep, interruptIn },
  ] = await Promise.all([
    import('@langchain/langgraph/pregel'),
    import('@langchain/langgraph/channels'),
    import('@langchain/langgraph/web'),
    import('./graph-nodes.js'),
  ]);
  return { Channel, Pregel, BinaryOperatorAggregate, EphemeralValue, Command, GraphStep, interruptIn };
}

function runOf(config: RunnableConfig): RunContext {
  return config.configurable?.['run'] as RunContext;
}
