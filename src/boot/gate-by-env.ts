import type { Plugin } from '../plugin/index.js';
import { type Exclusion, type Fault, featureSwitch } from './fault.js';
import { type Features, featureOf } from './resolve-features.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Leaves out every plugin one of whose `enabledBy` variables is blank; `features: { name: true }` makes that a fault. */
export function gateByEnv(
  plugins: readonly Plugin[],
  env: Env,
  features: Features,
): { active: readonly Plugin[]; excluded: readonly Exclusion<Plugin>[]; faults: readonly Fault[] } {
  const active: Plugin[] = [];
  const excluded: Exclusion<Plugin>[] = [];
  const faults: Fault[] = [];
  for (const plugin of plugins) {
    const blank = (plugin.enabledBy ?? []).filter((variable) => isBlank(env, variable));
    if (blank.length === 0) active.push(plugin);
    else if (featureOf(features, plugin.name) !== true) excluded.push({ plugin, reason: blank.join(', ') });
    else {
      active.push(plugin);
      for (const variable of blank) faults.push(blankFault(plugin.name, variable));
    }
  }
  return { active, excluded, faults };
}

function isBlank(env: Env, variable: string): boolean {
  return !Object.hasOwn(env, variable) || (env[variable] ?? '').trim() === '';
}

function blankFault(name: string, variable: string): Fault {
  return {
    code: 'plugin_env_invalid',
    field: `${name}.${variable}`,
    line:
      `Plugin '${name}' env validation failed for '${variable}': it is blank while ` +
      `${featureSwitch(name, 'true')} asks for this plugin. ` +
      `Set ${variable}, or disable it: ${featureSwitch(name, 'false')}`,
  };
}
