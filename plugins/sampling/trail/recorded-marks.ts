import { daysIn, daysInCommon, oneLine } from 'oracle-runtime/kit';
import { percent } from '../design/percent.js';
import type { TrailEntry } from './trail-entry.js';
import { stateOf } from './trail-state.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;

/** Days of earlier reports, of which some may have been analysed for the design. */
interface ReportedDays {
  readonly from: string;
  readonly to: string;
  readonly units: number;
  /** In three digits. */
  readonly mean: string;
}

/** What devices recorded, beside what of it counts. Days are those of one unit each; means are shares, in three digits. */
export interface RecordedByDevices {
  /** Days of the analysis that were observed, of all that the units with devices have. */
  readonly observed: number;
  readonly expected: number;
  /** The rate had nothing, or everything, been in use on days that nobody observed, where that moves it far. */
  readonly unseen: { readonly low: string; readonly high: string } | null;
  /** Days that devices of these units observed before the first or after the last day of the analysis. */
  readonly outside: number;
  /** Units without a value, for too few of their days were observed, with the means of what was; null for none. */
  readonly lost: {
    readonly units: number;
    readonly of: number;
    /** Of them, those with a device that stopped, and the first day without it. */
    readonly stopped: number;
    readonly stoppedFrom: string | null;
    readonly until: string | null;
    readonly others: string | null;
    readonly examples: readonly string[];
    /** Whether they are more than the design plans to lose. */
    readonly unplanned: boolean;
  } | null;
  /** Columns of the temperatures, and other columns of temperatures of the same files; empty where each sensor has its own. */
  readonly columns: readonly string[];
  readonly otherColumns: readonly string[];
  /** Readings of one device and instant that have another temperature than the one that counts. */
  readonly conflicts: { readonly devices: number; readonly readings: number } | null;
  /** Reports of these units that the same owner made beside the design, since the draw; null for none. */
  readonly earlier: {
    readonly reports: number;
    /** Those that had other settings. */
    readonly settings: number;
    /**
     * Of the same days: units that have another value there than these readings by the same settings, with the means of both.
     * `bySettings` where these are not those of the analysis.
     */
    readonly differ: {
      readonly units: number;
      readonly there: string;
      readonly here: string;
      readonly bySettings?: 'other';
      /** That these settings found all days alike, and it is the temperatures that are others. */
      readonly temperatures?: true;
      /** What the stove of these homes is called there, where it is called otherwise and no file has both. */
      readonly stove?: string;
    } | null;
    /** Units that have a value there and none here, with theirs and the mean of the others there. */
    readonly missing: {
      readonly units: number;
      readonly there: string;
      readonly others: string;
      /** Chance may make the difference of both; absent where it hardly does, and from entries of before. */
      readonly byChance?: true;
    } | null;
    readonly days: readonly ReportedDays[];
  } | null;
}

/** As a part of all days: fewer can hardly be the best, or change the mean much. */
const MANY_DAYS = 0.1;
/** Days of a report count as analysed when this part of them is. */
const ENOUGH_ANALYSED = 0.5;
const SHOWN = 60;

