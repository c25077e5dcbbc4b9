import type { AnalysedPeriod } from '../../sampling/service.js';
import type { ReportBuilder } from '../document/report-builder.js';

type Words = Parameters<ReportBuilder['paragraph']>;
type Figure = (path: string) => Words[number];

/** The value that reductions are calculated with, and what its factor is on, in the words that the analysis has itself. */
export function adjustmentWords(adjustment: AnalysedPeriod['erAdjustment'], f: Figure, text: Figure): Words {
  if (adjustment === null) return ['The value for the reductions: none, for there is no estimate.'];
  const rule: Words = [' (rule ', text('erAdjustment.rule'), ')'];
  if (adjustment.rule === 'precision-deduction')
    return ['The reductions are multiplied by ', f('erAdjustment.factor'), ' for imprecision', ...rule, '.'];
  const value: Words = ['The value to calculate reductions with: ', f('erAdjustment.value')];
  if (adjustment.bound === 'none') return [...value, ', the mean', ...rule, '.'];
  return [
    ...value,
    ', ',
    f('erAdjustment.factor'),
    ' times the mean',
    ...rule,
    '. ',
    text('erAdjustment.says'),
  ];
}
