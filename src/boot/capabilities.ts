import type { Capability, Contribution, LoadingMode, Plugin } from '../plugin/index.js';
import type { LoadedCapability } from './types.js';

/** A capability as its plugin declares it; one that is told by `manifest` alone brings all that the plugin has. */
export type DeclaredCapability = Omit<Capability, 'operations'> & Partial<Pick<Capability, 'operations'>>;

export function declaredCapabilities(plugin: Plugin): readonly DeclaredCapability[] {
  const { name, manifest, capabilities } = plugin;
  return capabilities ?? (manifest === undefined ? [] : [{ name, manifest }]);
}

/** The capabilities of a plugin that is set up, each with its tools in the order in which it names them. */
export function capabilitiesWith(plugin: Plugin, { tools = [] }: Contribution): readonly LoadedCapability[] {
  const named = new Map(tools.map((tool) => [tool.name, tool]));
  return declaredCapabilities(plugin).map(({ name, manifest, operations }) => ({
    name,
    manifest: { ...manifest, loading: manifest.loading ?? 'on-demand' },
    tools: operations === undefined ? tools : operations.flatMap((operation) => named.get(operation) ?? []),
  }));
}

const EAGER: readonly LoadingMode[] = ['always', 'on-demand', 'silent'];

/** The most eager loading mode among a plugin's capabilities: what the boot's one line a plugin says. */
export function loadingOf(plugin: Plugin): LoadingMode {
  const modes = declaredCapabilities(plugin).map(({ manifest }) => manifest.loading ?? 'on-demand');
  return EAGER.find((mode) => modes.includes(mode)) ?? 'silent';
}

/** What a plugin is for, in one sentence: its first capability's. */
export function summaryOf(plugin: Plugin): string {
  return declaredCapabilities(plugin)[0]?.manifest.summary ?? '';
}
