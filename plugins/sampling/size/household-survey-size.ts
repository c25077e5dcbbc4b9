/** What a household survey of people asks of one indicator. */
export interface HouseholdSurveyQuestion {
  /** Expected value of the indicator, a share 0..1 of the target group. */
  readonly indicator: number;
  /** Share of all people who belong to the target group, 0..1. */
  readonly targetShare: number;
  /** Mean people in a household. */
  readonly householdSize: number;
  /** Default 1.5. */
  readonly designEffect?: number;
  /** Margin as a share of the indicator; default 0.12. */
  readonly relativeMargin?: number;
  /** Households expected not to answer, as a share added on top; default 0.1. */
  readonly nonResponse?: number;
}

/**
 * Households, unrounded, to survey an indicator about some of their members at 95% confidence:
 * n = 4 r (1 - r) deff (1 + nonresponse) / ((margin r)^2 p h).
 * Source: UNICEF, Multiple Indicator Cluster Survey manual, chapter 4. Its 4 is z^2 rounded, and it multiplies for
 * non-response; a design of this service divides instead.
 */
export function householdSurveySize(question: HouseholdSurveyQuestion): number {
  const { indicator: r, targetShare, householdSize } = question;
  const { designEffect = 1.5, relativeMargin = 0.12, nonResponse = 0.1 } = question;
  const people = (4 * r * (1 - r) * designEffect * (1 + nonResponse)) / (relativeMargin * r) ** 2;
  return people / (targetShare * householdSize);
}
