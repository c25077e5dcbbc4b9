import type { DetectorSettings, StoveKind } from '../detection/detector-settings.js';
import type { Variant } from '../detection/variants.js';
import type { DeviceState, Gaps } from '../devices/device-states.js';
import type { Outlier } from '../devices/screen-readings.js';
import type { FileRead } from '../logger-files/read-logger-file.js';
import type { Stacking, StoveUse } from './household-use.js';
import type { NotEvents } from './sensor-use.js';
import type { StoveSummary } from './stove-summary.js';
import type { WeekSlot } from './week-of-use.js';

/** What became of one sensor. */
export interface SensorReport {
  readonly sensor: string;
  readonly household: string;
  readonly stove: string;
  readonly kind: StoveKind;
  readonly readings: number;
  /** ISO 8601 UTC; null without a reading. */
  readonly first: string | null;
  readonly last: string | null;
  readonly intervalSeconds: number;
  /** °C. */
  readonly usualAmbient: number;
  readonly useDays: number;
  readonly observedDays: number;
  readonly expectedDays: number;
  readonly events: number;
  readonly eventsBy: Readonly<Record<Variant, number>>;
  readonly notEvents: NotEvents;
  readonly gaps: Gaps;
  readonly disordered: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly empty: number;
  readonly outliers: { readonly count: number; readonly examples: readonly Outlier[] };
  readonly states: readonly DeviceState[];
  /** By which copies of its temperatures are known; absent from reports of before. */
  readonly sketch?: string;
}

export interface HouseholdReport {
  readonly household: string;
  readonly stratum: string | null;
  readonly stoves: readonly Omit<StoveUse, 'days'>[];
  readonly stacking?: Stacking;
}

/** Which protocol the detection followed. */
export interface Sealing {
  readonly seal: number;
  readonly sha256: string;
  readonly at: string;
  /** Whether it was sealed before the first reading of the data. */
  readonly beforeData: boolean;
}

/** Households of the data beside those of the draw. */
export interface AgainstDraw {
  readonly selectionId: string;
  readonly drawn: number;
  readonly monitored: number;
  /** Drawn, and no sensor of it is in the data. */
  readonly without: { readonly count: number; readonly examples: readonly string[] };
  /** In the data, and neither drawn nor called: left out of what is handed to the design. */
  readonly notDrawn: { readonly count: number; readonly examples: readonly string[] };
}

/** The result of a design's period. */
export interface HandedOver {
  readonly periodId: string;
  readonly value: 'share of days with use' | 'in use';
  readonly stove: string;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly n: number;
  readonly planned: number;
  readonly dropoutRate: number;
  readonly relativePrecision: number | null;
  readonly met: boolean | null;
  readonly warnings: readonly string[];
}

/** A file without a reading, and what is said of it: `is empty`. */
export interface PassedOver {
  readonly file: string;
  readonly why: string;
}

/** What logger files of a period say of stove use, with all that it was computed with. */
export interface UseReport {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly timeZone: string;
  /** Of each kind of stove that is in the data. */
  readonly settings: Readonly<Partial<Record<StoveKind, DetectorSettings>>>;
  readonly dayNeeds: number;
  readonly designId: string | null;
  readonly sealed: Sealing | null;
  readonly files: readonly FileRead[];
  /** Files beside them that hold no reading; absent for none. */
  readonly passedOver?: readonly PassedOver[];
  readonly readings: number;
  readonly stoves: readonly StoveSummary[];
  /** Of households with several stoves: days on which all were observed. */
  readonly stacking: Stacking | null;
  readonly week: readonly { readonly stove: string; readonly slots: readonly WeekSlot[] }[];
  readonly households: readonly HouseholdReport[];
  readonly sensors: readonly SensorReport[];
  readonly draw: AgainstDraw | null;
  readonly period: HandedOver | null;
  readonly warnings: readonly string[];
}
