import { defineService, type Principal } from 'oracle-runtime/plugin';
import type { SizePrecision } from './design/precision-by-size.js';
import type { KitchenComparison, KitchenResult } from './kpt/compare-kitchens.js';
import type { PeriodAnalysis } from './periods/analyse-period.js';
import type {
  HeldAnswers,
  HeldReports,
  PeriodReadings,
  SubmissionVerdict,
} from './periods/handed-readings.js';
import type { PeriodBasis, PeriodChanges } from './periods/period-basis.js';
import type { ReadingOptions, ReadingsRead, ReadReadings } from './periods/read-readings.js';
import type { DropReason, Reading } from './periods/reading.js';
import type { SelectionRecord } from './selection/selection-record.js';
import type { DesignRecord, DesignSummary } from './store/design-record.js';
import type { MonitoredHousehold, UsageRate, UsageRateQuestion } from './sums/usage-rate.js';
import type { Deviation } from './trail/analysed-entry.js';
import type { ChosenReading } from './trail/chosen-marks.js';
import type { RecordedByDevices } from './trail/recorded-marks.js';
import type { TrailHead } from './trail/trail-entry.js';

export type {
  DevicesOfReadings,
  FactorsOfReadings,
  HeldAnswers,
  HeldReport,
  HeldReports,
  PeriodReading,
  PeriodReadings,
  PeriodSubmission,
  ProtocolOfReadings,
  SubmissionVerdict,
} from './periods/handed-readings.js';
export type {
  ChosenReading,
  DesignRecord,
  DesignSummary,
  DropReason,
  KitchenComparison,
  KitchenResult,
  MonitoredHousehold,
  PeriodAnalysis,
  Reading,
  ReadingOptions,
  ReadReadings,
  RecordedByDevices,
  SelectionRecord,
  SizePrecision,
  UsageRate,
  UsageRateQuestion,
};

/** Which part of a list: at most `limit` (1 to 100, default 20) from where the page before ended. */
export interface PageRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<Item> {
  /** Newest first. */
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last one. */
  readonly cursor?: string;
}

/** Units drawn for a design. */
export interface Draw {
  readonly selectionId: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly registryId: string;
  /** What was drawn, from what, by which randomness, and how to check it. */
  readonly record: SelectionRecord;
}

/** What a draw is committed to that was not made yet. */
export interface OpenCommitment {
  readonly commitmentId: string;
  readonly registryId: string;
  /** The round of drand quicknet whose value it waits for; undefined where an authority gives it. */
  readonly drand?: {
    readonly chainHash: string;
    readonly round: number;
    /** Milliseconds since the epoch. */
    readonly publicAt: number;
  };
}

/** The draw that the field work of a design follows, as it stands now. */
export interface Fieldwork {
  readonly selectionId: string;
  readonly record: SelectionRecord;
  /** Replacements that were called, in their order, and why the units were lost that they stand in for. */
  readonly called: readonly { readonly unitId: string; readonly by: string; readonly reason: DropReason }[];
  /** Days of its analyses that are final. */
  readonly finals: readonly { readonly from: string; readonly to: string }[];
  /** Days that the designs have analysed which this one recalculates. */
  readonly analysedBefore: readonly { readonly from: string; readonly to: string }[];
  /** `YYYY-MM-DD`; nothing of it can have been visited before. */
  readonly drawnOn: string;
}

/** What a monitoring period of a design showed. */
export interface AnalysedPeriod extends PeriodAnalysis {
  /** With what its factor is on, and whether it takes something away, in words. */
  readonly erAdjustment: (NonNullable<PeriodAnalysis['erAdjustment']> & { readonly says: string }) | null;
  readonly periodId: string;
  readonly designId: string;
  /** The draw that the readings were held against; null when there was none. */
  readonly selectionId: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** How the file of readings was understood; absent when they came as rows of a request. */
  readonly read?: ReadingsRead;
  /** Whether the units are those of the period before; `first` when there was none. */
  readonly panel: 'first' | 'kept' | 'fresh';
  /** Which analysis over these days, from 1; null for one that is older than the trail. */
  readonly analysisNumber: number | null;
  /** Whether it was declared the one that counts for its days. */
  readonly final: boolean;
  /** Readings that are not of the draw, taken for a reason. */
  readonly deviations: readonly Deviation[];
  /** What became different since the analysis of these days before it; null for the first. */
  readonly changes: PeriodChanges | null;
  /** What it was computed from; null for one that is older than the keeping of it. */
  readonly basis: PeriodBasis | null;
  /** The head of the design's trail, this analysis included. */
  readonly trail: TrailHead | null;
}

/** What was fixed in the trail of a design, by itself or before data came. */
export interface Seal {
  readonly designId: string;
  /** What it fixes, such as `stove use`. */
  readonly protocol: string;
  /** Which seal of this protocol, from 1; the last one counts. */
  readonly seal: number;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
  /** ISO 8601 UTC, by the clock of the oracle. */
  readonly at: string;
  /** DID of who sealed it. */
  readonly by: string;
  /** Analyses of readings that the design had by then. */
  readonly analysesBefore: number;
  readonly reason: string | null;
}

