import type { ToolSchema } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import type { Catalog } from './catalog.js';

/** What a name in a tool call stands for, at this moment of the run. */
export type ToolLookup =
  | { readonly kind: 'bound'; readonly owned: OwnedTool }
  /** There, but its capability is not loaded. */
  | { readonly kind: 'unloaded'; readonly capability: string; readonly plugin: string }
  | { readonly kind: 'unknown' };

/**
 * The tools that one run may call. Order is fixed: the runtime's own, the always-bound, the request's, then
 * loaded capabilities in load order. It only grows at its end, so a provider's prompt cache survives a load.
 */
export class ToolBelt {
  readonly #catalog: Catalog;
  readonly #bound = new Map<string, OwnedTool>();
  /** Names that stand for tools of the request. */
  readonly #requested = new Set<string>();
  readonly #loaded: string[] = [];
  #schemas: readonly ToolSchema[] | undefined;

  constructor(catalog: Catalog, own: readonly OwnedTool[], request: readonly OwnedTool[]) {
    this.#catalog = catalog;
    this.#bind(own);
    for (const entry of catalog.entries) if (entry.manifest.loading === 'always') this.#bind(entry.owned);
    for (const { tool } of request) if (!this.#bound.has(tool.name)) this.#requested.add(tool.name);
    this.#bind(request);
  }

  /** In binding order; the same array until something is added. */
  get schemas(): readonly ToolSchema[] {
    this.#schemas ??= [...this.#bound.values()].map((owned) => owned.schema);
    return this.#schemas;
  }

  get loaded(): readonly string[] {
    return this.#loaded;
  }

  isLoaded(capability: string): boolean {
    return this.#loaded.includes(capability) || this.#catalog.find(capability)?.manifest.loading === 'always';
  }

  /** Appends a capability's tools. */
  load(capability: string, tools: readonly OwnedTool[]): void {
    if (this.#loaded.includes(capability)) return;
    this.#loaded.push(capability);
    // The tools of a source are not known before: a request that took the name of one gives it back.
    for (const owned of tools) {
      if (this.#requested.delete(owned.tool.name)) this.#bound.set(owned.tool.name, owned);
    }
    this.#bind(tools);
  }

  lookup(name: string): ToolLookup {
    const owned = this.#bound.get(name);
    if (owned !== undefined) return { kind: 'bound', owned };
    const capability = this.#catalog.ownerOf(name);
    return capability === undefined
      ? { kind: 'unknown' }
      : { kind: 'unloaded', capability: capability.name, plugin: capability.plugin };
  }

  #bind(tools: readonly OwnedTool[]): void {
    for (const owned of tools) {
      // The first owner of a name keeps it: a request cannot shadow a tool of the oracle.
      if (!this.#bound.has(owned.tool.name)) this.#bound.set(owned.tool.name, owned);
    }
    this.#schemas = undefined;
  }
}
