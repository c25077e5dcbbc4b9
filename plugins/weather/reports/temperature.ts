import type { Principal } from 'oracle-runtime/plugin';
import type { PreferenceService } from '../../user-preferences/service.js';

/** Degrees Celsius in degrees Fahrenheit, to one decimal. */
export function toFahrenheit(celsius: number): number {
  return Math.round((celsius * 1.8 + 32) * 10) / 10;
}

export type Units = 'celsius' | 'fahrenheit';

/** In which units somebody reads. */
export type UnitsOf = (principal: Principal) => Promise<Units>;

/** Units as people prefer them, and `usual` for those who prefer none. */
export function unitsOf(preferences: PreferenceService | undefined, usual: Units): UnitsOf {
  return async (principal) => {
    const preferred = (await preferences?.of(principal))?.units;
    if (preferred === undefined) return usual;
    return preferred === 'imperial' ? 'fahrenheit' : 'celsius';
  };
}

/** Temperatures in both units, the preferred one first: `15.6 °C (60 °F)`. */
export function inBoth(celsius: readonly number[], units: Units): string {
  const c = `${celsius.join(' to ')} °C`;
  const f = `${celsius.map((each) => Math.round(toFahrenheit(each))).join(' to ')} °F`;
  return units === 'fahrenheit' ? `${f} (${c})` : `${c} (${f})`;
}
