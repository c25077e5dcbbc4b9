import { abortable } from '../kit/index.js';
import type { RunContext } from '../runs/run-context.js';
import type { Threads } from '../store/types.js';
import type { CapabilitySources } from './capability-sources.js';
import type { Catalog } from './catalog.js';
import { type MetaScope, metaTools, readResultTool } from './meta-tools.js';
import { RESULT_CAP } from './middleware/result-cap.js';
import { RUNTIME_PLUGIN } from './runtime-plugin.js';
import { ToolBelt } from './tool-belt.js';

interface LoadedCapabilitiesDeps {
  readonly catalog: Catalog;
  readonly sources: CapabilitySources;
  readonly threads: Pick<Threads, 'addLoadedPlugins'>;
  /** The whole rendering of a result that an earlier run cut; undefined when its log was dropped. */
  earlierResult(toolCallId: string): Promise<string | undefined>;
}

/** What a run may call: what the session has loaded before, and what is loaded on the way, by the model or by a cut. */
export class LoadedCapabilities {
  readonly belt: ToolBelt;
  readonly #deps: LoadedCapabilitiesDeps;
  readonly #run: RunContext;
  readonly #meta: MetaScope;
  /** Whole renderings of the results that this run cut, by tool call id. */
  readonly #cut = new Map<string, string>();
  #unreported: string[] = [];

  constructor(deps: LoadedCapabilitiesDeps, run: RunContext) {
    this.#deps = deps;
    this.#run = run;
    this.#meta = {
      ...deps,
      belt: () => this.belt,
      persistLoaded: (names) => this.#persist(names),
      wholeResult: async (id) => this.#cut.get(id) ?? deps.earlierResult(id),
      pageSize: RESULT_CAP - 256,
    };
    this.belt = new ToolBelt(deps.catalog, metaTools(this.#meta), run.requestTools);
  }

  /** What the boot no longer knows (a plugin that was removed, a source that has not come back) binds nothing. */
  async bind(name: string): Promise<void> {
    const { catalog, sources } = this.#deps;
    if (name === RUNTIME_PLUGIN) return this.belt.load(name, [readResultTool(this.#meta)]);
    const entries = catalog.named(name);
    for (const entry of entries) this.belt.load(entry.name, entry.owned);
    if (entries.length > 0) return;
    const { principal, signal, logger } = this.#run;
    try {
      this.belt.load(name, await abortable(sources.load(name, principal, signal), signal));
    } catch (error) {
      signal.throwIfAborted();
      logger.info({ capability: name, err: error }, 'a loaded capability is not there');
    }
  }

  /** Keeps the whole of a result that was cut for the model, which from now on can read on in it. */
  async onCut(toolCallId: string, whole: string): Promise<void> {
    this.#cut.set(toolCallId, whole);
    if (this.belt.loaded.includes(RUNTIME_PLUGIN)) return;
    await this.#persist([RUNTIME_PLUGIN]);
    await this.bind(RUNTIME_PLUGIN);
  }

  /** Tells the client what was loaded since it was told last. */
  report(): void {
    const loaded = this.#unreported.filter((name) => name !== RUNTIME_PLUGIN);
    this.#unreported = [];
    if (loaded.length > 0) this.#run.emit({ type: 'capability', loaded });
  }

  async #persist(names: readonly string[]): Promise<void> {
    await this.#deps.threads.addLoadedPlugins(this.#run.sessionId, names);
    this.#unreported.push(...names);
  }
}
