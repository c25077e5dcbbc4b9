import { kindOf } from '../detection/detector-settings.js';
import type { SensorLog } from '../logger-files/sensor-log.js';
import type { SensorPlace } from '../logger-files/sensor-map.js';

/** What a stove is called that nobody named. */
const UNNAMED_STOVE = 'stove';

/**
 * Whose sensor a log is of: as the list of sensors says, or its file, or its own name, of which a last word that is a
 * kind of stove (`HH-0012 lpg`) names the stove, and the rest the household.
 * @param listed the place that a list has of it
 * @param stoveOfAll what a stove is called that nobody named
 */
export function placeOf(
  log: SensorLog,
  listed: SensorPlace | undefined,
  stoveOfAll = UNNAMED_STOVE,
): { readonly household: string; readonly stove: string; readonly stratum: string | null } {
  const [, home, last = ''] = /^(.+?)[\s:_/-]+([\p{L}. ]+)$/u.exec(log.name) ?? [];
  const named = home !== undefined && kindOf(last) !== 'other' ? { household: home, stove: last } : undefined;
  const household = listed?.household ?? log.household ?? named?.household ?? log.name;
  const stove = listed?.stove ?? log.stove ?? named?.stove ?? stoveOfAll;
  return { household, stove: stove.trim().toLowerCase(), stratum: listed?.stratum ?? null };
}

/** Below this share of the places that are named after their sensor, names that are numbers only count sensors. */
const AS_A_RULE = 0.5;

/**
 * The household that each sensor is named after, by itself or by its file, whatever a list says. Names that are mere numbers
 * name one only where sensors bear the numbers of their households as a rule.
 */
export function namedAfter(
  logs: readonly { readonly log: SensorLog; readonly household: string }[],
): ReadonlyMap<string, string> {
  const named = logs.map(({ log, household }) => ({
    log,
    household,
    own: placeOf(log, undefined).household,
  }));
  const places = new Set(named.map(({ household }) => household));
  const like = new Set(named.filter(({ household, own }) => own === household).map(({ own }) => own));
  const isRule = like.size >= places.size * AS_A_RULE;
  return new Map(
    named.flatMap(({ log, own }) =>
      log.household !== undefined || isRule || !/^\d+$/.test(own) ? [[log.name, own] as const] : [],
    ),
  );
}
