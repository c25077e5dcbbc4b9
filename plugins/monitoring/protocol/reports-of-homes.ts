import { addTo } from 'oracle-runtime/kit';
import { shareSome } from '../devices/temperature-sketch.js';
import type { KeptUseReport } from '../service.js';
import type { SensorUse } from '../use/sensor-use.js';
import { homesByParts } from './homes-by-parts.js';

/** Fewer numbers show no order; and so far apart on average nobody counts. */
const [LEAST, SPARSE] = [5, 20];

/** A report with the home that each of its households is. */
export interface ReportOfHomes {
  readonly report: KeptUseReport;
  readonly homeOf: ReadonlyMap<string, string>;
}

/** Part of the homes here that a report of another design must have to be of them where their temperatures say nothing. */
const MOST_OF_HOMES = 0.5;
/** Part of the devices of one name that must have recorded some of the same temperatures for all of them to be the same ones. */
const SAME_DEVICES = 0.1;

/**
 * Reports that are of the homes of an analysis: by the names of homes, or by those of devices that are at homes now. Names of devices are
 * short, such as 1 to 87, and come again in every project: they count where some of the temperatures are the same, which two
 * stoves never have, or where they are serial numbers of which hardly any is near another. So do names of homes in a report that went to another design, unless it has most of them.
 */
export function reportsOfHomes(
  reports: readonly KeptUseReport[],
  {
    designId,
    from,
    to,
    homes,
    devices,
  }: {
    readonly designId: string;
    readonly from: string;
    readonly to: string;
    readonly homes: ReadonlySet<string>;
    /** Those at these homes. */
    readonly devices: readonly Pick<SensorUse, 'sensor' | 'household' | 'sketch'>[];
  },
): ReportOfHomes[] {
  const here = new Map(devices.map((each) => [each.sensor, each] as const));
  const homeNamed = homesByName(homes);
  const measured = new Set(devices.map(({ household }) => household));
  return reports.flatMap((report) => {
    const alike = new Set<string>();
    const compared = report.sensors.filter(({ sensor, sketch = '' }) => {
      const own = here.get(sensor)?.sketch ?? '';
      if (shareSome(own, sketch)) alike.add(sensor);
      return own !== '' && sketch !== '';
    });
    const named = report.sensors.flatMap(({ sensor }) => (here.has(sensor) ? [sensor] : []));
    // A device with a number of its own is at one place on one day.
    const areSame =
      (alike.size > 0 && alike.size >= SAME_DEVICES * compared.length) ||
      (report.from <= to && from <= report.to && areSerials(named));
    const names = new Map(report.sensors.map(({ sensor, household }) => [household, sensor] as const));
    const byDevice = ({ household }: { readonly household: string }) => {
      // Without a list a device is its own household.
      const home = names.get(household) === household ? here.get(household)?.household : undefined;
      return home === household ? undefined : home;
    };
    const byHome = report.households.filter(
      (each) => byDevice(each) === undefined && homeNamed(each.household) !== undefined,
    );
    const otherwise = byParts(report, byHome.length, homes, devices);
    const isOthers = report.designId !== null && report.designId !== designId;
    const isByHome = !isOthers || areSame || byHome.length + otherwise.size >= MOST_OF_HOMES * measured.size;
    const homeOf = new Map(
      report.households.flatMap((each): (readonly [string, string])[] => {
        const { household } = each;
        const home = byDevice(each);
        if (home !== undefined) return areSame || alike.has(household) ? [[household, home]] : [];
        const own = homeNamed(household) ?? otherwise.get(household);
        return own !== undefined && isByHome ? [[household, own]] : [];
      }),
    );
    return homeOf.size === 0 ? [] : [{ report, homeOf }];
  });
}

/** Homes by what tells names apart, where the temperatures say so or chance does not lay so many names on homes. */
function byParts(
  { households, sensors }: KeptUseReport,
  byName: number,
  homes: ReadonlySet<string>,
  devices: readonly Pick<SensorUse, 'household' | 'sketch'>[],
): ReadonlyMap<string, string> {
  // Names that say it themselves leave nothing to be read into the others.
  if (byName >= MOST_OF_HOMES * households.length) return new Map();
  const found = homesByParts(
    homes,
    households.map(({ household }) => household),
  );
  if (found.isSure) return found.homeOf;
  const sketches = new Map<string, string[]>();
  for (const { household, sketch } of devices) addTo(sketches, household, sketch);
  const compared = sensors.flatMap(({ household, sketch = '' }) => {
    const there = sketches.get(found.homeOf.get(household) ?? '') ?? [];
    return sketch === '' || there.length === 0 ? [] : [there.some((own) => shareSome(own, sketch))];
  });
  const alike = compared.filter(Boolean).length;
  return alike >= LEAST && alike >= SAME_DEVICES * compared.length ? found.homeOf : new Map();
}

/** The home that a name is of, whatever its capitals, though it says that it is a home, or which stove; none where two have one name. */
function homesByName(homes: ReadonlySet<string>): (name: string) => string | undefined {
  const byKey = new Map<string, string | undefined>();
  for (const home of homes) byKey.set(keyOf(home), byKey.has(keyOf(home)) ? undefined : home);
  return (name) => {
    if (homes.has(name)) return name;
    const key = keyOf(name);
    // The name of a stove may stand behind that of the home.
    return byKey.has(key)
      ? byKey.get(key)
      : byKey.get(/^(.+?)[\s:_/-]+\p{L}[\p{L} .]*$/u.exec(key)?.[1] ?? key);
  };
}

function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(?:(?:hh|hhid|home|house|household|haushalt|hogar|casa|nyumba)[ ._:#-]+)+(?=.)/, '')
    .replaceAll(/\s+/g, ' ');
}

/** Whether names end in numbers that nobody counted up from 1, or in a row. */
function areSerials(names: readonly string[]): boolean {
  const numbers = names.flatMap((name) => /\d{4,15}(?!.*\d)/.exec(name)?.[0] ?? []).map(Number);
  const range = Math.max(...numbers) - Math.min(...numbers);
  return numbers.length >= LEAST && numbers.length === names.length && range > SPARSE * numbers.length;
}
