import { didYouMean } from '../kit/nearest-name.js';
import type { Plugin } from '../plugin/index.js';
import { type Exclusion, type Fault, featureSwitch } from './fault.js';
import { type Features, featureOf } from './resolve-features.js';

/**
 * Takes with an excluded plugin all that depend on it, and theirs. A dependency that does not exist at all is a
 * fault, and so is an exclusion that reaches a plugin which must load (`required`, or `features: { name: true }`).
 */
export function cascadeExclusions(
  candidates: readonly Plugin[],
  excludedBefore: readonly Exclusion<Plugin>[],
  features: Features,
): { active: readonly Plugin[]; excluded: readonly Exclusion<Plugin>[]; faults: readonly Fault[] } {
  const known = new Set(
    [...candidates, ...excludedBefore.map(({ plugin }) => plugin)].map(({ name }) => name),
  );
  const reasons = new Map(excludedBefore.map(({ plugin, reason }) => [plugin.name, reason]));
  const excluded: Exclusion<Plugin>[] = [];
  const faults: Fault[] = [];

  for (const plugin of candidates) {
    for (const needed of plugin.dependsOn ?? []) {
      if (known.has(needed)) continue;
      faults.push({
        code: 'plugin_dependency_missing',
        field: plugin.name,
        line: `Plugin '${plugin.name}' depends on '${needed}', which does not exist.${didYouMean(needed, known)} Add that plugin, or take it out of dependsOn`,
      });
    }
  }

  let active = candidates;
  for (let changed = true; changed; ) {
    changed = false;
    const kept: Plugin[] = [];
    for (const plugin of active) {
      const gone = (plugin.dependsOn ?? []).filter((needed) => reasons.has(needed));
      if (gone.length === 0) {
        kept.push(plugin);
        continue;
      }
      changed = true;
      const reason = `needs ${gone.join(', ')}`;
      if (mustLoad(plugin, features)) faults.push(exclusionFault(plugin, gone, reasons, features));
      reasons.set(plugin.name, reason);
      excluded.push({ plugin, reason });
    }
    active = kept;
  }
  return { active, excluded, faults };
}

/** Whether the oracle must not run without this plugin. */
export function mustLoad(plugin: Plugin, features: Features): boolean {
  return plugin.required === true || featureOf(features, plugin.name) === true;
}

function exclusionFault(
  plugin: Plugin,
  gone: readonly string[],
  reasons: ReadonlyMap<string, string>,
  features: Features,
): Fault {
  const why = gone.map((name) => `'${name}', which is excluded (${reasons.get(name)})`).join(' and ');
  const asked =
    featureOf(features, plugin.name) === true
      ? `is asked for by ${featureSwitch(plugin.name, 'true')}`
      : 'is required';
  return {
    code: 'plugin_dependency_missing',
    field: plugin.name,
    line:
      `Plugin '${plugin.name}' ${asked} but needs ${why}. ` +
      `Enable what it needs, or disable it: ${featureSwitch(plugin.name, 'false')}`,
  };
}
