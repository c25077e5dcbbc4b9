import type { AnalysedPeriod } from '../../sampling/service.js';
import type { ReportBuilder } from '../document/report-builder.js';

type Words = Parameters<ReportBuilder['paragraph']>;
type Figure = (path: string) => Words[number];

/**
 * The value that reductions are calculated with. The factor of a bound is on the measured value, of which more may mean
 * fewer reductions: above 1 it is a deduction all the same, and must not read as a bonus.
 */
export function adjustmentWords(adjustment: AnalysedPeriod['erAdjustment'], f: Figure, text: Figure): Words {
  if (adjustment === null) return ['The value for the reductions: none, for there is no estimate.'];
  const rule: Words = [' (rule ', text('erAdjustment.rule'), ')'];
  if (adjustment.rule === 'precision-deduction')
    return ['The reductions are multiplied by ', f('erAdjustment.factor'), ' for imprecision', ...rule, '.'];
  const value: Words = ['The value to calculate reductions with: ', f('erAdjustment.value')];
  if (adjustment.bound === 'none') return [...value, ', the mean', ...rule, '.'];
  const bound =
    adjustment.bound === 'lower'
      ? ', the lower bound, '
      : ', the upper bound, since a larger value is said to lower the reductions: a deduction, ';
  return [...value, bound, f('erAdjustment.factor'), ' times the mean', ...rule, '.'];
}
