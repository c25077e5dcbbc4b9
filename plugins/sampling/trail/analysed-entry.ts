import type { HeldFact } from './held-marks.js';
import type { JudgedSubmissions } from './judged-entry.js';
import type { UsedProtocol } from './protocol-marks.js';

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
  /** Units with a value of which nothing came in, with the mean of these and of the others; absent from entries of before. */
  readonly byNoPhone?: {
    readonly units: number;
    readonly of: number;
    readonly mean: string;
    readonly others: string | null;
  } | null;
}

/** An analysis of other days whose values come again. */
export interface ValuesAgain {
  readonly periodId: string;
  readonly from: string;
  readonly to: string;
  /** Units with exactly the same value, or with one that is as much higher or so many times as high, of those that have both. */
  readonly units: number;
  readonly of: number;
  /** Zero for the same, else by how much; or how many times. */
  readonly by: { readonly difference: string } | { readonly factor: string };
  /** How closely both go together, where it is so but for some noise. */
  readonly correlation?: string;
}

/** Answers of phones of the units of an analysis, of other days since their draw that no analysis before had. */
export interface AnswersElsewhere {
  readonly answers: number;
  readonly units: number;
  readonly days: readonly { readonly day: string; readonly answers: number; readonly mean: string }[];
  /** Units that have no value in the analysis, with the mean of these answers; null for none. */
  readonly without: (SilentUnits & { readonly mean: string }) | null;
  /** Whether the readings are no answers of phones themselves. */
  readonly typed: boolean;
}

/** Rows without a value of units that have values of several days. */
export interface RowsWithoutValue {
  readonly rows: number;
  /** All rows of such units. */
  readonly of: number;
  readonly units: number;
  /** How many rows have each. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Values beside a status that says that there is none. Means in four digits. */
export interface ValuesDespiteStatus {
  readonly rows: number;
  /** All rows with a value. */
  readonly of: number;
  readonly units: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly mean: string;
  /** Null where there are no others. */
  readonly others: string | null;
}

/** Units with values of more days than most, where that moves the mean. */
export interface ExtraDays {
  readonly units: number;
  readonly of: number;
  /** Days that most have, and the most that any has. */
  readonly usual: number;
  readonly most: number;
  /** The mean by as many of the first days of each unit as most have, and by all. */
  readonly first: string;
  readonly all: string;
}

/** Some of the answers of an export, with their mean and that of the others, in four digits. */
interface AnswersOfExport {
  readonly answers: number;
  readonly of: number;
  readonly mean: string;
  readonly others: string | null;
}

/** What the program of a form says of its answers: changed after they came in, or come in before their own day. */
export interface SaidByExport {
  readonly edited: AnswersOfExport | null;
  readonly sentBefore: AnswersOfExport | null;
}

/** Where more of those who were asked are missing than the design plans to lose. */
export interface LostUnits {
  readonly valid: number;
  readonly asked: number;
  /** The share that it plans to lose, in the digits of JavaScript. */
  readonly planned: string;
  /** The mean had all who are missing 0, or the highest value that was measured, of a share 1. */
  readonly low: string;
  readonly high: string;
}

/** By what a form multiplied what was weighed. Means in four digits. */
export interface FactorsOfValues {
  /** Such as `charcoal 1.8`, in kilograms of dry wood for one of each; empty where wood alone is weighed. */
  readonly factors: readonly string[];
  readonly values: number;
  readonly mean: string;
  /** Values by other factors that had come in when the first form with these was made; null for none. */
  readonly before: {
    /** As above, of each form. */
    readonly factors: readonly (readonly string[])[];
    readonly values: number;
    readonly mean: string;
  } | null;
}

/** The mean, had all without a value been at one end. */
export interface MeansIfLost extends Pick<LostUnits, 'low' | 'high'> {
  /** The relative precision that was asked for, in the digits of JavaScript, where either is further from the mean. */
  readonly beyond?: string;
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

/** Readings of some days, what was computed of them, and what stands out in them. */
export interface AnalysedEntry {
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
  /** Null for none, and where the readings are of devices. */
  readonly otherDays?: AnswersElsewhere | null;
  /** What else this oracle holds of these units since their draw; null for nothing, absent from entries of before. */
  readonly held?: readonly HeldFact[] | null;
  /** Analyses of the owner or project that had too many rows to be held against these. Absent from entries of before. */
  readonly notLooked?: number;
  /** A seal of how values are found of a design that this one recalculates, where these came from no device; null for none. */
  readonly sealedBefore?: {
    readonly designId: string;
    readonly protocol: string;
    readonly seq: number;
  } | null;
  /** Null for none, absent from entries of before. */
  readonly despite?: ValuesDespiteStatus | null;
  readonly extraDays?: ExtraDays | null;
  /** Null for nothing, absent from entries of before. */
  readonly exported?: SaidByExport | null;
  /** Null for none, absent from entries of before. */
  readonly again?: ValuesAgain | null;
  /** Null where no form weighed anything; absent from entries of before. */
  readonly factors?: readonly FactorsOfValues[] | null;
  /** In four digits; null without one, absent from entries of before. */
  readonly mean?: string | null;
  /** Null for none, and where the readings are of devices; absent from entries of before. */
  readonly emptyRows?: RowsWithoutValue | null;
  /** Null where the design planned for as many, and where `response` tells of them. */
  readonly lost?: LostUnits | null;
  /** The mean, had all without a value been at one end; null where none is missing. Absent from entries of before. */
  readonly ifLost?: MeansIfLost | null;
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
