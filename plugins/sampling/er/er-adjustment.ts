import { type Estimate, withinPrecision } from '../estimation/mean-estimate.js';
import type { MissRule } from '../profiles/profile.js';

/** `raises`: a larger value means more reductions (baseline fuel, usage). `lowers`: fewer (project fuel). */
export type EffectOnReductions = 'raises' | 'lowers';

export interface ErQuestion {
  readonly rule: MissRule;
  readonly estimate: Pick<
    Estimate,
    'mean' | 'lower' | 'upper' | 'oneSidedLower' | 'oneSidedUpper' | 'relativePrecision'
  >;
  /** Precision that had to be reached, a fraction. */
  readonly precision: number;
  readonly effect: EffectOnReductions;
  /** Which confidence bound is the conservative one; default 2, the bound of the two-sided interval. */
  readonly sides?: 1 | 2;
  /** Whether the sample met what was asked of it; default: whether its precision did. */
  readonly met?: boolean;
}

/** What imprecision does to emission reductions. */
export interface ErAdjustment {
  readonly rule: MissRule;
  /** Whether the sample met what was asked of it; false when its precision is undefined. */
  readonly met: boolean;
  readonly bound: 'none' | 'lower' | 'upper';
  /** The value to calculate reductions with. */
  readonly value: number;
  /** `value` over the mean, or the deduction factor on reductions; null when the mean is not positive. */
  readonly factor: number | null;
}

/**
 * Applies a profile's rule to an estimate. Sources: CDM Standard: sampling and surveys, v08.0, para 18(c), and Gold
 * Standard SMEC v4.0 (bound when the precision was missed). The precision deduction is this project's own
 * convention: no public standard names a number.
 */
export function erAdjustment(question: ErQuestion): ErAdjustment {
  const { rule, estimate, precision, effect, sides = 2 } = question;
  const { mean, relativePrecision } = estimate;
  const met = question.met ?? withinPrecision(relativePrecision, precision);
  if (rule === 'precision-deduction')
    return {
      rule,
      met,
      bound: 'none',
      value: mean,
      factor: relativePrecision === null ? null : 1 - relativePrecision,
    };
  if (rule === 'bound-if-missed' && met) return { rule, met, bound: 'none', value: mean, factor: 1 };
  const bound = effect === 'raises' ? 'lower' : 'upper';
  const value = boundOf(estimate, bound, sides);
  return { rule, met, bound, value, factor: mean > 0 ? value / mean : null };
}

function boundOf(estimate: ErQuestion['estimate'], bound: 'lower' | 'upper', sides: 1 | 2): number {
  if (bound === 'lower') return Math.max(0, sides === 2 ? estimate.lower : estimate.oneSidedLower);
  return sides === 2 ? estimate.upper : estimate.oneSidedUpper;
}
