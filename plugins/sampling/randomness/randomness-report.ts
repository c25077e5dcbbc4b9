import type { Verification } from '../selection/verify-record.js';
import type { Diagnostic } from './diagnose-sample.js';

export interface JudgedDiagnostic extends Diagnostic {
  /** The stratum it is about; `null` for the whole frame. */
  readonly stratum: string | null;
  /** p after Holm's adjustment over all diagnostics of this answer. */
  readonly pAdjusted: number;
  readonly finding: string;
}

export interface RandomnessReport {
  /**
   * `pass`: the record's seed gives exactly this sample from this frame. `unproven`: it does, but nobody is known who saw the
   * commitment before its value. `unknown`: there is no record to repeat.
   */
  readonly recomputed: 'pass' | 'unproven' | 'fail' | 'unknown';
  readonly verification?: Verification;
  readonly integrity: readonly {
    readonly check: string;
    readonly passed: boolean;
    readonly detail: string;
  }[];
  readonly diagnostics: readonly JudgedDiagnostic[];
  /** Variables that the design fixes, or of which there is too little to test. */
  readonly notTested: readonly { readonly what: string; readonly why: string }[];
  readonly confidence: number;
  readonly statement: string;
}
