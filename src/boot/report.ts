import type { Plugin } from '../plugin/index.js';
import { loadingOf } from './capabilities.js';
import { labelOfRoute } from './check-contribution.js';
import type { Exclusion } from './fault.js';
import type { Outcome } from './setup-plugins.js';
import type { PluginState, PluginStatus } from './types.js';

/** A state that changed after the boot. */
export interface Transition {
  readonly state: PluginState;
  readonly reason?: string;
}

/** One line a plugin, in boot order, the excluded ones last. */
export function buildReport(
  outcomes: readonly Outcome[],
  excluded: readonly Exclusion<Plugin>[],
  transitions: ReadonlyMap<string, Transition>,
): readonly PluginStatus[] {
  const lines = outcomes.map((outcome) => statusOf(outcome, transitions.get(outcome.plugin.name)));
  return [
    ...lines.filter(({ state }) => state !== 'excluded'),
    ...lines.filter(({ state }) => state === 'excluded'),
    ...excluded.map(({ plugin, reason }) => statusOf({ plugin, state: 'excluded', reason }, undefined)),
  ];
}

function statusOf(outcome: Outcome, transition: Transition | undefined): PluginStatus {
  const { plugin } = outcome;
  const reason = transition?.reason ?? (outcome.state === 'loaded' ? undefined : outcome.reason);
  const contribution = outcome.state === 'loaded' ? outcome.contribution : {};
  return {
    name: plugin.name,
    version: plugin.version,
    state: transition?.state ?? outcome.state,
    loading: loadingOf(plugin),
    ...(reason === undefined ? {} : { reason }),
    ...(outcome.state === 'excluded' ? {} : { ms: outcome.ms }),
    dependsOn: [...(plugin.dependsOn ?? [])],
    tools: (contribution.tools ?? []).map(({ name }) => name),
    routes: (contribution.routes ?? []).map(labelOfRoute),
  };
}

/** `[boot] loaded: weather (on-demand) 3ms`, and the like for the other states. */
export function bootLine(status: PluginStatus): string {
  switch (status.state) {
    case 'loaded':
    case 'pending':
      return `[boot] ${status.state}: ${status.name} (${status.loading}) ${status.ms ?? 0}ms`;
    case 'excluded':
    case 'failed':
      return `[boot] ${status.state}: ${status.name} (${status.reason ?? 'no reason given'})`;
  }
}
