import type { DetectorSettings } from '../detection/detector-settings.js';
import type { FileRead, LeftOut } from '../logger-files/read-logger-file.js';
import { COARSEST_SECONDS, isTooCoarse } from './sensor-use.js';
import { hangsOn, MOVES_BY } from './stove-summary.js';
import type { PassedOver, UseReport } from './use-report.js';

const EXAMPLES = 5;
/** Between these the air around a stove is for some of each day, °C: °F and K read as °C lie above. */
const [COLDEST, HOTTEST] = [-30, 50];

/** What a reader of a report must not overlook. */
export function useWarnings(
  report: Omit<UseReport, 'warnings'>,
  {
    silent,
    saidZone,
    asked,
  }: { readonly silent: readonly string[]; readonly saidZone: boolean; readonly asked: boolean },
): string[] {
  return [
    ...clockWarnings(report, saidZone),
    ...passedOverWords(report.passedOver),
    ...report.files.flatMap(fileWarnings),
    ...sensorWarnings(report, silent),
    ...observationWarnings(report),
    ...(asked && report.sealed === null
      ? ['The detection was not sealed before the data: whoever chose its settings could know results.']
      : []),
    ...(report.sealed !== null && !report.sealed.beforeData
      ? [
          `The protocol was sealed at ${report.sealed.at}, after the first reading: whoever sealed it could know data.`,
        ]
      : []),
    ...(report.draw !== null && report.draw.notDrawn.count > 0
      ? [
          `${report.draw.notDrawn.count} household(s) of the data were not drawn and are left out of the design's period: ${listed(report.draw.notDrawn)}.`,
        ]
      : []),
    ...(report.draw !== null && report.draw.without.count > 0
      ? [
          `${report.draw.without.count} of ${report.draw.drawn} drawn households have no sensor in the data: ${listed(report.draw.without)}.`,
        ]
      : []),
    ...(report.period?.warnings ?? []),
  ];
}

function clockWarnings({ timeZone, files }: Omit<UseReport, 'warnings'>, said: boolean): string[] {
  if (said) return [];
  const walls = files.some(({ times }) => times === 'wall clock');
  const instants = files.some(({ times, offset }) => times === 'instants' && offset !== timeZone);
  return [
    ...(walls
      ? [
          `No time zone was said: times are taken as clocks of ${timeZone} showed them, so a change of clocks is not seen.`,
        ]
      : []),
    ...(instants ? [`No time zone was said: days are those of ${timeZone}, and not of the households.`] : []),
  ];
}

/** Files without a reading beside others, in a sentence. */
export function passedOverWords(passedOver: readonly PassedOver[] = []): string[] {
  if (passedOver.length === 0) return [];
  const named = passedOver.slice(0, EXAMPLES).map(({ file, why }) => `${file} ${why}`);
  return [
    `${passedOver.length} file(s) hold no reading and are passed over: ${named.join('; ')}${passedOver.length > EXAMPLES ? '; …' : ''}.`,
  ];
}

function fileWarnings({ file, unreadable, impossible, twice, never }: FileRead): string[] {
  const say = ({ count, examples }: LeftOut, what: string) =>
    count === 0
      ? []
      : [`${count} row(s) of ${file} ${what}, such as line ${examples[0]?.line}: ${examples[0]?.text}`];
  return [
    ...say(unreadable, 'cannot be read and are left out'),
    ...say(impossible, 'have a time before 2005 or to come and are left out'),
    ...say(twice, 'have a local time that the clocks showed twice and are left out'),
    ...say(never, 'have a local time that the clocks never showed and are left out'),
  ];
}

