import { loadDistributions } from '../distributions/load-distributions.js';
import { composition, type Diagnostic, placement } from './diagnose-sample.js';
import type { FrameGroup } from './frame-group.js';
import { holm } from './holm.js';
import type { JudgedDiagnostic } from './randomness-report.js';

/** All diagnostics that apply to each group; what cannot be tested is added to `notTested` with the reason. */
export async function diagnose(
  groups: readonly FrameGroup[],
  notTested: { what: string; why: string }[],
): Promise<(Diagnostic & { stratum: string | null })[]> {
  const distributions = await loadDistributions();
  const diagnostics: (Diagnostic & { stratum: string | null })[] = [];
  for (const group of groups) {
    for (const [variable, classes] of group.classes) {
      const one = composition(
        variable,
        [...classes].map(([name, counts]) => ({ name, ...counts })),
        distributions,
      );
      if (one === undefined)
        notTested.push({
          what: variable,
          why: 'it has one value only, or the sample is empty or the whole frame',
        });
      else diagnostics.push({ ...one, stratum: group.name });
    }
    const ranks = group.ranks.ranks();
    const places = group.ids.map((id) => ranks.get(id) ?? 0);
    const some = placement(places, group.ranks.size, distributions);
    if (some.length === 0)
      notTested.push({
        what: `places${group.name === null ? '' : ` in ${group.name}`}`,
        why: 'fewer than 10 units, or the whole frame',
      });
    diagnostics.push(...some.map((one) => ({ ...one, stratum: group.name })));
  }
  return diagnostics;
}

/** Adjusts the p-values for their number and words what they say. */
export function judge(
  diagnostics: readonly (Diagnostic & { stratum: string | null })[],
  alpha: number,
): JudgedDiagnostic[] {
  const adjusted = holm(diagnostics.map((each) => each.p));
  return diagnostics.map((each, at) => {
    const pAdjusted = adjusted[at] ?? 1;
    const finding =
      pAdjusted >= alpha
        ? 'no evidence against a random draw'
        : `unusual for a random draw (adjusted p below ${Number(alpha.toPrecision(3))}): look for a cause in the registry or in how the list was made`;
    return { ...each, pAdjusted, finding };
  });
}
