import type { ChosenReading } from './chosen-marks.js';
import type { UsedDevices } from './device-marks.js';
import type { RecordedByDevices } from './recorded-marks.js';
import type { TrailEntry } from './trail-entry.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;
type Sealed = Extract<TrailEntry, { readonly kind: 'sealed' }>;

/** By which settings values were found in what devices recorded, where a person could choose them. */
export interface UsedProtocol {
  /** As seals name it, such as `stove use`. */
  readonly protocol: string;
  /** The settings, word for word as a seal fixes them, and their SHA-256. */
  readonly text: string;
  readonly sha256: string;
  /** What of the devices the values are of, in words; absent from entries of before. */
  readonly of?: string;
  /** Where they differ from the defaults, in words. */
  readonly differs: readonly string[];
  /** ISO 8601 UTC, of the first reading of the days that were analysed; in entries of before, of all data. */
  readonly firstReading: string;
  /** What nearby settings give for the value, where it hangs on them; null where it does not. */
  readonly nearby: { readonly low: string; readonly high: string } | null;
  /** Analyses of days of these units by the same owner before, beside those of this design, and with how many other settings. */
  readonly tried: { readonly analyses: number; readonly settings: number } | null;
  /** Absent from entries of before. */
  readonly devices?: UsedDevices | null;
  /** Absent from entries of before. */
  readonly recorded?: RecordedByDevices;
  /** Absent from entries of before. */
  readonly chosen?: ChosenReading;
}

/** The seal that counted when an analysis was made; undefined for none. */
function sealBefore(protocol: string, earlier: readonly TrailEntry[]): Sealed | undefined {
  return earlier.findLast((each): each is Sealed => each.kind === 'sealed' && each.protocol === protocol);
}

/** What stands out in the settings behind an analysis: only those that were fixed before the data cannot be chosen by them. */
export function protocolMarks({ protocol: used }: Analysed, earlier: readonly TrailEntry[]): string[] {
  if (used === undefined || used === null) return [];
  const { protocol, sha256, differs, firstReading, nearby, tried } = used;
  const seal = sealBefore(protocol, earlier);
  const isFixed = seal !== undefined && seal.sha256 === sha256 && seal.at <= firstReading;
  const settings =
    differs.length === 0 ? 'They are the defaults.' : `They differ from the defaults: ${differs.join('; ')}.`;
  return [
    ...(seal === undefined
      ? [
          `The settings of ${protocol} were not sealed before the data: whoever chose them could know results. ${settings}`,
        ]
      : []),
    ...(seal !== undefined && seal.sha256 !== sha256
      ? [`The settings of ${protocol} are not those of seal ${seal.seal}. ${settings}`]
      : []),
    ...(seal !== undefined && seal.sha256 === sha256 && !isFixed
      ? [
          `Seal ${seal.seal} of the settings of ${protocol} is of ${seal.at}, after the first reading, of ${firstReading}: whoever sealed them could know data. ${settings}`,
        ]
      : []),
    ...(!isFixed && tried !== null
      ? [
          `Days of these units were analysed ${tried.analyses} time(s) before beside this design, ${tried.settings} of them with other settings: whoever chose the settings could know what each gives.`,
        ]
      : []),
    ...(nearby === null
      ? []
      : [
          `The rate hangs on the settings of ${protocol}: with nearby ones it is between ${nearby.low} and ${nearby.high}.`,
        ]),
  ];
}

/** What stands out where a design says by a seal how its values are found, and is analysed by others. */
export function unsealedMarks(
  { protocol, selectionId, sealedBefore = null }: Analysed,
  earlier: readonly TrailEntry[],
): string[] {
  if ((protocol ?? null) !== null || selectionId === null) return [];
  const seal = earlier.findLast((each): each is Sealed => each.kind === 'sealed');
  if (seal === undefined && sealedBefore !== null)
    return [
      `How values of ${sealedBefore.designId}, which this design recalculates, are found in what devices record is sealed there (entry ${sealedBefore.seq}, ${sealedBefore.protocol}), and these readings came from no device: they were measured in another way.`,
    ];
  return seal === undefined
    ? []
    : [
        `How values of this design are found in what devices record is sealed (entry ${seal.seq}, ${seal.protocol}), and these readings came from no device: somebody handed them in.`,
      ];
}

/** By which settings, and since when they were fixed; nothing where there are none. */
export function protocolNote({ protocol: used }: Analysed, earlier: readonly TrailEntry[]): string {
  if (used === undefined || used === null) return '';
  const seal = sealBefore(used.protocol, earlier);
  const fixed = seal?.sha256 === used.sha256 ? `sealed on ${seal.at}` : 'which no seal before it fixes';
  const differs = used.differs.length === 0 ? 'the defaults' : used.differs.join(', ');
  const of = used.of === undefined ? '' : `; values of ${used.of}`;
  return `${of}; settings of ${used.protocol}: ${differs}, hash ${used.sha256}, ${fixed}; first reading of ${used.firstReading}`;
}
