import { canonicalJson, daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { RecordedByDevices } from '../../sampling/service.js';
import type { StoveKind } from '../detection/detector-settings.js';
import type { AllSettings } from '../protocol/sealed-protocol.js';
import type { HouseholdUse } from '../use/household-use.js';
import type { SensorUse } from '../use/sensor-use.js';
import { MOVES_BY } from '../use/stove-summary.js';
import type { AnalysedUse } from './analysed-use.js';
import { isEnough } from './held-against-draw.js';

/** What an analysis rests on and knows. */
export interface Recorded extends AnalysedUse {
  readonly settings: AllSettings;
  readonly designId: string;
  /** Share that the design plans to lose. */
  readonly dropoutRate: number;
  /** `YYYY-MM-DD`; reports of days before say nothing of the draw. */
  readonly drawnOn: string;
  /** Days that designs before have analysed: reports of these were taken. */
  readonly analysedBefore: readonly { readonly from: string; readonly to: string }[];
}

const EXAMPLES = 5;
/** Days of reports that an entry lists. */
const MOST_DAYS = 20;
/** A report of less of the days says little of who would have had a value. */
const MOST_OF_DAYS = 0.5;

/** What the trail of a design tells of what devices recorded, beside the values of it that count. */
export function recordedFacts(recorded: Recorded): RecordedByDevices {
  const { stove, homes, households, uses, files } = recorded;
  const own = households.flatMap(({ household, stoves }) => {
    const use = stoves.find((each) => each.stove === stove);
    return use === undefined || !homes.has(household) ? [] : [{ household, ...use }];
  });
  const devices = uses.filter((each) => each.stove === stove && homes.has(each.household));
  const sum = (of: (use: (typeof own)[number]) => number) => own.reduce((total, use) => total + of(use), 0);
  const [observed, expected, used] = [
    sum(({ observedDays }) => observedDays),
    sum(({ expectedDays }) => expectedDays),
    sum(({ useDays }) => useDays),
  ];
  const missing = expected - observed;
  const conflicting = devices.filter(({ conflicts }) => conflicts > 0);
  const others = [...new Set(files.flatMap(({ otherTemperatures = [] }) => otherTemperatures))];
  return {
    observed,
    expected,
    unseen:
      missing > MOVES_BY * expected
        ? { low: (used / expected).toFixed(3), high: ((used + missing) / expected).toFixed(3) }
        : null,
    outside: devices.reduce((total, { observedOutside }) => total + observedOutside, 0),
    lost: lostUnits(own, devices, recorded),
    // Of a file with a column for each sensor these are the sensors.
    columns: [
      ...new Set(files.flatMap(({ shape, columns }) => (shape === 'wide' ? [] : columns.temperature))),
    ],
    otherColumns: others,
    conflicts:
      conflicting.length === 0
        ? null
        : {
            devices: conflicting.length,
            readings: conflicting.reduce((total, { conflicts }) => total + conflicts, 0),
          },
    earlier: earlierReports(own, devices, recorded),
  };
}

type OwnUse = { readonly household: string } & Pick<
  HouseholdUse['stoves'][number],
  'useDays' | 'observedDays' | 'expectedDays'
>;

function lostUnits(
  own: readonly OwnUse[],
  devices: readonly SensorUse[],
  { dropoutRate }: Recorded,
): RecordedByDevices['lost'] {
  const lost = own.filter((use) => !isEnough(use));
  if (lost.length === 0) return null;
  const names = new Set(lost.map(({ household }) => household));
  const stops = devices.flatMap(({ household, states }) =>
    names.has(household)
      ? states
          .filter(({ state }) => state === 'stopped' || state === 'battery')
          .map(({ from }) => ({ household, from }))
      : [],
  );
  return {
    units: lost.length,
    of: own.length,
    stopped: new Set(stops.map(({ household }) => household)).size,
    stoppedFrom: stops.map(({ from }) => from).sort()[0] ?? null,
    until: rateOf(lost),
    others: rateOf(own.filter(isEnough)),
    examples: lost.slice(0, EXAMPLES).map(({ household }) => household),
    unplanned: lost.length > dropoutRate * own.length,
  };
}

function rateOf(uses: readonly OwnUse[]): string | null {
  const days = uses.reduce((sum, { observedDays }) => sum + observedDays, 0);
  return days === 0 ? null : (uses.reduce((sum, { useDays }) => sum + useDays, 0) / days).toFixed(3);
}

/** What reports beside the design, of the same owner and units, say otherwise, or of other days. */
function earlierReports(
  own: readonly OwnUse[],
  devices: readonly SensorUse[],
  { designId, stove, from, to, homes, drawnOn, analysedBefore, reports, settings }: Recorded,
): RecordedByDevices['earlier'] {
  const here = sharesOf(own);
  const placedAt = new Map(devices.map(({ sensor, household }) => [sensor, household]));
  const beside = reports.flatMap((report) => {
    if (report.designId === designId || report.to < drawnOn) return [];
    const uses = report.households.flatMap(({ household: named, stoves }) => {
      // Without a list a device is its own household.
      const household = homes.has(named) ? named : placedAt.get(named);
      const only = household !== named && stoves.length === 1 ? stoves[0] : undefined;
      const use = stoves.find((each) => each.stove === stove) ?? only;
      return use === undefined || household === undefined ? [] : [{ household, ...use }];
    });
    const there = sharesOf(uses);
    const isOther = (Object.keys(report.settings) as StoveKind[]).some(
      (kind) => canonicalJson(report.settings[kind] ?? null) !== canonicalJson(settings[kind]),
    );
    return there.size === 0 ? [] : [{ report, uses, there, isOther }];
  });
  if (beside.length === 0) return null;
  // The newest first: of several, the one that says most against this analysis is told.
  const byUnits = <Found extends { readonly units: number }>(found: readonly Found[]) =>
    found.reduce<Found | null>((most, each) => (each.units > (most?.units ?? 0) ? each : most), null);
  const days = new Map<string, { from: string; to: string; units: number; mean: string }>();
  for (const { report, there } of beside.filter((each) => !isTaken(each.report, analysedBefore)))
    days.set(`${report.from} ${report.to}`, {
      from: report.from,
      to: report.to,
      units: there.size,
      mean: meanOf([...there.values()]),
    });
  return {
    reports: beside.length,
    settings: beside.filter(({ isOther }) => isOther).length,
    differ: byUnits(
      beside.flatMap(({ report, uses, there, isOther }) => {
        const common = daysInCommon(report, { from, to });
        if (isOther || common < MOST_OF_DAYS * Math.min(daysIn(report), daysIn({ from, to }))) return [];
        const both = [...there].filter(([household]) => here.has(household));
        const units = uses.filter((use) => {
          const mine = own.find(({ household }) => household === use.household);
          return mine !== undefined && here.has(use.household) && isOtherUse(mine, use, common);
        }).length;
        return [
          {
            units,
            there: meanOf(both.map(([, share]) => share)),
            here: meanOf(both.map(([household]) => here.get(household) ?? 0)),
          },
        ];
      }),
    ),
    missing: byUnits(
      beside.flatMap(({ report, there }) => {
        if (daysInCommon(report, { from, to }) < MOST_OF_DAYS * daysIn({ from, to })) return [];
        const gone = [...there].filter(([household]) => !here.has(household));
        return [
          {
            units: gone.length,
            there: meanOf(gone.map(([, share]) => share)),
            others: meanOf([...there].flatMap(([household, share]) => (here.has(household) ? [share] : []))),
          },
        ];
      }),
    ),
    days: [...days.values()].slice(0, MOST_DAYS),
  };
}

function isTaken(
  report: { readonly from: string; readonly to: string },
  analysed: Recorded['analysedBefore'],
): boolean {
  const taken = analysed.reduce((sum, each) => sum + daysInCommon(report, each), 0);
  return taken >= MOST_OF_DAYS * daysIn(report);
}

/** Whether two reports of a unit cannot be of the same temperatures: more days of use differ than one of both alone observed. */
function isOtherUse(a: OwnUse, b: OwnUse, common: number): boolean {
  const alone = (one: OwnUse, other: OwnUse) =>
    one.expectedDays - common + Math.max(0, other.expectedDays - other.observedDays);
  return a.useDays - b.useDays > alone(a, b) || b.useDays - a.useDays > alone(b, a);
}

/** Of each unit that was observed enough. */
function sharesOf(uses: readonly OwnUse[]): Map<string, number> {
  return new Map(
    uses.filter(isEnough).map(({ household, useDays, observedDays }) => [household, useDays / observedDays]),
  );
}

function meanOf(shares: readonly number[]): string {
  return shares.length === 0
    ? 'none'
    : (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3);
}
