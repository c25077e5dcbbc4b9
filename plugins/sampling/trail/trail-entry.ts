import type { Principal } from 'oracle-runtime/plugin';
import type { VerificationAction, VerificationStatus } from '../verification/status.js';
import type { DrawnEntry, OtherDraws, OtherPopulations, RenamedUnits, SisterDesigns } from './drawn-entry.js';
import type { JudgedEntry, JudgedSubmissions } from './judged-entry.js';
import type { UsedProtocol } from './protocol-marks.js';

/** Where a trail stands: how many entries it has, and the hash of the last one. */
export interface TrailHead {
  readonly length: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Readings that are not of the drawn units, or not of the time after the draw. */
export interface Deviation {
  readonly kind: 'not drawn' | 'replacement not called' | 'replaced unit' | 'before the draw';
  readonly readings: number;
  readonly units: number;
  /** The first of them. */
  readonly examples: readonly string[];
}

/** Drawn units of which a period has no row, neither a value nor a reason. */
export interface SilentUnits {
  readonly units: number;
  /** The first of them. */
  readonly examples: readonly string[];
}

/** How many of the units that were asked, replaced ones among them, gave a value, and why the others gave none. */
export interface LowResponse {
  readonly asked: number;
  readonly valid: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** Days of which units have values, where many have far fewer of them than others. */
export interface UnevenDays {
  /** Units with fewer than four fifths of the usual days. */
  readonly units: number;
  /** All that have a value. */
  readonly of: number;
  readonly fewest: number;
  readonly most: number;
  /** Days that a quarter of the units have or exceed. */
  readonly usual: number;
}

/** Of how many days units have values, where some have several. */
export interface MeasuredDays {
  readonly fewest: number;
  readonly most: number;
  /** Of all units with values, to one decimal. */
  readonly mean: string;
  /** Days that any row is of, and all of the period. */
  readonly withRows: number;
  readonly of: number;
}

/** Values that are those of other units in the same order, or of the unit before, beyond what chance gives. */
export interface CopiedValues {
  readonly kind: 'block' | 'runs';
  /** Units with values that are copies: of the longest block, or of all that have that of the unit before. */
  readonly units: number;
  /** All that have a value. */
  readonly of: number;
  /** How many units before the block it stands as well. */
  readonly apart?: number;
}

/** Answers of phones of the units and days of an analysis that does not rest on them. */
export interface AnswersBeside {
  readonly answers: number;
  readonly units: number;
  /** Units of which no reading has a value that came in. */
  readonly differ: number;
}

/** Reports of devices of the units and days of an analysis that does not rest on them. */
export interface ReportsBeside {
  readonly reports: number;
  readonly units: number;
  /** Units of which no reading is what a report has of them. */
  readonly differ: number;
  /** Units of which readings were handed in. */
  readonly of: number;
}

/** What is odd about values that can be read. */
export interface OddValues {
  /** Readings of a share that are neither 0 nor 1. */
  readonly parts: number;
  /** Units that have rows, and neither a value nor a reason. */
  readonly unexplained: SilentUnits | null;
  /** Units with different values on one day. */
  readonly clashes: number;
  /** A value that many units share, where the others do not. */
  readonly filled: { readonly value: string; readonly units: number; readonly of: number } | null;
  /** The two values of a mean that has no others. */
  readonly two: { readonly low: string; readonly high: string } | null;
  /** The mean and the expected one, where they lie far apart. */
  readonly far: readonly string[] | null;
  /** Where many units have values of far fewer days than others have; absent from entries of before. */
  readonly days?: UnevenDays | null;
  readonly copied?: CopiedValues | null;
  /** The standard deviation and the one that the design plans with, where it is far smaller. */
  readonly narrow?: readonly string[] | null;
}

/** A submission that has a project and days in common with a later one. */
export interface EarlierSubmission {
  readonly submissionId: string;
  /** Whether an authority had selected from it by then. */
  readonly drawn: boolean;
}

/** A stated value beside what an analysis says, in the digits of JavaScript. */
export interface StatedOtherwise {
  readonly value: 'mean' | 'sd' | 'dropoutRate';
  readonly stated: string;
  readonly analysed: string;
  readonly periodId: string;
  /** Absent from entries of before, which knew final ones alone. */
  readonly isFinal?: boolean;
}

/** Stated values with no analysis behind them, and what became of the size. */
export interface StatedAlone {
  /** In the digits of JavaScript. */
  readonly values: readonly { readonly value: string; readonly stated: string }[];
  readonly sizeBefore: number;
  readonly size: number;
}

/** Where the values of a file stand. */
export interface ReadFrom {
  readonly valueColumn: string;
  readonly sheet: string | null;
  /** Columns that were named, in the place of those that would be taken by their names. */
  readonly named: readonly { readonly role: string; readonly column: string; readonly guessed: string }[];
}

/** The draw behind an analysis, where it stands in the trail of a design that this one recalculates. */
export interface DrawElsewhere {
  readonly designId: string;
  /** What stands out in the draw there, in words. */
  readonly marks: readonly string[];
}

/** A commitment of an earlier design of a line that nobody drew by. */
export interface LeftOpen {
  readonly commitmentId: string;
  readonly designId: string;
  /** From when on its value could be known: a time, or a day by UTC; null where it does not say. */
  readonly since: string | null;
}

/** What an entry tells of. All values are text, whole numbers and what is made of them, so that any JSON reader sees the same. */
export type TrailEvent =
  | {
      /** A design that is older than its trail; what is known of the time before. */
      readonly kind: 'begun';
      readonly note: string;
      readonly designSha256: string;
      readonly commitments: readonly string[];
      readonly draws: readonly {
        readonly selectionId: string;
        readonly recordSha256: string;
        readonly frameSha256: string;
        readonly seed: string;
        readonly commitmentId: string | null;
      }[];
      readonly periods: readonly string[];
    }
  | {
      readonly kind: 'created';
      readonly designSha256: string;
      /** The design that this one recalculates, with the head of its trail. */
      readonly recalculates: { readonly designId: string; readonly head: TrailHead | null } | null;
    }
  | {
      readonly kind: 'moved';
      readonly action: VerificationAction;
      readonly status: VerificationStatus;
      readonly verifier: string | null;
      readonly independent: boolean | null;
      /** What let in who decided; null for what is no decision, absent from entries of before. */
      readonly through?: Principal['kind'] | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'committed';
      readonly commitmentId: string;
      /** Which commitment of this design, from 1. */
      readonly commitment: number;
      readonly sha256: string;
      readonly frameSha256: string;
      /** What will give the value: `drand round 123` with the time at which it is public, or who gives it. */
      readonly source: string;
      readonly publicAt: string | null;
      /** Which value of an authority, by its reference and time; null for a round and where nobody said it. */
      readonly whichValue?: string | null;
      readonly supersedes: string | null;
      /** Commitments of the designs that this one recalculates that are still open, with what is known of their values' time. */
      readonly leftOpen?: readonly LeftOpen[];
      /** What the registry has otherwise than that of the commitment in whose place this one is. */
      readonly changed?: readonly ('units' | 'strata' | 'sizes')[];
      readonly reason: string | null;
      readonly otherDesigns: number;
      readonly others?: OtherDraws | null;
      readonly renamed?: RenamedUnits | null;
    }
  | DrawnEntry
  | JudgedEntry
  | {
      readonly kind: 'replaced';
      readonly selectionId: string;
      readonly stratum: string | null;
      readonly unitId: string;
      readonly by: string;
      /** Place in the draw of the stratum. */
      readonly order: number;
      readonly reason: string;
      /** Units that the draw selected. */
      readonly of?: number;
      /** Values that earlier analyses have of the unit. */
      readonly earlierValues?: number;
    }
  | {
      readonly kind: 'analysed';
      readonly periodId: string;
      readonly from: string;
      readonly to: string;
      /** Which analysis over these days, from 1. */
      readonly analysis: number;
      readonly selectionId: string | null;
      /** Null where the draw stands in this trail, or there is none. */
      readonly elsewhere?: DrawElsewhere | null;
      readonly readingsSha256: string;
      readonly rows: number;
      /** The kept file that they came from. */
      readonly file: { readonly path: string; readonly version: number; readonly cid: string } | null;
      readonly analysisSha256: string;
      readonly deviations: readonly Deviation[];
      /** Units that were not drawn or called, and count nowhere. Absent from entries of before, whose figures count them. */
      readonly leftOut?: number;
      /** Replaced units with values beside those of their stand-ins, which count nowhere. Absent from entries of before. */
      readonly stoodIn?: number;
      /** Null without a draw, and when every drawn unit has a row. */
      readonly silent?: SilentUnits | null;
      /** Units of which rows say that the device is broken or out of use, without a value; null for none. */
      readonly outOfUse?: (SilentUnits & { readonly rows: number }) | null;
      /** Where too few of those who were asked gave a value; null where enough did. */
      readonly response?: LowResponse | null;
      /** The same of each stratum where too few did, whatever the others make up for. */
      readonly strataResponse?: readonly (LowResponse & { readonly stratum: string })[];
      /** Null where nothing is. */
      readonly odd?: OddValues | null;
      /** Readings of values below 0. */
      readonly belowZero?: number;
      /** What a larger value does to reductions, where it is not what the design plans with. */
      readonly effect?: 'lowers' | null;
      /** Readings of days after that of the analysis. */
      readonly ahead?: number;
      /** Null where no unit has values of several days. */
      readonly days?: MeasuredDays | null;
      /** What became of submissions behind the readings, where it is not what came in; null where nothing else did. */
      readonly judged?: JudgedSubmissions | null;
      /** Null where the readings are such answers themselves, and where none came in. */
      readonly beside?: AnswersBeside | null;
      /** Null where the readings are of devices themselves, are nothing that the reports could have, and where there are none. */
      readonly reported?: ReportsBeside | null;
      /** Null where no settings found the values. */
      readonly protocol?: UsedProtocol | null;
      /** Column of the values and sheet that they were read from; null for rows. Absent from entries of before. */
      readonly read?: ReadFrom | null;
      /** Readings of days before the first or after the last day, which do not count. */
      readonly outside?: number;
      /** Units that were asked, replaced ones among them, and those that gave a value. */
      readonly answered?: { readonly asked: number; readonly valid: number };
      /** Those who refused, where they are many and enough others answered, with the mean had all been at one end. */
      readonly refused?: {
        readonly units: number;
        readonly asked: number;
        /** In the digits of JavaScript; absent from entries of before. */
        readonly mean?: { readonly low: string; readonly high: string } | null;
      } | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'finalised';
      readonly periodId: string;
      readonly from: string;
      readonly to: string;
      readonly supersedes: string | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'recalculated';
      readonly into: string;
      readonly designSha256: string;
      readonly periodId: string | null;
      /** Stated values that a final analysis has otherwise. */
      readonly stated?: readonly StatedOtherwise[];
      /** Values that were stated where nothing was analysed: the word of whoever recalculated. Null where there is an analysis. */
      readonly unseen?: StatedAlone | null;
      /** What it has from the registry in the place of what the design says; null where they agree. */
      readonly populations?: OtherPopulations | null;
    }
  | {
      readonly kind: 'submitted';
      readonly submissionId: string;
      readonly documentSha256: string;
      /** Such as `2024-Q1`. */
      readonly monitoringPeriod?: string;
      /** Submissions before, by the same owner, of the same project and of days of this period. */
      readonly earlier?: readonly EarlierSubmission[];
      /** Designs of the project beside the submitted one. */
      readonly sisters?: SisterDesigns | null;
    }
  | {
      /** A submission reached the endpoint of an authority. */
      readonly kind: 'delivered';
      readonly submissionId: string;
      readonly host: string;
      /** HTTP status of its answer, and the hash of the part of it that is kept. */
      readonly status: number;
      readonly answerSha256: string;
    }
  | {
      /** A submission was sent, and the endpoint of the authority refused it or gave no answer. */
      readonly kind: 'delivery failed';
      readonly submissionId: string;
      readonly host: string;
      /** HTTP status of the last answer; null when there was none. */
      readonly status: number | null;
      readonly attempts: number;
    }
  | {
      /** What an authority selected of a submission, as the submitter entered it. */
      readonly kind: 'authority drew';
      readonly submissionId: string;
      readonly authority: string;
      readonly reference: string;
      /** Null for a draw that was not recomputed. */
      readonly seed: string | null;
      readonly candidates: number;
      readonly selected: number;
      /** Whether the project of this design is among the selected ones. */
      readonly ours: boolean;
      readonly drawSha256: string;
    }
  | {
      /** What was fixed before data came, such as how events are detected. */
      readonly kind: 'sealed';
      /** What it fixes; one counts at a time. */
      readonly protocol: string;
      /** Which seal of this protocol, from 1. */
      readonly seal: number;
      /** What was fixed, word for word. */
      readonly text: string;
      readonly sha256: string;
      /** Analyses of readings that the design had by then. */
      readonly analysesBefore: number;
      /** Why it takes the place of the seal before it. */
      readonly reason: string | null;
    }
  | {
      /** Where somebody says to have published a head. */
      readonly kind: 'published';
      readonly head: TrailHead;
      readonly where: string;
      readonly publishedAt: string;
    }
  | {
      /**
       * Another design of the same owner or project drew from these units, or of the project from units with other ids, after
       * this one had drawn or committed.
       */
      readonly kind: 'drawn elsewhere';
      /** Null for one of another owner. */
      readonly otherDesign: string | null;
      readonly frameSha256: string;
      /** Whether these are just the units of this design's draw; otherwise part of them. */
      readonly sameFrame: boolean;
      /** Whether they have no id, or hardly any, in common. */
      readonly otherIds?: boolean;
    }
  | {
      /** The oracle was put back to a backup: what happened in between stands in no entry. */
      readonly kind: 'restored';
      /** ISO 8601 UTC, both. */
      readonly backupAt: string;
      readonly restoredAt: string;
    }
  | {
      readonly kind: 'deleted';
      readonly what: 'registry';
      readonly id: string;
      readonly frameSha256: string;
      readonly reason: string;
    };

/** An event in its place. */
export type TrailEntry = TrailEvent & {
  readonly designId: string;
  /** Counts from 1. */
  readonly seq: number;
  /** ISO 8601 UTC, by the clock of the oracle. */
  readonly at: string;
  /** DID of who did it. */
  readonly actor: string;
  /** Hash of the entry before, 64 zeros for the first. */
  readonly previous: string;
};
