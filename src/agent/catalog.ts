import type { BootResult } from '../boot/types.js';
import type { Capability } from '../planner/rank-capabilities.js';
import type { AnyTool, LoadingMode, Manifest, ToolSchema } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import { toolSchema } from './tool-schema.js';

/** A plugin as the agent may offer it: never a silent one. */
export interface CatalogEntry extends Capability {
  readonly manifest: Manifest & { readonly loading: LoadingMode };
  readonly tools: readonly ToolSchema[];
  readonly owned: readonly OwnedTool[];
}

/** What the boot found, in the shapes the agent asks for. */
export interface Catalog {
  /** In boot order. */
  readonly entries: readonly CatalogEntry[];
  find(name: string): CatalogEntry | undefined;
  /** Which capability a tool belongs to; undefined for tools that nobody may see. */
  ownerOf(toolName: string): CatalogEntry | undefined;
  toolNamed(name: string): AnyTool | undefined;
}

/** Reads the booted plugins once; silent plugins are left out, so their tools can neither be seen nor called. */
export function createCatalog(boot: Pick<BootResult, 'plugins'>): Catalog {
  const visible = boot.plugins.filter(({ manifest }) => manifest.loading !== 'silent');
  const byName = new Map<string, CatalogEntry>();
  const byTool = new Map<string, { readonly tool: AnyTool; readonly entry: CatalogEntry }>();
  for (const { plugin, manifest, contribution } of visible) {
    const tools = contribution.tools ?? [];
    // Schemas are rendered when first asked for: a boot must not pay for capabilities that nobody uses.
    const entry: CatalogEntry = {
      name: plugin.name,
      manifest,
      get owned() {
        return tools.map((tool) => ({ plugin: plugin.name, tool, schema: toolSchema(tool) }));
      },
      get tools() {
        return tools.map(toolSchema);
      },
    };
    byName.set(entry.name, entry);
    for (const tool of tools) byTool.set(tool.name, { tool, entry });
  }
  return {
    entries: [...byName.values()],
    find: (name) => byName.get(name),
    ownerOf: (toolName) => byTool.get(toolName)?.entry,
    toolNamed: (name) => byTool.get(name)?.tool,
  };
}

/** The capabilities that the offline planner ranks: what `list_capabilities` would show. */
export function capabilitiesOf(boot: Pick<BootResult, 'plugins'>): readonly Capability[] {
  return createCatalog(boot).entries;
}
