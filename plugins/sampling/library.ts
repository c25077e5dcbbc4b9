/**
 * The sampling plugin as a library: every calculation of the service as a pure function over plain values, without
 * HTTP, database or agent. Those that need quantiles take them as their last argument:
 *
 *     const distributions = await loadDistributions();
 *     const design = computeDesign(
 *       { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 },
 *       profilesWith(),
 *       distributions,
 *     );
 *     design.parameters.calculatedSize; // 95
 */

export { signDocument, verifyDocument } from 'oracle-runtime/kit';
export { comparePaired, compareParallel, type MeanDifference } from './comparison/compare-means.js';
export { type SignedRankTest, signedRankTest } from './comparison/signed-rank.js';
export { computeDesign, type Design } from './design/compute-design.js';
export type { DesignRequest, StratificationRequest } from './design/design-request.js';
export { type Distributions, loadDistributions } from './distributions/load-distributions.js';
export { emissionReductions } from './er/emission-reductions.js';
export { type ErAdjustment, erAdjustment } from './er/er-adjustment.js';
export { type EstimationRules, estimatePopulation } from './estimation/estimate-population.js';
export { type Estimate, estimateMean, interval, standardError } from './estimation/mean-estimate.js';
export { type Outlier, outliers } from './estimation/outliers.js';
export { type PilotVariation, pilotVariation } from './estimation/pilot-variation.js';
export {
  clopperPearsonInterval,
  kornGraubardInterval,
  logitInterval,
  wilsonInterval,
} from './estimation/proportion-interval.js';
export { estimateShare, shareOfItsWidth } from './estimation/share-estimate.js';
export { estimateStratifiedMean, stratifiedDesignEffect } from './estimation/stratified-mean.js';
export {
  estimateStratum,
  type SampledUnit,
  type StratumEstimate,
  stratumOfSummary,
} from './estimation/stratum-estimate.js';
export { type Summary, summarize } from './estimation/summarize.js';
export { selectionCsv } from './files/selection-files.js';
export { compareKitchens, type KitchenComparison, type KitchenResult } from './kpt/compare-kitchens.js';
export { fuelPerPersonDay } from './kpt/fuel-per-person-day.js';
export type { KptDay } from './kpt/household-days.js';
export { analysePeriod, type PeriodAnalysis, type PeriodQuestion } from './periods/analyse-period.js';
export { periodDays } from './periods/calendar.js';
export { type DrawnChances, drawnChances } from './periods/inclusion-chances.js';
export { readReadings } from './periods/read-readings.js';
export { wasMet } from './periods/reading.js';
export { BUILT_IN_PROFILES } from './profiles/built-in-profiles.js';
export { type Profiles, profilesWith } from './profiles/find-profile.js';
export type { MissRule, Profile } from './profiles/profile.js';
export type { RandomnessReport } from './randomness/randomness-report.js';
export { validateRandomness } from './randomness/validate-randomness.js';
export { type AdjustmentPlan, planAdjustment } from './recalculation/adjustment-plan.js';
export { type Cause, causes } from './recalculation/causes.js';
export { type Actuals, recalculate } from './recalculation/recalculate.js';
export { inspectRegistry, type RegistryInspection } from './registry/inspect-registry.js';
export { fileSource, memorySource, type RegistrySource } from './registry/registry-source.js';
export { type Commitment, commitSelection } from './selection/commitment.js';
export { type DrawRequest, drawSelection } from './selection/draw-selection.js';
export { type SelectionPlan, simplePlan, stratifiedPlan } from './selection/plan.js';
export { parseSeed, type Seed } from './selection/seed.js';
export { authoritySeed, drandSeed, typedSeed } from './selection/seed-source.js';
export { releaseOrder, type SelectionRecord } from './selection/selection-record.js';
export { drawTickets, ticketOf } from './selection/ticket-draw.js';
export { verifySelectionRecord } from './selection/verify-record.js';
export { baseSize } from './size/base-size.js';
export { type ClusterQuestion, type ClusterSize, clusterSize } from './size/cluster-size.js';
export {
  noninferioritySize,
  overlappingSurveysSize,
  surveyChangeSize,
  type TestLevel,
  twoMeansSize,
  twoProportionsSize,
} from './size/comparison-size.js';
export { type CriticalValueKind, criticalValueOf, twoSidedT, twoSidedZ } from './size/critical-value.js';
export { applyDesignEffect, designEffect, designEffectOfUnequalClusters } from './size/design-effect.js';
export { discoverySize } from './size/discovery-size.js';
export { sizeBeforeDropout } from './size/dropout.js';
export { type FinitePopulationForm, finitePopulationSize } from './size/finite-population.js';
export { type HouseholdSurveyQuestion, householdSurveySize } from './size/household-survey-size.js';
export { meanTestPower } from './size/mean-test-power.js';
export { fleissSize, logOddsSize, wilsonSize } from './size/proportion-interval-size.js';
export { type RequiredSize, requiredSize, type SizeQuestion } from './size/required-size.js';
export { roundUp } from './size/round-up.js';
export { tConsistentSize, tMargin } from './size/t-consistent-size.js';
export { absoluteVariance, type ParameterType, relativeVariance } from './size/variance.js';
export type { Step } from './size/working.js';
export { type Allocation, type AllocationBounds, allocate } from './strata/allocate.js';
export { type AllocationMethod, allocationShares } from './strata/allocation-shares.js';
export { largestRemainder } from './strata/largest-remainder.js';
export { type PooledSize, pooledSize } from './strata/pooled-size.js';
export { sizesOfBudget } from './strata/sizes-of-budget.js';
export { smallestTotal } from './strata/smallest-total.js';
export type { Stratum } from './strata/stratum.js';
export { type AuthorityDraw, recordAuthorityDraw } from './submission/authority-draw.js';
export { projectListCsv } from './submission/project-list-csv.js';
export {
  packSubmission,
  type SubmissionDocument,
  type SubmissionRequest,
} from './submission/submission-document.js';
export { type MonitoredHousehold, type UsageRate, usageRate } from './sums/usage-rate.js';
export { type TrailEntries, trailEntries } from './trail/trail-entries.js';
