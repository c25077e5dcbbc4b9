import { kindOf } from '../detection/detector-settings.js';
import type { SensorLog } from '../logger-files/sensor-log.js';
import type { SensorPlace } from '../logger-files/sensor-map.js';

/** What a stove is called that nobody named. */
const UNNAMED_STOVE = 'stove';

/**
 * Whose sensor a log is of: as the list of sensors says, or its file, or its own name, of which a last word that is a
 * kind of stove (`HH-0012 lpg`) names the stove, and the rest the household.
 */
export function placeOf(
  log: SensorLog,
  map: ReadonlyMap<string, SensorPlace> | undefined,
): { readonly household: string; readonly stove: string; readonly stratum: string | null } {
  const listed = map?.get(log.name);
  const [, home, last = ''] = /^(.+?)[\s:_/-]+([\p{L}. ]+)$/u.exec(log.name) ?? [];
  const named = home !== undefined && kindOf(last) !== 'other' ? { household: home, stove: last } : undefined;
  const household = listed?.household ?? log.household ?? named?.household ?? log.name;
  const stove = listed?.stove ?? log.stove ?? named?.stove ?? UNNAMED_STOVE;
  return { household, stove: stove.trim().toLowerCase(), stratum: listed?.stratum ?? null };
}
