import { expect, it } from 'vitest';
import { analysisHash, changedAnalysis } from './analysis-hash.js';

it('an analysis that was changed where it is stored is not shown as the one that was made', () => {
  const analysis = { pooled: { mean: 0.7, met: true }, note: undefined };
  const entry = { seq: 6, analysisSha256: analysisHash(analysis) };
  expect(changedAnalysis(entry, JSON.parse(JSON.stringify(analysis)))).toEqual([]);
  expect(changedAnalysis(entry, { ...analysis, pooled: { mean: 0.8, met: true } })).toEqual([
    expect.stringContaining('not the analysis that was made: entry 6'),
  ]);
  expect(changedAnalysis(undefined, analysis)).toEqual([]);
});