/** What stands out in what devices recorded: what was left out of it may have been left out for its values. */
export function recordedMarks({ protocol, from, to }: Analysed, all: readonly TrailEntry[]): string[] {
  const recorded = protocol?.recorded;
  if (recorded === undefined) return [];
  const { observed, expected, unseen, outside, lost, otherColumns, conflicts, earlier } = recorded;
  const left = untaken(recorded, all);
  return [
    ...(unseen === null
      ? []
      : [
          `${observed} of ${expected} days of units were observed: were the others all without use or all with it, the rate were ${unseen.low} or ${unseen.high}. Days may have been made unobserved for what they show.`,
        ]),
    ...(outside <= MANY_DAYS * (outside + expected)
      ? []
      : [
          `${outside} days of units that the files have lie outside ${from} to ${to} and do not count, beside ${expected} that were asked for: of many days the best could be taken.`,
        ]),
    ...(lost === null || !lost.unplanned ? [] : [lostMark(lost)]),
    ...(otherColumns.length === 0
      ? []
      : [
          `Temperatures are read from ${listed(recorded.columns)}, and the files have another column of temperatures: ${listed(otherColumns)}.`,
        ]),
    ...(conflicts === null
      ? []
      : [
          `${conflicts.devices} devices have two temperatures of one instant, ${conflicts.readings} times: the first counts, whoever wrote the file could lay it there.`,
        ]),
    ...(earlier?.differ
      ? [
          earlier.differ.stove !== undefined
            ? `Of these days a report beside this design was made before, of a stove "${oneLine(earlier.differ.stove, SHOWN)}" of these homes that no file has beside this one: its mean is ${earlier.differ.there}, that of these readings by the settings of it ${earlier.differ.here}, and ${earlier.differ.units} units have other values. Were both one stove, other readings were chosen.`
            : earlier.differ.temperatures
              ? `Of these days a report beside this design was made before by other settings, which find all days alike (the mean is ${earlier.differ.there} there), of other readings: the devices of ${earlier.differ.units} units recorded other temperatures.`
              : earlier.differ.bySettings === undefined
                ? `Of these days and by these settings a report beside this design was made before, of other readings: ${earlier.differ.units} units have other values there, and the mean is ${earlier.differ.there} there and ${earlier.differ.here} here.`
                : `Of these days a report beside this design was made before by other settings, of other readings: the mean is ${earlier.differ.there} there, that of these readings by its settings ${earlier.differ.here}, and ${earlier.differ.units} units have other values.`,
        ]
      : []),
    ...(earlier?.missing && !earlier.missing.byChance
      ? [
          `${earlier.missing.units} units have values in a report beside this design of these days, and none here: their mean is ${earlier.missing.there} there, that of the others ${earlier.missing.others}.`,
        ]
      : []),
    ...(left.length === 0
      ? []
      : [
          `Reports beside this design are of days that no analysis of it has: ${left.map(({ from: first, to: last, units, mean }) => `${first} to ${last} (${units} units, mean ${mean})`).join(', ')}.`,
        ]),
  ];
}

/** How much of the days was observed, where, and what the owner knew of it; nothing where no device recorded. */
export function recordedNote({ protocol }: Analysed): string {
  const recorded = protocol?.recorded;
  if (recorded === undefined) return '';
  const { observed, expected, outside, lost, columns, earlier } = recorded;
  return [
    `${observed} of ${expected} days of units were observed`,
    ...(outside === 0 ? [] : [`${outside} that the files have are of other days`]),
    ...(lost === null
      ? []
      : [`${lost.units} of ${lost.of} units with devices have no value, ${lost.stopped} of them stopped`]),
    ...(columns.length === 0 ? [] : [`temperatures of ${listed(columns)}`]),
    ...(earlier?.missing?.byChance
      ? [
          `${earlier.missing.units} units have values in a report beside this design and none here, by chance as it seems: their mean is ${earlier.missing.there} there, that of the others ${earlier.missing.others}`,
        ]
      : []),
    ...(earlier === null
      ? []
      : [
          `${earlier.reports} report(s) of these units were made beside the design before, ${earlier.settings} with other settings`,
        ]),
  ]
    .map((each) => `; ${each}`)
    .join('');
}

function lostMark({
  units,
  of,
  stopped,
  stoppedFrom,
  until,
  others,
  examples,
}: NonNullable<RecordedByDevices['lost']>): string {
  const stops = stopped === 0 ? '' : `, the devices of ${stopped} stopped early, from ${stoppedFrom} on`;
  const rates =
    until === null
      ? ' Nothing of them was observed.'
      : ` Of the days that were, theirs have a rate of ${until}, those of the others ${others ?? 'none'}.`;
  return `${units} of ${of} units with devices (${examples.join(', ')}${units > examples.length ? ', …' : ''}; ${percent(units / of)}) have no value, for less than half of their days was observed${stops}: more than the design plans to lose.${rates}`;
}

/** Days of earlier reports that neither this analysis nor another one of the design has. */
function untaken({ earlier }: RecordedByDevices, all: readonly TrailEntry[]): readonly ReportedDays[] {
  if (earlier === null) return [];
  const { analyses } = stateOf(all);
  return earlier.days.filter((days) => {
    const analysed = analyses.reduce((sum, each) => sum + daysInCommon(days, each), 0);
    return analysed < ENOUGH_ANALYSED * daysIn(days);
  });
}

function listed(names: readonly string[]): string {
  return names
    .slice(0, 3)
    .map((name) => `"${oneLine(name, SHOWN)}"`)
    .join(', ');
}
