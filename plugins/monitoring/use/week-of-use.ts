import type { Zone } from '../clock/zone.js';
import type { SensorUse } from './sensor-use.js';

/** Use in one hour of the week, over all sensors of one stove. */
export interface WeekSlot {
  /** 0 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  /** Events that began in it. */
  readonly events: number;
  /** Hours of it that were observed. */
  readonly observedHours: number;
}

/** Events by hour of the week, by the clocks of the zone. */
export function weekOfUse(sensors: readonly SensorUse[], zone: Zone, firstDay: number): WeekSlot[] {
  const slots = Array.from({ length: 168 }, (_, at) => ({
    weekday: Math.floor(at / 24),
    hour: at % 24,
    events: 0,
    observedHours: 0,
  }));
  // 1970-01-01 was a Thursday.
  const weekday = (day: number) => (((day + 3) % 7) + 7) % 7;
  for (const { events, observed } of sensors) {
    for (const { start } of events) {
      const wall = start + zone.offsetAt(start);
      const slot = slots[weekday(Math.floor(wall / 86_400)) * 24 + Math.floor((wall % 86_400) / 3600)];
      if (slot !== undefined && observed[zone.dayOf(start) - firstDay] === 1) slot.events++;
    }
    for (const [day, flag] of observed.entries())
      if (flag === 1)
        for (let hour = 0; hour < 24; hour++) {
          const slot = slots[weekday(firstDay + day) * 24 + hour];
          if (slot !== undefined) slot.observedHours++;
        }
  }
  return slots;
}
