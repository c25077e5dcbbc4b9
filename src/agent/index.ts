import type { BootResult } from '../boot/types.js';
import type { Config } from '../config-types.js';
import { replyTo } from '../planner/dialogue/asked/reply.js';
import type {
  Clock,
  Logger,
  Models,
  OracleInfo,
  PendingApproval,
  Shares,
  ThreadMessage,
} from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { Decisions } from '../runs/decisions/decisions.js';
import { UNDO_TOOL } from '../runs/find-undo.js';
import { patienceFor } from '../runs/patience.js';
import type { RunContext } from '../runs/run-context.js';
import { createRunManager } from '../runs/run-manager.js';
import type { RunManager } from '../runs/run-manager-types.js';
import { runIdOf } from '../runs/thread-calls.js';
import type { Store } from '../store/types.js';
import { createCapabilitySources } from './capability-sources.js';
import { type Catalog, createCatalog } from './catalog.js';
import { modelChain, toolChain } from './chains.js';
import { TokenGauge } from './context/token-gauge.js';
import { compileGraph } from './graph.js';
import { runLoop } from './loop.js';
import { undoLastChange } from './middleware/undo.js';
import { promptHead, systemPrompt } from './prompt.js';
import { requestToolsOf } from './request-tools.js';
import { runChain } from './run-chain.js';
import { renderOutput } from './tool-outcome.js';
import type { Inverse } from './tool-scope.js';

export { createModels } from '../models/resolve.js';
export { capabilitiesOf } from './catalog.js';
export { pluginModels } from './plugin-models.js';

export interface AgentOptions {
  readonly boot: BootResult;
  readonly store: Store;
  readonly shares: Pick<Shares, 'inPlaceOf'>;
  readonly vigil: Vigil;
  readonly config: Config;
  readonly oracle: OracleInfo;
  readonly models: Models;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly decisions: Decisions;
  /** The operation of this name, as a call that takes another back makes it. */
  inverse(operation: string): Inverse | undefined;
}

/** Wires the agent: what the boot found, a loop around the models, a graph around the loop, runs around the graph. */
export function createAgent(options: AgentOptions): RunManager {
  const { boot, store, shares, vigil, config, oracle, models, logger, clock, decisions, inverse } = options;
  const catalog = createCatalog(boot);
  const sources = createCapabilitySources(boot);
  let head: string | undefined;
  const deps = {
    catalog,
    sources,
    models,
    clock,
    threads: patientThreads(store),
    // By then the session may wait for an answer to a newer run.
    endWait: async (run: RunContext) => {
      await run.requireOwn();
      await store.runs.endWait(run.sessionId);
    },
    gauge: new TokenGauge(clock, config.models.maxTokens),
    limits: config.models,
    modelChain: modelChain(boot.middleware, clock),
    toolChain: toolChain(
      boot.middleware,
      undoLastChange({ results: store.threads.results, inverse, now: clock.now }),
    ),
    systemPrompt: (run: RunContext) => {
      head ??= promptHead(config, oracle, catalog);
      return systemPrompt({ head, sections: boot.promptSections, run, clock });
    },
    foreseen: async ({ principal, sessionId, owner, requireOwn }: RunContext, held: PendingApproval) => {
      await requireOwn();
      return decisions.foreseen({ principal, sessionId, owner, held });
    },
    wholeResult: (thread: readonly ThreadMessage[], toolCallId: string) =>
      wholeResult(store, catalog, thread, toolCallId),
  };
  return createRunManager({
    shares,
    vigil,
    store,
    logger,
    clock,
    decisions,
    limits: config.runLimits,
    replyTo: (message) => replyTo(message).kind,
    work: compileGraph({
      agent: runChain(boot.middleware, (run, answers) => runLoop(deps, run, answers)),
      endWait: deps.endWait,
      checkpointer: async () => (await import('../store/checkpoint-saver.js')).createCheckpointSaver(store),
    }),
    heldTool: (name, called) =>
      called === UNDO_TOOL ? inverse(name)?.tool : (catalog.toolNamed(name) ?? sources.toolNamed(name)),
    requestTools: requestToolsOf({ boot, catalog, logger }),
  });
}

/** The threads as a run needs them: what it stores waits for a database that is away for a while. */
function patientThreads(store: Store): Store['threads'] {
  const { threads } = store;
  const patient = patienceFor(store);
  return {
    ...threads,
    messages: (id) => patient(() => threads.messages(id)),
    loadedPlugins: (id) => patient(() => threads.loadedPlugins(id)),
    withReplaced: (id) => patient(() => threads.withReplaced(id)),
    amendedSince: (id, amendment) => patient(() => threads.amendedSince(id, amendment)),
    addLoadedPlugins: (id, names) => patient(() => threads.addLoadedPlugins(id, names)),
  };
}

/** The result of a call of an earlier run, from that run's event log; its tool message's id names the run. */
async function wholeResult(
  store: Store,
  catalog: Catalog,
  thread: readonly ThreadMessage[],
  toolCallId: string,
): Promise<string | undefined> {
  const message = thread.find((m) => m.role === 'tool' && m.toolCallId === toolCallId);
  if (message?.role !== 'tool' || message.takenBack) return undefined;
  const events = (await store.runs.events(runIdOf(message.id), 0)) ?? [];
  for (const { event } of events) {
    if (event.type === 'tool_call' && event.id === toolCallId && event.status === 'done')
      return renderOutput(event.output, catalog.toolNamed(event.name));
  }
  return undefined;
}
