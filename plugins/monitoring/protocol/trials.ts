import { canonicalJson } from 'oracle-runtime/kit';
import type { StoveKind } from '../detection/detector-settings.js';
import type { UseReport } from '../use/use-report.js';
import type { AllSettings } from './sealed-protocol.js';

/** What of a report tells whether it tried settings. */
export type Tried = Pick<UseReport, 'from' | 'to' | 'designId' | 'settings'> & {
  readonly households: readonly Pick<UseReport['households'][number], 'household'>[];
};

/** The households, days and settings that a design's result is of. */
export interface TriedFor {
  readonly designId: string;
  readonly from: string;
  readonly to: string;
  readonly households: ReadonlySet<string>;
  readonly settings: AllSettings;
}

/**
 * Reports beside a design that are of days of its households: whoever made them knows what settings give.
 * @returns undefined for none
 */
export function trialsOf(
  reports: readonly Tried[],
  { designId, from, to, households, settings }: TriedFor,
): { readonly analyses: number; readonly settings: number } | undefined {
  const trials = reports.filter(
    (each) =>
      each.designId !== designId &&
      each.from <= to &&
      from <= each.to &&
      each.households.some(({ household }) => households.has(household)),
  );
  if (trials.length === 0) return undefined;
  const others = trials.filter((each) =>
    (Object.keys(each.settings) as StoveKind[]).some(
      (kind) => canonicalJson(each.settings[kind] ?? null) !== canonicalJson(settings[kind]),
    ),
  );
  return { analyses: trials.length, settings: others.length };
}
