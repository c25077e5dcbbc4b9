import { addTo, canonicalJson, daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { RecordedByDevices } from '../../sampling/service.js';
import { type Zone, zoneNamed } from '../clock/zone.js';
import type { ReportOfHomes } from '../protocol/reports-of-homes.js';
import type { KeptUseReport } from '../service.js';
import type { HouseholdUse } from '../use/household-use.js';
import type { SensorUse } from '../use/sensor-use.js';
import { MOVES_BY } from '../use/stove-summary.js';
import type { AnalysedUse } from './analysed-use.js';
import { isEnough } from './held-against-draw.js';
import { meanOf, missingOf } from './missing-units.js';
import { otherTemperatures } from './other-temperatures.js';

/** What an analysis rests on and knows. */
export interface Recorded extends AnalysedUse {
  /** Reports of these homes. */
  readonly earlier: readonly ReportOfHomes[];
  readonly zone: Zone;
  /** Day number of `from`. */
  readonly firstDay: number;
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
  'useDays' | 'observedDays' | 'expectedDays' | 'days'
>;
/** The same of a report, which keeps no days. */
type UseThere = Omit<OwnUse, 'days'>;

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
  { designId, stove, from, to, drawnOn, analysedBefore, earlier, zone, firstDay, households }: Recorded,
): RecordedByDevices['earlier'] {
  const here = sharesOf(own);
  const devicesOf = new Map<string, SensorUse[]>();
  for (const device of devices) addTo(devicesOf, device.household, device);
  const isBoth = stovesSeenTogether(stove, [
    ...households,
    ...earlier.flatMap(({ report, homeOf }) =>
      report.households.filter((each) => homeOf.has(each.household)),
    ),
  ]);
  const beside = earlier.flatMap(({ report, homeOf }) => {
    if (report.designId === designId || report.to < drawnOn) return [];
    const uses = report.households.flatMap(({ household: named, stoves }) => {
      const household = homeOf.get(named);
      const isDevice =
        household !== undefined && devicesOf.get(household)?.some(({ sensor }) => sensor === named);
      const only = stoves.length === 1 && !isBoth(stoves[0]?.stove) ? stoves[0] : undefined;
      const use = stoves.find((each) => each.stove === stove) ?? only;
      return use === undefined || household === undefined
        ? []
        : [
            {
              ...use,
              household,
              named,
              settings: settingsThere(report, named, use.stove),
              otherStove: use.stove === stove || (isDevice && household !== named) ? undefined : use.stove,
            },
          ];
    });
    const there = sharesOf(uses);
    const isOther = uses.some(
      ({ household, settings }) =>
        devicesOf.get(household)?.some((each) => settings !== each.settings) ?? false,
    );
    const otherStove = uses.find((each) => each.otherStove !== undefined)?.otherStove;
    return there.size === 0 ? [] : [{ report, uses, there, isOther, otherStove }];
  });
  if (beside.length === 0) return null;
  // The newest first: of several, the one that says most against this analysis is told.
  const byUnits = <Found extends { readonly units: number }>(found: readonly Found[]) =>
    found.reduce<Found | null>((most, each) => (each.units > (most?.units ?? 0) ? each : most), null);
  const days = new Map<string, { from: string; to: string; units: number; mean: string }>();
  const ofStove = beside.filter(({ otherStove }) => otherStove === undefined);
  for (const { report, there } of ofStove.filter((each) => !isTaken(each.report, analysedBefore)))
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
      beside.flatMap(({ report, uses, there, isOther, otherStove }) => {
        const common = daysInCommon(report, { from, to });
        if (common < MOST_OF_DAYS * Math.min(daysIn(report), daysIn({ from, to }))) return [];
        const zoneThere = report.timeZone === zone.name ? zone : zoneNamed(report.timeZone);
        // What these readings come to by the settings of the report, and by its days.
        const both = uses.flatMap((use) => {
          const mine = own.find(({ household }) => household === use.household);
          const { settings } = use;
          if (
            mine === undefined ||
            settings === undefined ||
            !there.has(use.household) ||
            !here.has(use.household)
          )
            return [];
          const all = devicesOf.get(use.household) ?? [];
          // A report without a list has each device by itself.
          const byItself = all.filter(({ sensor }) => sensor === use.named);
          const ofReport = use.named === use.household || byItself.length === 0 ? all : byItself;
          const useDays = usedBy(mine, ofReport, { settings, zone: zoneThere, firstDay });
          return useDays === undefined ? [] : [{ use, mine: { ...mine, useDays } }];
        });
        const slack = zoneThere === zone ? 0 : 1;
        const others = both.filter(({ use, mine }) => isOtherUse(mine, use, common - slack)).length;
        // Settings by which all days are alike tell nothing of what the readings were.
        const saysNothing =
          isOther && others === 0 && both.every(({ use }) => use.useDays % use.observedDays === 0);
        const warm = saysNothing
          ? otherTemperatures(
              report,
              { from, to },
              both.map(({ use }) => use),
              devicesOf,
            )
          : 0;
        return [
          {
            units: others + warm,
            ...(warm > 0 && { temperatures: true as const }),
            there: meanOf(both.map(({ use }) => use.useDays / use.observedDays)),
            here: meanOf(both.map(({ mine }) => mine.useDays / mine.observedDays)),
            ...(isOther && { bySettings: 'other' as const }),
            ...(otherStove !== undefined && { stove: otherStove }),
          },
        ];
      }),
    ),
    missing: missingOf(
      ofStove.flatMap(({ report, there }) =>
        daysInCommon(report, { from, to }) < MOST_OF_DAYS * daysIn({ from, to }) ? [] : [there],
      ),
      here,
    ),
    days: [...days.values()].slice(0, MOST_DAYS),
  };
}

