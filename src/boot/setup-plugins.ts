import {
  type Clock,
  type Contribution,
  type Migration,
  OracleError,
  type Plugin,
  type PluginContext,
  type ServiceToken,
} from '../plugin/index.js';
import { mustLoad } from './cascade-exclusions.js';
import { type Fault, reasonOf } from './fault.js';
import type { Features } from './resolve-features.js';
import { withTimeout } from './with-timeout.js';

export type Use = (token: ServiceToken<unknown>) => unknown;

export interface SetupInput {
  readonly features: Features;
  readonly env: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly sections: ReadonlyMap<string, unknown>;
  contextFor(plugin: Plugin, env: Record<string, unknown>, config: unknown, use: Use): PluginContext;
  migrate(scope: string, steps: Readonly<Record<string, Migration>>): Promise<void>;
  withViews(plugin: Plugin, contribution: Contribution): Contribution;
  readonly clock: Clock;
  readonly setupMs: number;
}

/** What became of one plugin. */
export type Outcome =
  | {
      readonly plugin: Plugin;
      readonly state: 'loaded';
      readonly contribution: Contribution;
      readonly ms: number;
    }
  | { readonly plugin: Plugin; readonly state: 'failed'; readonly reason: string; readonly ms: number }
  | { readonly plugin: Plugin; readonly state: 'excluded'; readonly reason: string };

/**
 * Sets the plugins up one after the other, each after its migrations. One that throws or takes too long is
 * `failed`, and what depends on it is excluded; when such a plugin must load, that is a fault and ends the loop.
 */
export async function setupPlugins(
  ordered: readonly Plugin[],
  input: SetupInput,
): Promise<{ outcomes: readonly Outcome[]; faults: readonly Fault[] }> {
  const outcomes: Outcome[] = [];
  const gone = new Set<string>();
  const services = new Map<string, unknown>();
  const loaded = new Set<string>();

  for (const plugin of ordered) {
    const missing = (plugin.dependsOn ?? []).filter((name) => gone.has(name));
    const outcome: Outcome =
      missing.length > 0
        ? { plugin, state: 'excluded', reason: `needs ${missing.join(', ')}` }
        : await setupOne(plugin, input, useFor(plugin, services, loaded));
    outcomes.push(outcome);
    if (outcome.state === 'loaded') {
      loaded.add(plugin.name);
      for (const { token, value } of outcome.contribution.services ?? []) {
        if (token.provider === plugin.name) services.set(token.name, value);
      }
      continue;
    }
    gone.add(plugin.name);
    if (mustLoad(plugin, input.features)) return { outcomes, faults: [faultOf(plugin, outcome.reason)] };
  }
  return { outcomes, faults: [] };
}

function faultOf(plugin: Plugin, reason: string): Fault {
  return {
    code: 'plugin_failed',
    field: plugin.name,
    line: `Plugin '${plugin.name}' must load but did not: ${reason}`,
  };
}

async function setupOne(plugin: Plugin, input: SetupInput, use: Use): Promise<Outcome> {
  const start = input.clock.now();
  const elapsed = () => Math.max(0, Math.round(input.clock.now() - start));
  try {
    if (plugin.migrations !== undefined) await input.migrate(plugin.name, plugin.migrations);
    const context = input.contextFor(
      plugin,
      { ...input.env.get(plugin.name) },
      input.sections.get(plugin.name),
      use,
    );
    const contribution = input.withViews(plugin, await contributionOf(plugin, context, input.setupMs));
    return { plugin, state: 'loaded', contribution, ms: elapsed() };
  } catch (error) {
    return { plugin, state: 'failed', reason: reasonOf(error), ms: elapsed() };
  }
}

/** Runs `setup` within its time; what a late one still opens is closed again. */
async function contributionOf(plugin: Plugin, context: PluginContext, ms: number): Promise<Contribution> {
  if (plugin.setup === undefined) return {};
  const work = Promise.resolve(plugin.setup(context));
  let late = false;
  work
    .then(
      (contribution) => (late ? contribution?.dispose?.() : undefined),
      () => undefined,
    )
    .catch(() => undefined);
  try {
    return checkShape(await withTimeout(work, ms, 'setup'));
  } catch (error) {
    late = true;
    throw error;
  }
}

const LISTS = [
  'operations',
  'tools',
  'routes',
  'capabilitySources',
  'textSources',
  'middleware',
  'promptSections',
  'services',
  'background',
] as const;

/** A plugin may be written in plain JavaScript: what it returns is checked before it is trusted. */
function checkShape(contribution: Contribution | undefined | null): Contribution {
  if (contribution === undefined || contribution === null) return {};
  if (typeof contribution !== 'object') throw new Error('setup must return an object');
  for (const key of LISTS) {
    const value: unknown = contribution[key];
    if (value !== undefined && !Array.isArray(value))
      throw new Error(`setup returned '${key}' that is no list`);
    if (Array.isArray(value) && value.some((item) => typeof item !== 'object' || item === null))
      throw new Error(`setup returned '${key}' with an item that is no object`);
  }
  return contribution;
}

/** `ctx.use` of one plugin: only what it listed may be asked for; an absent soft dependency is `undefined`. */
function useFor(plugin: Plugin, services: ReadonlyMap<string, unknown>, loaded: ReadonlySet<string>): Use {
  const hard = new Set(plugin.dependsOn);
  const soft = new Set(plugin.softDependsOn);
  return (token) => {
    if (!hard.has(token.provider) && !soft.has(token.provider)) {
      throw new OracleError('plugin_invalid', {
        detail: `Plugin '${plugin.name}' uses the service '${token.name}' of '${token.provider}', which it does not list. Add '${token.provider}' to dependsOn or softDependsOn`,
      });
    }
    if (services.has(token.name)) return services.get(token.name);
    if (!hard.has(token.provider)) return undefined;
    throw new OracleError('plugin_dependency_missing', {
      detail: loaded.has(token.provider)
        ? `Plugin '${plugin.name}' needs the service '${token.name}', which '${token.provider}' does not provide`
        : `Plugin '${plugin.name}' needs the service '${token.name}' of '${token.provider}', which is not loaded`,
    });
  };
}
