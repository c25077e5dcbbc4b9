import { canonicalJson } from 'oracle-runtime/kit';
import { DEFAULT_SETTINGS, type DetectorSettings, type StoveKind } from '../detection/detector-settings.js';
import type { AllSettings } from './sealed-protocol.js';

const UNITS: Readonly<Record<Exclude<keyof DetectorSettings, 'ambient'>, string>> = {
  threshold: '°C',
  slope: '°C a minute',
  minimumMinutes: 'minutes at least',
  mergeMinutes: 'minutes apart',
  maximumMinutes: 'minutes at most',
};

/** Where the settings of some kinds of stove differ from the defaults: `wood: threshold 5 °C (15)`. */
export function differencesFromDefaults(settings: AllSettings, kinds: readonly StoveKind[]): string[] {
  return kinds.flatMap((kind) => {
    const [own, usual] = [settings[kind], DEFAULT_SETTINGS[kind]];
    const numbers = (Object.keys(UNITS) as (keyof typeof UNITS)[]).flatMap((name) =>
      own[name] === usual[name] ? [] : [`${name} ${own[name]} ${UNITS[name]} (${usual[name]})`],
    );
    const ambient =
      canonicalJson(own.ambient) === canonicalJson(usual.ambient)
        ? []
        : [`ambient ${ambientWords(own.ambient)} (${ambientWords(usual.ambient)})`];
    const all = [...numbers, ...ambient];
    return all.length === 0 ? [] : [`${kind}: ${all.join(', ')}`];
  });
}

function ambientWords(ambient: DetectorSettings['ambient']): string {
  return 'celsius' in ambient ? `${ambient.celsius} °C` : `percentile ${ambient.percentile} of the day`;
}
