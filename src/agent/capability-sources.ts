import type { BootResult } from '../boot/types.js';
import { Lru } from '../kit/index.js';
import { type AnyTool, OracleError, type Principal } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import type { CatalogEntry } from './catalog.js';
import { toolSchema } from './tool-schema.js';

/** Loads of a principal whose tools are kept for when their source is gone. */
const MOST_KNOWN = 2_000;

/** Capabilities that came up after the boot, of all plugins that bring such. */
export interface CapabilitySources {
  list(principal: Principal): readonly CatalogEntry[];
  /**
   * The tools of one. When its source is gone after it was loaded once, the same tools that say so when they are
   * called: what a conversation has loaded never vanishes from its tool list.
   * @throws OracleError `not_found` or `unavailable` for one that was never loaded in this process
   */
  load(name: string, principal: Principal, signal: AbortSignal): Promise<readonly OwnedTool[]>;
  /** A tool of what was loaded in this process. */
  toolNamed(name: string): AnyTool | undefined;
}

export function createCapabilitySources(boot: Pick<BootResult, 'plugins'>): CapabilitySources {
  const sources = boot.plugins.flatMap(({ plugin, contribution }) =>
    (contribution.capabilitySources ?? []).map((source) => ({ plugin: plugin.name, source })),
  );
  /** What a principal loaded last, by name: tools as they were described when they were there. */
  const known = new Lru<readonly OwnedTool[]>(MOST_KNOWN);
  const byTool = new Map<string, AnyTool>();

  return {
    toolNamed: (name) => byTool.get(name),

    list: (principal) =>
      sources.flatMap(({ plugin, source }) =>
        source.list(principal).map(({ name, manifest }) => ({
          name,
          plugin,
          manifest: { ...manifest, loading: 'on-demand' as const },
          tools: [],
          owned: [],
        })),
      ),

    async load(name, principal, signal) {
      const key = JSON.stringify([principal.id, name]);
      const owner = sources.find(({ source }) => source.list(principal).some((each) => each.name === name));
      try {
        if (owner === undefined) throw gone(name);
        const tools = await owner.source.load(name, principal, signal);
        const owned = tools.map((tool) => ({
          plugin: owner.plugin,
          capability: name,
          tool,
          schema: toolSchema(tool),
        }));
        known.set(key, owned);
        for (const tool of tools) byTool.set(tool.name, tool);
        return owned;
      } catch (error) {
        signal.throwIfAborted();
        const before = known.get(key);
        if (before === undefined) throw error;
        return before.map((owned) => ({ ...owned, tool: saying(error, owned.tool) }));
      }
    },
  };
}

function gone(name: string): OracleError {
  return new OracleError('unavailable', { detail: `The capability '${name}' is not there any more.` });
}

function saying(error: unknown, tool: AnyTool): AnyTool {
  return {
    ...tool,
    run: () => {
      throw error;
    },
  };
}
