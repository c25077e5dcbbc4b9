import { oneLine } from 'oracle-runtime/kit';
import type { TrailEntry } from './trail-entry.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;

/** What of the reading of devices' records somebody chose, where no seal binds it. Rates are shares, in three digits. */
export interface ChosenReading {
  /** Days by a midnight so many hours later have fewer days of use; null where the zone is sealed, and where they do not. */
  readonly midnight: { readonly hours: number; readonly rate: string } | null;
  /** What the settings of other kinds of stove give; null where the kind is sealed, and where it hardly matters. */
  readonly kinds: { readonly low: string; readonly high: string; readonly as: string } | null;
  /** Which columns say when, and by which device. */
  readonly read: readonly string[];
  /** Columns that were named in the place of those that the files themselves say. */
  readonly named: readonly { readonly role: string; readonly column: string; readonly guessed: string }[];
  /** Rows of earlier seals of the list that the last one has no more, whose devices had recorded by then; null for none. */
  readonly taken: {
    readonly rows: number;
    readonly seal: number;
    readonly examples: readonly string[];
    /** Of what these devices recorded of the days; null where nothing of it was observed. */
    readonly rate: string | null;
    readonly others: string | null;
  } | null;
  /** Other stoves of these units and their rates, where no seal or name says which one counts. Absent from entries of before. */
  readonly stoves?: readonly {
    readonly stove: string;
    readonly rate: string;
    /** Than that of the one that counts. */
    readonly higher?: true;
  }[];
  /** Units with several devices at a time, of all with a value; `least` is the rate had each that which saw least alone. Absent from entries of before. */
  readonly doubled?: {
    readonly units: number;
    readonly of: number;
    readonly rate: string;
    readonly least: string;
    /** That a seal says it of each unit. */
    readonly sealed?: true;
  } | null;
  /**
   * Units whose devices were others from some day on, with the mean shares before and from then on, and those of the units that kept
   * theirs; `apart` is how far the two changes are apart, in standard errors. Absent from entries of before.
   */
  readonly changed?: {
    readonly units: number;
    readonly of: number;
    readonly before: string;
    readonly after: string;
    readonly others: { readonly before: string; readonly after: string } | null;
    readonly apart: string;
  } | null;
  /** Devices that went on after their last day at a unit, with what they recorded and what counts there on these days. Absent from entries of before. */
  readonly leftOn?: {
    readonly devices: number;
    readonly units: number;
    readonly examples: readonly string[];
    readonly rate: string;
    readonly counted: string;
    readonly apart: string;
  } | null;
  /** Units whose devices recorded what those of another unit did, warmer by one amount or not; null for none. */
  readonly copied: { readonly units: number; readonly examples: readonly string[] } | null;
  /**
   * Units whose devices saw the fires of another unit's: `times` by when these begin and end, `shapes` by their temperatures, on whatever
   * days; absent from entries of before, of times with peaks that go together. Null for none.
   */
  readonly fires?: {
    readonly units: number;
    readonly examples: readonly string[];
    readonly times?: number;
    readonly shapes?: number;
  } | null;
  /** Devices that recorded what devices of these units did on other days, warmer by one amount or not; null for none. */
  readonly repeated: {
    readonly devices: number;
    readonly of: number;
    readonly from: string;
    readonly to: string;
  } | null;
}

const SHOWN = 80;
/** How far a rate is moved by second devices that are told; where a seal says that all units have them, and most do, nobody chose which do. */
const [MOVED, MOST] = [0.05, 0.8];
/** Standard errors apart that chance does not give: once in 16,000. */
const APART = 4;

function isMoved({ units, of, rate, least, sealed }: NonNullable<ChosenReading['doubled']>): boolean {
  return !(sealed && units >= MOST * of) && Number(rate) - Number(least) > MOVED;
}