/** Says of the name of a stove whether some home has it beside this one, so that it is another stove. */
function stovesSeenTogether(
  stove: string,
  households: readonly { readonly stoves: readonly { readonly stove: string }[] }[],
): (other: string | undefined) => boolean {
  const together = new Set(
    households.flatMap(({ stoves }) => {
      const names = stoves.map((each) => each.stove);
      return names.includes(stove) ? names : [];
    }),
  );
  return (other) => other !== undefined && other !== stove && together.has(other);
}

/** By which settings a report found the use of a stove, as canonical JSON; undefined where it does not say. */
function settingsThere({ sensors, settings }: KeptUseReport, household: string, stove: string) {
  const kind = sensors.find((each) => each.household === household && each.stove === stove)?.kind;
  const used = kind && settings[kind];
  return used && canonicalJson(used);
}

/** Days of use of a unit among those that were observed, by other settings or midnights; undefined where nobody searched by them. */
function usedBy(
  { days }: OwnUse,
  devices: readonly SensorUse[],
  { settings, zone, firstDay }: { readonly settings: string; readonly zone: Zone; readonly firstDay: number },
): number | undefined {
  const starts = devices.map(({ startsBy }) => startsBy.get(settings));
  if (starts.some((each) => each === undefined)) return undefined;
  const used = new Set(starts.flatMap((each = []) => each.map((start) => zone.dayOf(start) - firstDay)));
  return [...used].filter((day) => (days[day] ?? 0) !== 0).length;
}

function isTaken(
  report: { readonly from: string; readonly to: string },
  analysed: Recorded['analysedBefore'],
): boolean {
  const taken = analysed.reduce((sum, each) => sum + daysInCommon(report, each), 0);
  return taken >= MOST_OF_DAYS * daysIn(report);
}

/** Whether two reports of a unit cannot be of the same temperatures: more days of use differ than one of both alone observed. */
function isOtherUse(a: UseThere, b: UseThere, common: number): boolean {
  const alone = (one: UseThere, other: UseThere) =>
    one.expectedDays - common + Math.max(0, other.expectedDays - other.observedDays);
  return a.useDays - b.useDays > alone(a, b) || b.useDays - a.useDays > alone(b, a);
}

/** Of each unit that was observed enough. */
function sharesOf(uses: readonly UseThere[]): Map<string, number> {
  return new Map(
    uses.filter(isEnough).map(({ household, useDays, observedDays }) => [household, useDays / observedDays]),
  );
}
