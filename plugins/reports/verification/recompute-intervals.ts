import type { Estimate, PeriodAnalysis } from '../../sampling/library.js';
import type { Check } from './check.js';
import { type Fields, firstDifference } from './first-difference.js';

type Group = PeriodAnalysis['pooled'];
type ShareRules = Parameters<typeof import('../../sampling/library.js').estimateShare>[1];

const OF_MEANS = ['normal', 'student-t'];
/** Of one group whose units had the same chance. */
const SIMPLE_SHARES = ['wilson', 'clopper-pearson'];

/**
 * The bounds of each interval of a period, by the method that it names: of a mean from mean and standard error; of a share
 * from the counts, or where units had different chances from its own width. What the readings give is for who has them.
 */
export async function recomputeIntervals(name: string, period: Fields): Promise<Check> {
  const again = await loadAgain(period['rules'] as ShareRules);
  const strata = (period['strata'] ?? []) as readonly Group[];
  const groups = [period['pooled'] as Group, ...strata];
  let [means, shares] = [0, 0];
  for (const [at, group] of groups.entries()) {
    const { estimate } = group;
    if (estimate === null) continue;
    const of = OF_MEANS.includes(estimate.interval) ? 'mean' : 'share';
    const computed = of === 'mean' ? again.mean(estimate) : again.share(group, at === 0 ? strata : []);
    const where = at === 0 ? 'pooled' : `strata.${at - 1}`;
    const { lower, upper } = computed;
    const found =
      firstDifference(computed, { ...computed, ...estimate }, `${where}.estimate`) ??
      (group.scoreInterval &&
        firstDifference({ lower, upper }, group.scoreInterval, `${where}.scoreInterval`));
    if (found) return { name, passed: false, detail: `computed again: ${found}` };
    if (of === 'mean') means++;
    else shares++;
  }
  const how = [
    ...(means > 0 || shares === 0 ? ['from mean and standard error'] : []),
    ...(shares > 0 ? ['of shares from their counts'] : []),
  ];
  return {
    name,
    passed: true,
    ...(means + shares === 0 && { open: true as const }),
    detail: `${means + shares} of ${groups.length} intervals computed again ${how.join(' and ')}; the readings are known by their hash`,
  };
}

async function loadAgain(rules: ShareRules) {
  const { estimateShare, interval, loadDistributions, shareOfItsWidth, stratumOfSummary } = await import(
    '../../sampling/library.js'
  );
  const distributions = await loadDistributions();
  const stratum = ({ valid, population, mean, sd }: Group) =>
    // A list that was too short for its answers was taken for a census.
    stratumOfSummary({ n: valid, mean: mean ?? 0, sd: sd ?? 0, population: Math.max(valid, population) });
  return {
    mean: (known: Estimate) => interval(known, distributions),
    share: (group: Group, strata: readonly Group[]): Estimate => {
      const parts = strata.length === 0 ? [group] : strata;
      const equal =
        SIMPLE_SHARES.includes(String(group.estimate?.interval)) ||
        (strata.length > 0 &&
          parts.every(({ estimate }) => SIMPLE_SHARES.includes(String(estimate?.interval))));
      if (equal) return estimateShare(parts.map(stratum), rules, distributions);
      return shareOfItsWidth(group.estimate as Estimate, group.valid, rules, distributions);
    },
  };
}
