import type { OtherPopulations, SisterDesigns } from './drawn-entry.js';

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

/** A submission that has a project and days in common with a later one. */
export interface EarlierSubmission {
  readonly submissionId: string;
  /** Whether an authority had selected from it by then. */
  readonly drawn: boolean;
}

/** The design that was made from this one. */
export interface RecalculatedEntry {
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

/** A list of projects for an authority that names this design. */
export interface SubmittedEntry {
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
