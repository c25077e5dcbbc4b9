import { didYouMean } from '../kit/nearest-name.js';
import type { Plugin } from '../plugin/index.js';
import type { Exclusion, Fault } from './fault.js';

export type Features = Readonly<Record<string, boolean | 'auto'>>;

/** Leaves out what `features` switches off, and checks that `features` and `plugins` name what exists. */
export function resolveFeatures(
  plugins: readonly Plugin[],
  features: Features,
  sections: Readonly<Record<string, unknown>>,
): { active: readonly Plugin[]; excluded: readonly Exclusion<Plugin>[]; faults: readonly Fault[] } {
  const names = new Set(plugins.map(({ name }) => name));
  const faults: Fault[] = [];
  for (const [key, entries] of [
    ['features', features],
    ['plugins', sections],
  ] as const) {
    for (const name of Object.keys(entries)) {
      if (names.has(name)) continue;
      faults.push({
        code: 'config_invalid',
        field: `${key}.${name}`,
        line: `'${key}.${name}' in the configuration: there is no plugin '${name}'.${didYouMean(name, names)}`,
      });
    }
  }
  const isOff = ({ name }: Plugin) => featureOf(features, name) === false;
  return {
    active: plugins.filter((plugin) => !isOff(plugin)),
    excluded: plugins.filter(isOff).map((plugin) => ({ plugin, reason: 'features' })),
    faults,
  };
}

/** What `features` says of a plugin; a name such as `constructor` is not read from the prototype. */
export function featureOf(features: Features, name: string): boolean | 'auto' {
  return Object.hasOwn(features, name) ? (features[name] ?? 'auto') : 'auto';
}
