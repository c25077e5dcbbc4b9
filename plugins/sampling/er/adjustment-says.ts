import type { ErAdjustment } from './er-adjustment.js';

/**
 * What a factor is on, and whether it takes something away: that of an upper bound is above 1, and must not read as a bonus
 * wherever it is read.
 */
export function adjustmentSays({
  rule,
  bound,
  factor,
}: Pick<ErAdjustment, 'rule' | 'bound' | 'factor'>): string {
  if (rule === 'precision-deduction') return 'The factor is on the reductions.';
  if (bound === 'none') return 'The value is the mean.';
  if (bound === 'lower')
    return `The value is the lower bound${factor === null ? '' : ', and the factor is on the mean'}.`;
  return `The value is the upper bound, since a larger value is said to lower the reductions: a deduction${factor === null ? '' : ', though the factor is above 1, for it is on the mean and not on the reductions'}.`;
}
