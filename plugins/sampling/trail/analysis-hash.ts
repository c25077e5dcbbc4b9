import { canonicalHash } from 'oracle-runtime/kit';
import type { TrailEntry } from './trail-entry.js';

/** The hash that the trail holds of an analysis: the same before it is stored and after. */
export function analysisHash(analysis: object): string {
  return canonicalHash(JSON.parse(JSON.stringify(analysis)));
}

/** A warning where a stored analysis is not the one that the trail tells of. */
export function changedAnalysis(
  entry: Pick<Extract<TrailEntry, { kind: 'analysed' }>, 'seq' | 'analysisSha256'> | undefined,
  analysis: object,
): string[] {
  if (entry === undefined || entry.analysisSha256 === analysisHash(analysis)) return [];
  return [
    `This is not the analysis that was made: entry ${entry.seq} of the trail has its hash, ${entry.analysisSha256}, and what is stored has another. Compute it again from its readings.`,
  ];
}
