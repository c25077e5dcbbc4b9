import { percent } from '../design/percent.js';
import { INTERVAL_WORDS } from '../estimation/mean-estimate.js';
import type { DesignRecord } from '../store/design-record.js';

/**
 * A design as a conversation shows it: a sentence with the numbers, then the numbers, the working as one row a step.
 * The request is left out, for the parameters say the same.
 */
export function presentDesign(design: DesignRecord) {
  const { designId, projectId, profile, parameters, stratification, verification, erAdjustment } = design;
  return {
    summary: summarizeDesign(design),
    designId,
    ...(projectId !== null && { projectId }),
    profile,
    parameters,
    ...(stratification !== null && { stratification }),
    warnings: design.warnings,
    alternatives: design.alternatives,
    working: design.working.map(({ step, formula, inputs, unrounded, rounded, source }) => ({
      step,
      formula,
      inputs: Object.entries(inputs)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
      unrounded,
      rounded,
      source,
    })),
    erAdjustment,
    verification,
    ...(design.supersedes !== null && { supersedes: design.supersedes }),
  };
}

function summarizeDesign({ parameters, stratification }: DesignRecord): string {
  const { calculatedSize, adjustedSize, population, dropoutRate, expectedPrecision, interval } = parameters;
  const strata = stratification?.strata.map((s) => `${s.name} ${s.sampleSize}`).join(', ');
  const dropout =
    dropoutRate === 0
      ? 'no dropout is allowed for'
      : `a dropout of ${Number((dropoutRate * 100).toFixed(2))}% is allowed for`;
  // Designs from before it was recorded do not say their interval.
  const precision =
    interval === undefined
      ? ''
      : ` If the expected values hold, the ${INTERVAL_WORDS[interval]} reaches ${percent(expectedPrecision)}.`;
  return `Draw ${count(adjustedSize)} of ${count(population)} units${strata === undefined ? '' : ` (${strata})`}: ${count(calculatedSize)} valid units are needed, and ${dropout}.${precision}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
