import { oneLine } from 'oracle-runtime/kit';
import type { TrailEntry } from './trail-entry.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;
type Sealed = Extract<TrailEntry, { readonly kind: 'sealed' }>;

/** Characters of a name that are shown. */
const SHOWN = 40;

/** Units, with what of them stands out. */
export interface DevicesOtherwise {
  readonly devices: number;
  readonly units: number;
  /** The first of them, in words. */
  readonly examples: readonly string[];
}

/** The devices that values were found in, and whose they are said to be. */
export interface UsedDevices {
  /** As seals of the list are named, whose text is the list. */
  readonly protocol: string;
  /** Whether a list says so; otherwise the devices or their files do. */
  readonly listed: boolean;
  /** SHA-256 of the list as a seal fixes it, or of what devices and files say, in the same form. */
  readonly sha256: string;
  /** Of the units that were handed over. */
  readonly devices: number;
  readonly units: number;
  /** At one unit. */
  readonly most: number;
  /** Units with more than one. */
  readonly several: number;
  /** Devices that are named after another unit of the registry than the one they are laid to; null for none. */
  readonly ofOthers: DevicesOtherwise | null;
  /** Units whose devices were others in analyses of these days before, of the same owner; null for none. */
  readonly unlike: (DevicesOtherwise & { readonly analyses: number }) | null;
  /** Devices whose rows of the sealed list were sealed after their own first reading; absent from entries of before. */
  readonly late?: DevicesOtherwise | null;
}

function sealOf({ protocol }: UsedDevices, earlier: readonly TrailEntry[]): Sealed | undefined {
  return earlier.findLast((each): each is Sealed => each.kind === 'sealed' && each.protocol === protocol);
}

/** What stands out in whose the devices behind an analysis are said to be: whoever lays them to units can choose values. */
export function deviceMarks({ protocol: used }: Analysed, earlier: readonly TrailEntry[]): string[] {
  const devices = used?.devices ?? undefined;
  if (used === undefined || used === null || devices === undefined) return [];
  const seal = sealOf(devices, earlier);
  const isLate = devices.late === undefined ? (seal?.at ?? '') > used.firstReading : devices.late !== null;
  const isFixed = seal?.sha256 === devices.sha256 && !isLate;
  return [
    ...(devices.listed ? listMarks(devices, used.firstReading, seal) : []),
    ...(devices.ofOthers === null
      ? []
      : [
          `${devices.ofOthers.devices} devices that are named after other units of the registry are laid to ${devices.ofOthers.units} units (${shown(devices.ofOthers.examples)}): what they recorded may be of those others.`,
        ]),
    ...(devices.unlike === null || isFixed
      ? []
      : [
          `${devices.unlike.units} units had other devices in ${devices.unlike.analyses} analysis or analyses of these days before (${shown(devices.unlike.examples)}): whoever changed them could know what each recorded.`,
        ]),
  ];
}

function listMarks({ sha256, late }: UsedDevices, firstReading: string, seal: Sealed | undefined): string[] {
  if (seal === undefined)
    return [
      'The list of devices, which says whose each is, was not sealed before the data: whoever wrote it could know what each recorded.',
    ];
  if (seal.sha256 !== sha256) return [`The list of devices is not that of seal ${seal.seal}.`];
  if (late === null) return [];
  if (late !== undefined)
    return [
      `Seal ${seal.seal} of the list of devices is of ${seal.at}; ${late.devices} rows of it were sealed after the first reading of their devices (${shown(late.examples)}): whoever wrote them could know what each recorded.`,
    ];
  if (seal.at <= firstReading) return [];
  return [
    `Seal ${seal.seal} of the list of devices is of ${seal.at}, after the first reading, of ${firstReading}: whoever wrote it could know what each recorded.`,
  ];
}

/** How many devices there are, and since when it is fixed whose they are; nothing where there are none. */
export function deviceNote({ protocol: used }: Analysed, earlier: readonly TrailEntry[]): string {
  const devices = used?.devices ?? undefined;
  if (devices === undefined) return '';
  const { listed, sha256, devices: count, units, most, several } = devices;
  const each = most > 1 ? `, up to ${most} at one, several at ${several}` : '';
  const seal = sealOf(devices, earlier);
  const fixed = seal?.sha256 === sha256 ? `sealed on ${seal.at}` : 'which no seal before it fixes';
  return `; ${count} devices at ${units} units${each}, ${listed ? `by a list of the hash ${sha256}, ${fixed}` : `as they or their files are named, hash ${sha256}`}`;
}

function shown(examples: readonly string[]): string {
  return examples.map((each) => oneLine(each, SHOWN * 2)).join(', ');
}
