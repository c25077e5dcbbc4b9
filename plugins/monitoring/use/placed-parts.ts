import type { Zone } from '../clock/zone.js';
import { dayOfText } from '../logger-files/calendar.js';
import type { SensorLog } from '../logger-files/sensor-log.js';
import type { SensorPlace } from '../logger-files/sensor-map.js';
import type { PeriodDays } from './sensor-use.js';

/** What a sensor recorded at one place, and the days of the period that it was there, of all by their places in it from 0. */
export interface PlacedPart {
  readonly log: SensorLog;
  readonly place: SensorPlace | undefined;
  readonly placed: PeriodDays;
}

/**
 * A log by the places that a list has of its sensor: one that was moved recorded another stove from its day on. Places of other
 * days than those of the period give nothing.
 */
export function placedParts(
  log: SensorLog,
  places: readonly SensorPlace[] | undefined,
  zone: Zone,
  { first, last }: PeriodDays,
): PlacedPart[] {
  const whole = { first: 0, last: last - first };
  if (places === undefined) return [{ log, place: undefined, placed: whole }];
  return places.flatMap((place): PlacedPart[] => {
    const [from, to] = [dayOfText(place.from ?? ''), dayOfText(place.to ?? '')];
    if (from === undefined && to === undefined) return [{ log, place, placed: whole }];
    const placed = {
      first: Math.max(whole.first, (from ?? first) - first),
      last: Math.min(whole.last, (to ?? last) - first),
    };
    const part = log.part(
      from === undefined ? 0 : zone.midnight(from),
      to === undefined ? Number.POSITIVE_INFINITY : zone.midnight(to + 1),
    );
    return placed.first > placed.last || part.count === 0 ? [] : [{ log: part, place, placed }];
  });
}

/**
 * What a sensor recorded after the last day that a list has of it at a place, until its next one: it counts nowhere. Its place
 * is the one before.
 */
export function partsLeftOn(
  log: SensorLog,
  places: readonly SensorPlace[] | undefined,
  zone: Zone,
  { first, last }: PeriodDays,
): PlacedPart[] {
  return (places ?? []).flatMap((place): PlacedPart[] => {
    const to = dayOfText(place.to ?? '');
    if (to === undefined) return [];
    const others = (places ?? []).filter((each) => each !== place);
    if (
      others.some((each) => (each.to ?? '9999') > (place.to ?? '') && (each.from ?? '') <= (place.to ?? ''))
    )
      return [];
    const next = others.flatMap((each) => dayOfText(each.from ?? '') ?? []).filter((from) => from > to);
    const from = Math.max(first, to + 1);
    const until = Math.min(last + 1, ...next);
    if (from >= until) return [];
    const part = log.part(zone.midnight(from), zone.midnight(until));
    return part.count === 0
      ? []
      : [{ log: part, place, placed: { first: from - first, last: until - 1 - first } }];
  });
}
