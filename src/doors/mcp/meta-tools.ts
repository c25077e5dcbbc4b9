import { z } from 'zod';
import type { Catalog, CatalogEntry } from '../../agent/catalog.js';
import { findCapabilities } from '../../agent/find-capabilities.js';
import { hasScope, needsDelegation, type Principal } from '../../plugin/index.js';
import type { OwnedTool } from '../../runs/run-context.js';

export const LIST_INPUT = z.strictObject({
  query: z.string().max(500).optional().describe('What is needed, in plain words. Leave out to see all.'),
});
export const LOAD_INPUT = z.strictObject({
  names: z.array(z.string()).min(1).max(32).describe('Names as list_capabilities gives them.'),
});
export const CALL_INPUT = z.strictObject({
  capability: z.string().describe('Name of the capability.'),
  tool: z.string().describe('Name of its tool, as load_capability gives it.'),
  args: z.record(z.string(), z.unknown()).default({}).describe('Arguments that fit its schema.'),
});

/** What `list_capabilities` answers; with a query that nothing fits, all, and a note that says so. */
export async function listCapabilities({ entries }: Catalog, query: string | undefined) {
  const { found, note } = await findCapabilities(query, entries);
  return {
    ...(note === undefined ? {} : { note }),
    capabilities: found.map(({ name, manifest }) => ({
      name,
      title: manifest.title,
      summary: manifest.summary,
      tags: manifest.tags ?? [],
    })),
  };
}

/** What `load_capability` answers: nothing is kept, so that any process answers the call that follows. */
export function loadCapabilities(catalog: Catalog, names: readonly string[], who: McpPrincipal) {
  return {
    capabilities: names.flatMap((name): readonly object[] => {
      const found = catalog.named(name);
      if (found.length === 0)
        return [{ name, error: 'There is no such capability. list_capabilities shows what there is.' }];
      return found.map((entry) => ({
        name: entry.name,
        title: entry.manifest.title,
        summary: entry.manifest.summary,
        whenToUse: entry.manifest.whenToUse,
        ...(entry.manifest.whenNotToUse === undefined ? {} : { whenNotToUse: entry.manifest.whenNotToUse }),
        tools: toolsFor(entry, who).map(({ schema }) => ({
          name: schema.name,
          description: schema.description,
          parameters: schema.parameters,
        })),
      }));
    }),
  };
}

/** Whom a request's credential makes of its principal. */
export interface McpPrincipal {
  readonly principal: Principal;
  /** Whether it is a token for the things of this plugin, and not for talking with the oracle. */
  claims(plugin: string): boolean;
}

/** Tools of a capability that this principal may call, but for those that only a client in a conversation can run. */
export function toolsFor(
  entry: Pick<CatalogEntry, 'owned' | 'plugin'>,
  { principal, claims }: McpPrincipal,
): readonly OwnedTool[] {
  // What the oracle was granted besides is known when it is used.
  const isHeld = claims(entry.plugin) || !needsDelegation(principal);
  return entry.owned.filter(
    ({ tool }) =>
      tool.runs !== 'client' &&
      (tool.scope === undefined || hasScope(principal, tool.scope)) &&
      (tool.ability === undefined || !isHeld || hasScope(principal, tool.ability)),
  );
}