/** What stands out in how devices' records were read: what no seal binds may have been chosen by what it gives. */
export function chosenMarks({ protocol: used }: Analysed): string[] {
  const chosen = used?.chosen;
  if (used === undefined || used === null || chosen === undefined) return [];
  const {
    midnight,
    kinds,
    named,
    taken,
    copied,
    repeated,
    stoves = [],
    doubled = null,
    fires = null,
    changed = null,
    leftOn = null,
  } = chosen;
  const lower = stoves.filter(({ higher }) => higher === undefined);
  return [
    ...(midnight === null
      ? []
      : [
          `Days begin at a midnight that no seal fixes: by one ${midnight.hours} hours later the rate were ${midnight.rate}, for what is one day of use by it is two by this one.`,
        ]),
    ...(kinds === null
      ? []
      : [
          `The kind of stove, which says by which settings use is found, is fixed by no seal: as other kinds (${kinds.as}) the rate were between ${kinds.low} and ${kinds.high}.`,
        ]),
    ...(lower.length === 0
      ? []
      : [
          `Which stove counts is fixed by no seal, and others of these units were monitored (${lower.map(withRate).join(', ')}): the one that pleases could be taken.`,
        ]),
    ...(doubled === null || !isMoved(doubled)
      ? []
      : [
          `${doubled.units} of ${doubled.of} units have several devices, and use is what any of them saw: by the one of each that saw least the rate were ${doubled.least}, and it is ${doubled.rate}. Whoever lays a second device to units raises theirs, and no seal says that each has several.`,
        ]),
    ...(changed === null || Number(changed.apart) < APART
      ? []
      : [
          `The devices of ${changed.units} of ${changed.of} units were changed within these days: their rate is ${changed.before} by those before and ${changed.after} by those after${changed.others === null ? '' : `, that of the units that kept theirs ${changed.others.before} and ${changed.others.after}`}. What came after may be of other homes.`,
        ]),
    ...(leftOn === null || Number(leftOn.apart) < APART
      ? []
      : [
          `${leftOn.devices} devices went on after their last day by the list (${listed(leftOn.examples)}) and saw fires: of what they recorded then the rate is ${leftOn.rate}, and what counts of these units on the same days is ${leftOn.counted}. It counts nowhere.`,
        ]),
    ...named.map(
      ({ role, column, guessed }) =>
        `The ${role === 'sensor' ? 'device' : role} is read from the column "${oneLine(column, SHOWN)}", which was named in the place of "${oneLine(guessed, SHOWN)}".`,
    ),
    ...(taken === null
      ? []
      : [
          `${taken.rows} rows of the list of devices are not in seal ${taken.seal}, and their devices had recorded by then (${listed(taken.examples)})${taken.rate === null ? '' : `: of what they recorded the rate is ${taken.rate}, of the others ${taken.others ?? 'none'}`}. It counts nowhere.`,
        ]),
    ...(copied === null
      ? []
      : [
          `The devices of ${copied.units} units recorded, from reading to reading, the same rises and falls, digit for digit, as those of another unit (${listed(copied.examples)}): no two stoves do.`,
        ]),
    ...(fires === null
      ? []
      : [
          `The devices of ${fires.units} units saw the fires of another unit's: ${sameness(fires)} (${listed(fires.examples)}). No two homes cook so.`,
        ]),
    ...(repeated === null
      ? []
      : [
          `${repeated.devices} of ${repeated.of} devices recorded, from reading to reading, the same rises and falls, digit for digit, as devices of these units did from ${repeated.from} to ${repeated.to}: no stove does that again.`,
        ]),
  ];
}

function sameness({ times, shapes = 0 }: NonNullable<ChosenReading['fires']>): string {
  if (times === undefined)
    return 'nine of ten begin and end at the same times, to within a reading, and their peaks go together';
  return [
    ...(times === 0
      ? []
      : [
          `of ${times} nearly all begin and end at the same times, to within a reading, and their peaks go together or no home of these cooks at the same times from day to day so`,
        ]),
    ...(shapes === 0
      ? []
      : [`of ${shapes} nearly all have the same temperatures, to within a degree or two, on whatever days`]),
  ].join(', and ');
}

/** Which columns say when and by which device; nothing where no device recorded. */
export function chosenNote({ protocol }: Analysed): string {
  const { read = [], stoves = [], doubled = null, changed = null, leftOn = null } = protocol?.chosen ?? {};
  const higher = stoves.filter((each) => each.higher);
  const taken =
    higher.length === 0
      ? ''
      : `; which stove counts is fixed by no seal, and others of these units have higher rates (${higher.map(withRate).join(', ')})`;
  const several =
    doubled === null
      ? ''
      : `; ${doubled.units} of ${doubled.of} units with several devices at a time: by the one of each that saw least the rate were ${doubled.least}`;
  const others =
    changed === null
      ? ''
      : `; the devices of ${changed.units} of ${changed.of} units were changed within the days, with the rate ${changed.before} before and ${changed.after} after`;
  const after =
    leftOn === null
      ? ''
      : `; ${leftOn.devices} devices went on after their last day, with the rate ${leftOn.rate} where ${leftOn.counted} counts`;
  const columns = read.length === 0 ? '' : `; read by ${read.map((each) => oneLine(each, SHOWN)).join(', ')}`;
  return `${columns}${taken}${several}${others}${after}`;
}

function withRate({ stove, rate }: { readonly stove: string; readonly rate: string }): string {
  return `"${oneLine(stove, SHOWN)}" with the rate ${rate}`;
}

function listed(examples: readonly string[]): string {
  return examples.map((each) => oneLine(each, SHOWN)).join(', ');
}
