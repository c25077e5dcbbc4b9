import { OracleError } from 'oracle-runtime/plugin';
import { comparePaired, compareParallel, type MeanDifference } from '../comparison/compare-means.js';
import { type SignedRankTest, signedRankTest } from '../comparison/signed-rank.js';
import type { Distributions } from '../distributions/load-distributions.js';
import { SMALL_SAMPLE } from '../estimation/estimate-population.js';
import { type Estimate, estimateMean } from '../estimation/mean-estimate.js';
import { summarize } from '../estimation/summarize.js';
import { fuelPerPersonDay, type KptHousehold } from './fuel-per-person-day.js';
import type { KptDay } from './household-days.js';

export interface KitchenComparison {
  /** `paired`: the same households with both stoves. `parallel`: two groups at the same time. */
  readonly design: 'paired' | 'parallel';
  readonly baseline: readonly KptDay[];
  readonly project: readonly KptDay[];
  readonly confidence: number;
  /** Days that a household must have; default 3. */
  readonly minimumDays?: number | undefined;
}

export interface KitchenResult {
  readonly design: 'paired' | 'parallel';
  /** kg of dry-wood equivalent per person and day. */
  readonly baseline: { readonly households: number; readonly estimate: Estimate };
  readonly project: { readonly households: number; readonly estimate: Estimate };
  /** Baseline less project. */
  readonly saving: MeanDifference;
  readonly savingShare: number;
  /** Of paired values, for small or skewed samples; null for parallel groups and when no pair differs. */
  readonly signedRank: SignedRankTest | null;
  /** Households left out, with the reason. */
  readonly excluded: readonly { readonly household: string; readonly reason: string }[];
  readonly warnings: readonly string[];
}

/**
 * Compares fuel use with the baseline and the project stove in a kitchen performance test.
 * @throws OracleError `insufficient_data` with fewer than two usable households (or pairs), and as `householdDays`
 */
export function compareKitchens(question: KitchenComparison, distributions: Distributions): KitchenResult {
  const { design, confidence, minimumDays } = question;
  const [before, after] = [
    fuelPerPersonDay(question.baseline, minimumDays, 'baseline'),
    fuelPerPersonDay(question.project, minimumDays, 'project'),
  ];
  const excluded = [...before.tooShort, ...after.tooShort].map(({ household, days }) => ({
    household,
    reason: `only ${days} days`,
  }));
  const paired = design === 'paired';
  const [baseline, project] = paired
    ? inPairs(before.households, after.households, excluded)
    : [values(before.households), values(after.households)];
  if (baseline.length < 2 || project.length < 2)
    throw new OracleError('insufficient_data', {
      detail: `There are ${baseline.length} baseline and ${project.length} project households with enough days: at least 2 of each are needed.`,
      errors: [
        {
          field: baseline.length < 2 ? 'baseline' : 'project',
          message: 'has fewer than 2 usable households',
        },
      ],
    });
  const saving = (paired ? comparePaired : compareParallel)(baseline, project, confidence, distributions);
  const [first, second] = [
    estimated(baseline, confidence, distributions),
    estimated(project, confidence, distributions),
  ];
  return {
    design,
    baseline: { households: baseline.length, estimate: first },
    project: { households: project.length, estimate: second },
    saving,
    savingShare: saving.difference / first.mean,
    signedRank:
      paired && baseline.some((x, i) => x !== project[i])
        ? signedRankTest(baseline, project, distributions)
        : null,
    excluded,
    warnings: kitchenWarnings(question, Math.min(baseline.length, project.length)),
  };
}

/** What a reader of a comparison must not overlook. */
function kitchenWarnings({ baseline, project }: KitchenComparison, households: number): string[] {
  const said: string[] = [];
  const undated = [...baseline, ...project].filter(({ date }) => date === undefined).length;
  if (undated > 0)
    said.push(
      `${undated} rows have no date: each counts as a day, so a day with two fuels would count twice.`,
    );
  if (households < SMALL_SAMPLE)
    said.push(
      `${households} households in a group: Student's t takes their values for about normal, which so few cannot show.`,
    );
  return said;
}

function values(households: readonly KptHousehold[]): number[] {
  return households.map(({ value }) => value);
}

/** Values of households that have both; those with one are noted in `excluded`. */
function inPairs(
  before: readonly KptHousehold[],
  after: readonly KptHousehold[],
  excluded: { household: string; reason: string }[],
): [number[], number[]] {
  const project = new Map(after.map(({ household, value }) => [household, value]));
  const both = before.flatMap(({ household, value }) => {
    const other = project.get(household);
    project.delete(household);
    if (other === undefined) excluded.push({ household, reason: 'no project value' });
    return other === undefined ? [] : [[value, other] as const];
  });
  for (const household of project.keys()) excluded.push({ household, reason: 'no baseline value' });
  return [both.map(([first]) => first), both.map(([, second]) => second)];
}

function estimated(sample: readonly number[], confidence: number, distributions: Distributions): Estimate {
  const { n, mean, sd } = summarize(sample);
  return estimateMean({ n, mean, sd: sd ?? 0, confidence }, distributions);
}
