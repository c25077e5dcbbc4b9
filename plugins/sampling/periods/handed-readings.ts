import type { DevicesOtherwise, UsedDevices } from '../trail/device-marks.js';
import type { UsedProtocol } from '../trail/protocol-marks.js';

/** One reading of one unit. */
export interface PeriodReading {
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** In the unit of the design's mean; 0 or 1 for a proportion; null or absent when the unit gave none. */
  readonly value?: number | null | undefined;
  readonly stratum?: string | undefined;
  /** As field teams write it: `ok`, `refused`, `not found`, …; says why a value is missing. */
  readonly status?: string | undefined;
}

/** A submission of the field work of a period, whether or not it is among the readings. */
export interface PeriodSubmission {
  /** By which the trail tells of decisions about it. */
  readonly submissionId: string;
  readonly unitId: string;
  /** Null when nothing was measured. */
  readonly value: number | null;
  /** Whether it is among the readings. */
  readonly counts: boolean;
  /** What was found of it that leaves it out unless a person decides otherwise. */
  readonly findings: readonly string[];
  /** What a person decided, and why; null where nobody did. */
  readonly verdict: { readonly counts: boolean; readonly reason: string } | null;
  /** The form that it came by, where it is not the one of the readings. */
  readonly otherForm?: string | undefined;
}

/** By what a form multiplied what was weighed. */
export interface FactorsOfReadings {
  /** Kilograms of dry wood that one of each other fuel stands for; none: wood alone is weighed. */
  readonly factors: Readonly<Record<string, number>>;
  /** Of the readings, those that came by it. */
  readonly values: readonly number[];
  /** Values by other factors that had come in when the first form with these was made. */
  readonly before: readonly {
    readonly factors: Readonly<Record<string, number>>;
    readonly value: number;
  }[];
}

/** The devices that values were found in, and whose they are said to be. */
export interface DevicesOfReadings {
  /** As seals of the list are named, whose text is the list. */
  readonly protocol: string;
  /** Whether a list says so; otherwise the devices or their files do. */
  readonly listed: boolean;
  /** SHA-256 of the list as a seal fixes it, or of what devices and files say, in the same form. */
  readonly sha256: string;
  /** Those of the readings, each with the unit that it is named after, where its name or file names one. */
  readonly placed: readonly {
    readonly device: string;
    readonly unitId: string;
    readonly named: string | null;
  }[];
  /** Units whose devices were others in analyses of these days before, of the same owner; null for none. */
  readonly unlike: UsedDevices['unlike'];
  /** Devices whose rows of a sealed list were sealed after their own first reading; null for none. */
  readonly late: DevicesOtherwise | null;
}

/** By which settings values were found in what devices recorded. */
export interface ProtocolOfReadings extends Omit<UsedProtocol, 'sha256' | 'devices'> {
  readonly devices?: DevicesOfReadings;
}

/** Readings of one period of a design. */
export interface PeriodReadings {
  readonly designId: string;
  /** First and last day, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly readings: readonly PeriodReading[];
  /** The draw whose units were monitored; a design with strata takes its only draw by itself. */
  readonly selectionId?: string | undefined;
  /** What a larger value does to emission reductions; default `raises`. */
  readonly effect?: 'raises' | 'lowers' | undefined;
  /** Why readings deviate from the draw, or why days are analysed again that have a final analysis. */
  readonly reason?: string | undefined;
  /** All submissions of these days, where the readings are of such: the trail tells which of them do not count, and why. */
  readonly submissions?: readonly PeriodSubmission[] | undefined;
  /** Where a form multiplied what was weighed: the trail tells by what, and whether it was set with answers at hand. */
  readonly factors?: readonly FactorsOfReadings[] | undefined;
  /** Where settings found the values: the trail tells which, and whether they were fixed before the data. */
  readonly protocol?: ProtocolOfReadings | undefined;
}

/** What came in of the units of designs beside any readings, such as answers of phones. */
export type HeldAnswers = (
  designIds: readonly string[],
  days: { readonly from: string; readonly to: string },
) => Promise<readonly { readonly unitId: string; readonly value: number; readonly day: string }[]>;

/** What was computed beside any readings from what devices recorded, such as a report of loggers. */
export interface HeldReport {
  readonly reportId: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly units: readonly {
    readonly unitId: string;
    /** What a person may write of each of its devices: a share, its percentage, days; for all units in the same order. */
    readonly values: readonly (readonly number[])[];
  }[];
}

/** Reports of days that some have in common with others, of a person or of designs. */
export type HeldReports = (asked: {
  readonly owner: string;
  readonly designIds: readonly string[];
  readonly from: string;
  readonly to: string;
}) => Promise<readonly HeldReport[]>;

/** A person's decision about a submission of field work. */
export interface SubmissionVerdict {
  readonly designId: string;
  readonly submissionId: string;
  /** SHA-256 of the document as it was sent, hexadecimal. */
  readonly submissionSha256: string;
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly value: number | null;
  readonly findings: readonly string[];
  readonly verdict: 'counts' | 'left out';
  readonly reason: string;
  /** On whose phone it was changed and sent again, where nobody decided. */
  readonly changedBy?: string;
}
