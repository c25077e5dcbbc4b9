import { canonicalJson } from 'oracle-runtime/kit';
import type { DetectorSettings, StoveKind } from '../detection/detector-settings.js';
import type { UseReport } from '../use/use-report.js';
import type { AllSettings } from './sealed-protocol.js';

/** What of a report tells whether it tried settings. */
export type Tried = Pick<UseReport, 'from' | 'to' | 'designId' | 'settings'>;

/** The days and settings that a design's result is of. */
export interface TriedFor {
  readonly designId: string;
  readonly from: string;
  readonly to: string;
  readonly settings: AllSettings;
}

/**
 * Reports of the households of a design, beside it, that are of some of the days: whoever made them knows what settings give.
 * @returns undefined for none
 */
export function trialsOf(
  reports: readonly Tried[],
  { designId, from, to, settings }: TriedFor,
): { readonly analyses: number; readonly settings: number } | undefined {
  const trials = reports.filter((each) => each.designId !== designId && each.from <= to && from <= each.to);
  if (trials.length === 0) return undefined;
  const others = trials.filter((each) =>
    (Object.keys(each.settings) as StoveKind[]).some(
      (kind) => canonicalJson(each.settings[kind] ?? null) !== canonicalJson(settings[kind]),
    ),
  );
  return { analyses: trials.length, settings: others.length };
}

/** Settings of reports that are looked at, the newest: each takes a search of all readings. */
const MOST_SETTINGS = 8;

/** The settings that reports of some of the days were made by, each once. */
export function settingsTried(
  reports: readonly Pick<UseReport, 'from' | 'to' | 'settings'>[],
  days: { readonly from: string; readonly to: string },
): DetectorSettings[] {
  const all = reports
    .filter(({ from, to }) => from <= days.to && days.from <= to)
    .flatMap(({ settings }) => Object.values(settings));
  return [...new Map(all.map((each) => [canonicalJson(each), each])).values()].slice(0, MOST_SETTINGS);
}
