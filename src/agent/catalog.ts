import type { BootResult } from '../boot/types.js';
import type { KnownCapability } from '../planner/choosing/rank-capabilities.js';
import type { AnyTool, LoadingMode, Manifest, ToolSchema } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import { toolSchema } from './tool-schema.js';

/** A capability as the agent may offer it: never a silent one. */
export interface CatalogEntry extends KnownCapability {
  /** Who brings it. */
  readonly plugin: string;
  readonly manifest: Manifest & { readonly loading: LoadingMode };
  readonly tools: readonly ToolSchema[];
  readonly owned: readonly OwnedTool[];
}

/** What the boot found, in the shapes the agent asks for. */
export interface Catalog {
  /** In boot order. */
  readonly entries: readonly CatalogEntry[];
  find(name: string): CatalogEntry | undefined;
  /** The capability of that name, or all of the plugin of that name. */
  named(name: string): readonly CatalogEntry[];
  /** Which capability a tool belongs to; undefined for tools that nobody may see. */
  ownerOf(toolName: string): CatalogEntry | undefined;
  toolNamed(name: string): AnyTool | undefined;
}

/** Reads the booted plugins once; silent plugins are left out, so their tools can neither be seen nor called. */
export function createCatalog(boot: Pick<BootResult, 'plugins'>): Catalog {
  const visible = boot.plugins.flatMap(({ plugin, capabilities }) =>
    capabilities.flatMap((each) => (each.manifest.loading === 'silent' ? [] : [{ plugin, ...each }])),
  );
  const byName = new Map<string, CatalogEntry>();
  const byTool = new Map<string, { readonly tool: AnyTool; readonly entry: CatalogEntry }>();
  for (const { plugin, name, manifest, tools } of visible) {
    // Schemas are rendered when first asked for: a boot must not pay for capabilities that nobody uses.
    const entry: CatalogEntry = {
      name,
      plugin: plugin.name,
      manifest,
      ...(plugin.utterances === undefined ? {} : { utterances: plugin.utterances }),
      get owned() {
        return tools.map((tool) => ({
          plugin: plugin.name,
          capability: name,
          tool,
          schema: toolSchema(tool),
        }));
      },
      get tools() {
        return tools.map(toolSchema);
      },
    };
    byName.set(entry.name, entry);
    // A tool that several capabilities bring belongs to the first.
    for (const tool of tools) if (!byTool.has(tool.name)) byTool.set(tool.name, { tool, entry });
  }
  const entries = [...byName.values()];
  return {
    entries,
    find: (name) => byName.get(name),
    named: (name) => {
      const one = byName.get(name);
      return one === undefined ? entries.filter(({ plugin }) => plugin === name) : [one];
    },
    ownerOf: (toolName) => byTool.get(toolName)?.entry,
    toolNamed: (name) => byTool.get(name)?.tool,
  };
}

/** The capabilities that the offline planner ranks: what `list_capabilities` would show. */
export function capabilitiesOf(boot: Pick<BootResult, 'plugins'>): readonly KnownCapability[] {
  return createCatalog(boot).entries;
}
