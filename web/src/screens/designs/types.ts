/** A design as lists show it. */
export interface DesignEntry {
  readonly designId: string;
  readonly projectId: string | null;
  readonly profile: string;
  readonly population: number;
  readonly calculatedSize: number;
  readonly adjustedSize: number;
  readonly status: string;
  readonly createdAt: string;
}

/** One step of a calculation. */
export interface WorkingStep {
  readonly step: string;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number | string>>;
  readonly unrounded: number;
  readonly rounded: number;
  readonly source: string;
}

export interface StratumSize {
  readonly name: string;
  readonly population: number;
  readonly calculatedSize: number;
  readonly sampleSize: number;
  readonly expectedPrecision?: number;
  readonly sd: number;
}

export interface Design {
  readonly designId: string;
  readonly projectId?: string | null;
  readonly profile: string;
  readonly parameters: {
    readonly parameterType: 'mean' | 'proportion';
    readonly confidence: number;
    readonly precision: number;
    readonly population: number;
    readonly calculatedSize: number;
    readonly adjustedSize: number;
    readonly expectedPrecision?: number;
    readonly dropoutRate?: number;
  };
  readonly stratification?: {
    readonly method: string;
    readonly scope: string;
    readonly strata: readonly StratumSize[];
  } | null;
  readonly verification: { readonly status: string };
  readonly working: readonly WorkingStep[];
  readonly alternatives: readonly {
    readonly reading: string;
    /** Null where the numbers of the design cannot be read so. */
    readonly calculatedSize: number | null;
    readonly adjustedSize: number | null;
    readonly when: string;
  }[];
  readonly warnings: readonly string[];
  readonly createdAt: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

export interface SelectionEntry {
  readonly selectionId: string;
  readonly createdAt: string;
  readonly seed: string;
  readonly trust: string;
  readonly draw?: number;
  readonly selected: number;
}

export interface CommitmentEntry {
  readonly commitmentId: string;
  readonly createdAt?: string;
  readonly sha256?: string;
  readonly committedAt?: string;
}

export interface PeriodEntry {
  readonly periodId: string;
  readonly period?: string;
  readonly from?: string;
  readonly to?: string;
  readonly createdAt: string;
  readonly mean?: number | null;
  readonly precision?: number | null;
  readonly final?: boolean;
  readonly [field: string]: unknown;
}

export interface Trail {
  readonly head: { readonly length: number; readonly hash: string };
  readonly says: string;
  readonly marks: readonly { readonly seq: number; readonly mark: string }[];
  readonly entries: readonly { readonly text: string; readonly hash: string }[];
}
