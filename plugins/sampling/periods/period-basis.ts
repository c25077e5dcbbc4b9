import { canonicalHash, canonicalJson, sha256Hex } from 'oracle-runtime/kit';
import type { Distributions } from '../distributions/load-distributions.js';
import { analysePeriod, type PeriodAnalysis, type PeriodQuestion } from './analyse-period.js';
import type { DrawnChances } from './inclusion-chances.js';
import type { Reading } from './reading.js';

/** All that an analysis was computed from. */
export interface PeriodBasis {
  /** SHA-256 of the readings as they are kept, hexadecimal. */
  readonly readingsSha256: string;
  readonly rows: number;
  /** The kept file that the readings came from. */
  readonly file: { readonly path: string; readonly version: number; readonly cid: string } | null;
  /** DID of who brought them. */
  readonly author: string;
  /** What was asked of the readings; the chances of the units stand in the record of the draw. */
  readonly question: Omit<PeriodQuestion, 'readings' | 'chances'>;
}

/** Readings as they are kept: one canonical JSON object a line, in the order in which they came. */
export function readingLines(readings: readonly Reading[]): string {
  return readings.map((reading) => `${canonicalJson(reading)}\n`).join('');
}

/** Readings again from how they are kept. */
export function readingsOfLines(lines: string): Reading[] {
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Reading);
}

export interface Recomputation {
  readonly verdict: 'pass' | 'fail';
  readonly detail: string;
  readonly readingsSha256: string;
}

/** Computes an analysis again from what it was computed from. @param chances of the draw that it was held against */
export function recomputePeriod(
  analysis: PeriodAnalysis,
  { readingsSha256, question }: PeriodBasis,
  lines: string,
  chances: DrawnChances | undefined,
  distributions: Distributions,
): Recomputation {
  const found = sha256Hex(lines);
  if (found !== readingsSha256)
    return {
      verdict: 'fail',
      detail: `The kept readings have the hash ${found}, the analysis is of ${readingsSha256}.`,
      readingsSha256: found,
    };
  const again = analysePeriod({ ...question, readings: readingsOfLines(lines), chances }, distributions);
  const same = figuresOf(again) === figuresOf(analysis);
  return {
    verdict: same ? 'pass' : 'fail',
    detail: same
      ? 'The kept readings give exactly this analysis.'
      : 'The kept readings give another analysis: the record or the calculation was changed since.',
    readingsSha256,
  };
}

/** An analysis without its words and what is for comparison only, which a later version may choose otherwise. */
function figuresOf({ warnings: _, withoutOutliers: __, ifRefused: ___, ...figures }: PeriodAnalysis): string {
  return canonicalHash(JSON.parse(JSON.stringify(figures)));
}

/** What became different from one analysis of some days to the next. */
export interface PeriodChanges {
  /** The analysis before. */
  readonly since: string;
  /** Rows that only the one or the other has; null when the one before kept none. */
  readonly rows: { readonly gone: number; readonly added: number } | null;
  readonly mean: { readonly before: number | null; readonly after: number | null };
  readonly valid: { readonly before: number; readonly after: number };
  readonly met: { readonly before: boolean; readonly after: boolean };
}

/** @param before of the earlier analysis, its lines when it kept them */
export function changesSince(
  since: string,
  before: { readonly analysis: PeriodAnalysis; readonly lines: string | undefined },
  after: { readonly analysis: PeriodAnalysis; readonly lines: string },
): PeriodChanges {
  const [was, is] = [before.analysis.pooled, after.analysis.pooled];
  return {
    since,
    rows: before.lines === undefined ? null : rowsBetween(before.lines, after.lines),
    mean: { before: was.mean, after: is.mean },
    valid: { before: was.valid, after: is.valid },
    met: { before: was.met, after: is.met },
  };
}

function rowsBetween(before: string, after: string): { gone: number; added: number } {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1);
  const left = [...counts.values()];
  const sum = (sign: 1 | -1) => left.reduce((total, n) => total + Math.max(0, sign * n), 0);
  return { gone: sum(1), added: sum(-1) };
}
