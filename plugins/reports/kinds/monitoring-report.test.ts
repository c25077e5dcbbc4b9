import { expect, it } from 'vitest';
import type { AnalysedPeriod, DesignRecord } from '../../sampling/service.js';
import { monitoringReport } from './monitoring-report.js';

const design = {
  designId: 'design-1',
  parameters: { calculatedSize: 200, confidence: 0.95, precision: 0.05 },
} as unknown as DesignRecord;

function periodWith(replaced: number): AnalysedPeriod {
  const estimate = { lower: 3.7, upper: 4, interval: 't', relativePrecision: 0.04 };
  const pooled = { planned: 219, reached: 209, valid: 203, dropoutRate: 0.09, mean: 3.857, met: true };
  return {
    periodId: 'period-1',
    from: '2026-12-06',
    to: '2026-12-31',
    pooled: { ...pooled, replaced, reasons: {}, estimate },
    readings: { inside: 209, total: 209 },
    outliers: [],
    warnings: [],
    erAdjustment: { met: true, value: 3.857, factor: 1, bound: null },
  } as unknown as AnalysedPeriod;
}

it.each([
  [4, true],
  [0, false],
])('says of which units a dropout is where %d were replaced', (replaced, isSaid) => {
  const report = JSON.stringify(monitoringReport(design, periodWith(replaced), undefined, undefined));
  expect(report.includes(' of all that were asked, with the ')).toBe(isSaid);
  expect(report.includes(' that were replaced')).toBe(isSaid);
});
