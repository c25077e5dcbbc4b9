import type { LowResponse } from '../trail/analysed-entry.js';
import type { GroupAnalysis } from './analyse-group.js';

/**
 * Share of those who were asked below which the ones that are missing may change the result whatever the interval says.
 * Source: OMB, Standards and Guidelines for Statistical Surveys (September 2006), section 3.2, guideline 3.2.9: a survey with
 * an overall unit response rate of less than 80 percent needs an analysis of nonresponse bias. That each stratum is held
 * to it is our own rule.
 */
export const LOW_RESPONSE = 0.8;

/** The response of a period where it is low, whatever the reasons are; undefined where enough units gave a value. */
export function lowResponse({
  planned,
  replaced = 0,
  valid,
  reasons,
}: Pick<GroupAnalysis, 'planned' | 'replaced' | 'valid' | 'reasons'>): LowResponse | undefined {
  const { asked } = answeredOf({ planned, replaced, valid });
  return valid < asked * LOW_RESPONSE - 1e-9 ? { asked, valid, reasons } : undefined;
}

/** Share of those who were asked from which those who refused are many: our own, between a usual loss and a low response. */
const MANY_REFUSED = 0.15;

/** Those who refused, where they are many; undefined where they are few, or the response is low and tells of them itself. */
export function manyRefused(
  group: Parameters<typeof lowResponse>[0],
): { readonly units: number; readonly asked: number } | undefined {
  const { asked } = answeredOf(group);
  const units = group.reasons.refused ?? 0;
  const isMany = units > asked * MANY_REFUSED && lowResponse(group) === undefined;
  return isMany ? { units, asked } : undefined;
}

/** How many were asked, replaced ones among them, and how many of these gave a value. */
export function answeredOf({
  planned,
  replaced = 0,
  valid,
}: Pick<GroupAnalysis, 'planned' | 'replaced' | 'valid'>): {
  readonly asked: number;
  readonly valid: number;
} {
  return { asked: planned + replaced, valid };
}

/** Strata whose response is low, though that of the whole may not be. */
export function lowStrata(
  strata: readonly (Parameters<typeof lowResponse>[0] & { readonly name: string })[],
): (LowResponse & { readonly stratum: string })[] {
  return strata.flatMap(({ name: stratum, ...group }) => {
    const low = lowResponse(group);
    return low === undefined ? [] : [{ stratum, ...low }];
  });
}