/**
 * Sample designs with their draws and monitoring periods, on behalf of a principal who holds the scope `sampling`. It
 * reaches what it owns, and with `sampling/verify` also the designs that others submitted. Every method throws
 * OracleError `forbidden` without the scope, `not_found` for what is not there or somebody else's, and
 * `invalid_request` for a cursor or limit that no page has.
 */
export interface DesignService {
  get(principal: Principal, designId: string): Promise<DesignRecord>;
  list(
    principal: Principal,
    filter?: PageRequest & {
      readonly projectId?: string;
      readonly status?: DesignRecord['verification']['status'];
    },
  ): Promise<Page<DesignSummary>>;
  /** What a design would reach with other numbers of valid units; at most 200. */
  precisionBySize(
    principal: Principal,
    designId: string,
    sizes: readonly number[],
  ): Promise<readonly SizePrecision[]>;
  draw(principal: Principal, selectionId: string): Promise<Draw>;
  /** The draws of one design. */
  draws(principal: Principal, designId: string, page?: PageRequest): Promise<Page<Draw>>;
  /** What the next draw of a design is committed to; undefined while nothing is. */
  openCommitment(principal: Principal, designId: string): Promise<OpenCommitment | undefined>;
  /**
   * Draws what was committed to, by the signature of its drand round; the same draw when it was made already.
   * @throws OracleError `invalid_request` for a signature that is not the network's of that round; all that drawing
   * refuses, such as a registry that is not as it was
   */
  drawCommitted(
    principal: Principal,
    commitmentId: string,
    signature: string,
    signal: AbortSignal,
  ): Promise<Draw>;
  /**
   * The draw that is named, else the only one of the design or of the nearest one that it recalculates.
   * @throws OracleError `conflict` when nothing was drawn, and for a draw of another design; `invalid_request` when there
   * are several draws and none is named
   */
  fieldwork(principal: Principal, designId: string, selectionId?: string): Promise<Fieldwork>;
  /**
   * Reads readings from CSV, XLSX, NDJSON or a JSON list, exports of forms among them, as `analyse_period` does.
   * @throws OracleError `invalid_request` when a column cannot be found or cells cannot be read, `payload_too_large`
   */
  readings(
    principal: Principal,
    content: string | Uint8Array | AsyncIterable<Uint8Array>,
    options?: ReadingOptions,
  ): Promise<ReadReadings>;
  period(principal: Principal, periodId: string): Promise<AnalysedPeriod>;
  /** The analysed periods of one design. */
  periods(principal: Principal, designId: string, page?: PageRequest): Promise<Page<AnalysedPeriod>>;
  /**
   * Holds readings against a design and its draw, and keeps what they show as a period of the design; `analyse_period`
   * says the same to people.
   * @throws OracleError `invalid_request` for days or readings that are none, units that were not drawn among them;
   * `conflict` for a draw of another design; `insufficient_data` without a valid reading in the period
   */
  addReadings(principal: Principal, readings: PeriodReadings): Promise<AnalysedPeriod>;
  /**
   * Fixes a protocol in the trail of a design, so that everybody sees that it was chosen before the data.
   * @throws OracleError `conflict` when the same words count already, or others do and no reason is given
   */
  seal(
    principal: Principal,
    fixed: {
      readonly designId: string;
      readonly protocol: string;
      readonly text: string;
      readonly reason?: string | undefined;
    },
  ): Promise<Seal>;
  /** The seals of a protocol of a design, oldest first. */
  seals(principal: Principal, designId: string, protocol: string): Promise<readonly Seal[]>;
  /** Writes in the trail of a design that somebody decided whether a submission counts. @throws OracleError `not_found` */
  judged(principal: Principal, verdict: SubmissionVerdict): Promise<void>;
  /** Says who holds answers of phones: readings that are handed in for the same units and days are held against them. */
  heldBy(answers: HeldAnswers): void;
  /** The same of reports of devices. */
  reportedBy(reports: HeldReports): void;
  /** What stands out in the trail of a design so far, in words, in its order: who typed a seed, what nobody approved. */
  marks(principal: Principal, designId: string): Promise<readonly string[]>;
  /**
   * Share of stove-days with use, with the standard error of a ratio whose clusters are the households. A calculation
   * like the next one, on nobody's behalf.
   * @returns undefined when fewer than two households were observed enough
   */
  usageRate(question: UsageRateQuestion): Promise<UsageRate | undefined>;
  /**
   * Fuel per person-day of baseline and project in a kitchen performance test.
   * @throws OracleError `insufficient_data`, `invalid_request` and `conflict` for days that are unclear
   */
  compareKitchens(comparison: KitchenComparison): Promise<KitchenResult>;
}

/** Reads designs, and adds what was measured of them. */
export const Designs = defineService<DesignService>()('sampling', 'designs');
