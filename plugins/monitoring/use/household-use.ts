import { addTo } from 'oracle-runtime/kit';
import { VARIANTS, type Variant } from '../detection/variants.js';
import { type SensorUse, zeroByVariant } from './sensor-use.js';

/** Use of all stoves of one kind of name in one household. */
export interface StoveUse {
  readonly stove: string;
  readonly sensors: readonly string[];
  /** Days with use over days that were observed, both of the period. */
  readonly useDays: number;
  readonly observedDays: number;
  readonly expectedDays: number;
  /** Use days by variant of the settings, of observed days. */
  readonly useDaysBy: Readonly<Record<Variant, number>>;
  /** Events on observed days, and their minutes. */
  readonly events: number;
  readonly minutes: number;
  /** For each day of the period: 2 observed with use, 1 observed without, 0 not observed. */
  readonly days: Uint8Array;
}

/** On how many observed days a household used more than one stove. */
export interface Stacking {
  /** Days on which all its stoves were observed. */
  readonly days: number;
  readonly several: number;
  readonly none: number;
  /** Days on which each stove alone was used. */
  readonly alone: Readonly<Record<string, number>>;
}

export interface HouseholdUse {
  readonly household: string;
  readonly stratum: string | null;
  readonly stoves: readonly StoveUse[];
  /** Absent where one stove is monitored. */
  readonly stacking?: Stacking;
}

/** Brings the sensors of each household together; `stratumOf` says where a household belongs. */
export function householdUses(
  sensors: readonly SensorUse[],
  stratumOf: (household: string) => string | null,
): HouseholdUse[] {
  const households = new Map<string, Map<string, SensorUse[]>>();
  for (const sensor of sensors) {
    const stoves = households.get(sensor.household) ?? new Map<string, SensorUse[]>();
    households.set(sensor.household, stoves);
    addTo(stoves, sensor.stove, sensor);
  }
  return [...households].map(([household, kinds]) => {
    const stoves = [...kinds].map(([stove, own]) => stoveUse(stove, own));
    return {
      household,
      stratum: stratumOf(household),
      stoves,
      ...(stoves.length > 1 && { stacking: stackingOf(stoves) }),
    };
  });
}

/** Those that were at their stove on a day of the period. */
export function sensorsOn<Sensor extends Pick<SensorUse, 'placed'>>(
  sensors: readonly Sensor[],
  day: number,
): Sensor[] {
  return sensors.filter(({ placed }) => placed.first <= day && day <= placed.last);
}

/** A stove with several sensors at a time is observed where all are, and used where any saw it. */
function stoveUse(stove: string, all: readonly SensorUse[]): StoveUse {
  const days = new Uint8Array(all[0]?.observed.length ?? 0);
  const useDaysBy = zeroByVariant();
  let [observedDays, expectedDays] = [0, 0];
  let [events, minutes] = [0, 0];
  for (let day = 0; day < days.length; day++) {
    const sensors = sensorsOn(all, day);
    if (sensors.length === 0) continue;
    expectedDays++;
    if (!sensors.every(({ observed }) => observed[day] === 1)) continue;
    observedDays++;
    days[day] = sensors.some(({ used }) => used.declared[day] === 1) ? 2 : 1;
    for (const variant of VARIANTS)
      if (sensors.some(({ used }) => used[variant][day] === 1)) useDaysBy[variant]++;
    for (const sensor of sensors) {
      minutes += sensor.minutes[day] as number;
      events += sensor.eventsByDay[day] as number;
    }
  }
  return {
    stove,
    sensors: [...new Set(all.map(({ sensor }) => sensor))],
    useDays: useDaysBy.declared,
    observedDays,
    expectedDays,
    useDaysBy,
    events,
    minutes,
    days,
  };
}

function stackingOf(stoves: readonly StoveUse[]): Stacking {
  const alone: Record<string, number> = Object.fromEntries(stoves.map(({ stove }) => [stove, 0]));
  let [days, several, none] = [0, 0, 0];
  for (let day = 0; day < (stoves[0]?.days.length ?? 0); day++) {
    if (stoves.some((each) => each.days[day] === 0)) continue;
    days++;
    const used = stoves.filter((each) => each.days[day] === 2);
    const [only] = used;
    if (only === undefined) none++;
    else if (used.length > 1) several++;
    else alone[only.stove] = (alone[only.stove] ?? 0) + 1;
  }
  return { days, several, none, alone };
}