function sensorWarnings(
  { sensors, settings }: Omit<UseReport, 'warnings'>,
  silent: readonly string[],
): string[] {
  const say = (found: readonly { readonly sensor: string }[], what: string) =>
    found.length === 0
      ? []
      : [
          `${found.length} of ${sensors.length} sensors ${what}: ${found
            .slice(0, EXAMPLES)
            .map(({ sensor }) => sensor)
            .join(', ')}${found.length > EXAMPLES ? ', …' : ''}.`,
        ];
  const inState = (...wanted: readonly string[]) =>
    sensors.filter(({ states }) => states.some(({ state }) => wanted.includes(state)));
  return [
    ...(silent.length === 0
      ? []
      : [`${silent.length} sensor(s) have no temperature at all: ${silent.slice(0, EXAMPLES).join(', ')}.`]),
    ...say(inState('stuck', 'flat'), 'were stuck or flat on days, which count as unobserved'),
    ...say(inState('stopped', 'battery'), 'stopped before the end of the period'),
    ...say(
      sensors.filter(({ outliers }) => outliers.count > 0),
      'have readings that no stove gives, which are left out',
    ),
    ...say(
      sensors.filter(({ conflicts }) => conflicts > 0),
      'have two temperatures of one instant, of which the first counts',
    ),
    ...say(
      sensors.filter(({ notEvents }) => notEvents.tooLong > 0),
      'were hot for longer than an event may last, which is no cooking',
    ),
    ...say(
      sensors.filter(({ intervalSeconds }) => isTooCoarse(intervalSeconds)),
      `recorded less often than every ${COARSEST_SECONDS / 60} minutes, which shows no cooking: none of their days is observed`,
    ),
    ...say(
      sensors.filter(
        ({ intervalSeconds, kind }) =>
          intervalSeconds <= COARSEST_SECONDS && isWide(intervalSeconds, settings[kind]),
      ),
      'recorded so seldom that a fire can be lit and cold again between two readings: their use may be higher',
    ),
    ...say(
      sensors.filter(
        ({ readings, usualAmbient }) => readings > 0 && (usualAmbient > HOTTEST || usualAmbient < COLDEST),
      ),
      `are never near the temperature of a room (below ${HOTTEST} °C): look whether their values are °C`,
    ),
    ...say(
      sensors.filter(({ notEvents }) => notEvents.unclear > 0),
      'were hot at times whose rise the readings do not show: days with nothing else count as unobserved',
    ),
    ...say(
      sensors.filter(({ notEvents, events }) => notEvents.tooSlow > events),
      'were hot more often without rising as fast as an event must than with it: look whether the slope is right',
    ),
  ];
}

/** Whether a stove gets hot within less than a step, rising just as fast as an event must. */
function isWide(intervalSeconds: number, settings: DetectorSettings | undefined): boolean {
  return settings !== undefined && (intervalSeconds / 60) * settings.slope > settings.threshold;
}

function observationWarnings({ stoves }: Omit<UseReport, 'warnings'>): string[] {
  return stoves.flatMap(({ stove, observedDays, expectedDays, usage, band, missing }) => {
    const hangs = hangsOn(band);
    return [
      ...(observedDays * 2 < expectedDays
        ? [`Only ${observedDays} of ${expectedDays} days of ${stove} were observed.`]
        : []),
      ...(usage === null
        ? [`Fewer than two households were observed enough for a usage rate of ${stove}.`]
        : []),
      ...(usage !== null && usage.excluded.length > 0
        ? [
            `${usage.excluded.length} household(s) were observed for less than half of the days and are left out of the rate of ${stove}: ${usage.excluded.slice(0, EXAMPLES).join(', ')}.`,
          ]
        : []),
      ...(missing.rateIfUnused !== null &&
      missing.rateIfUsed !== null &&
      missing.rateIfUsed - missing.rateIfUnused > MOVES_BY
        ? [
            `${observedDays} of ${expectedDays} days of ${stove} were observed: were the others all without use or all with it, the rate were ${missing.rateIfUnused.toFixed(3)} or ${missing.rateIfUsed.toFixed(3)}.`,
          ]
        : []),
      ...(hangs === undefined
        ? []
        : [
            `The rate of ${stove} hangs on the settings of the detector: it is between ${hangs.low} and ${hangs.high} with nearby ones.`,
          ]),
    ];
  });
}

function listed({
  count,
  examples,
}: {
  readonly count: number;
  readonly examples: readonly string[];
}): string {
  return `${examples.slice(0, EXAMPLES).join(', ')}${count > EXAMPLES ? ', …' : ''}`;
}
