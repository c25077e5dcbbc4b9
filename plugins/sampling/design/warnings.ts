import { LOW_RESPONSE } from '../periods/low-response.js';
import type { DesignRequest } from './design-request.js';
import { percent } from './percent.js';
import type { SettledRequest } from './settle-request.js';
import type { SizePlan } from './size-plan.js';

/** From this share of the population on, a sample saves so little that a census should be considered. */
const NEAR_CENSUS = 0.8;

/** What an auditor would ask about, in plain words. */
export function warnings(request: DesignRequest, settled: SettledRequest, plan: SizePlan): string[] {
  const said: string[] = [];
  const share = plan.adjustedSize / settled.population;
  if (share >= 1) said.push('The sample is a census: every unit of the population is surveyed.');
  else if (share >= NEAR_CENSUS)
    said.push(`The sample is ${percent(share)} of the population: consider a census.`);
  if (request.parameterType === undefined && settled.expectedMean < 1)
    said.push(
      `Read as a mean. If ${settled.expectedMean} is a usage proportion, set parameterType to proportion (see alternatives).`,
    );
  if (settled.parameterType === 'proportion' && request.expectedSD !== undefined)
    said.push('expectedSD was not used: a proportion p has standard deviation sqrt(p(1 - p)).');
  if (settled.parameterType === 'mean' && settled.expectedSD === 0)
    said.push('expectedSD 0 says that all units are alike; only the minimum size holds.');
  if (settled.dropoutRate === 0) said.push('No dropout was allowed for; dropout rates must be realistic.');
  if (settled.dropoutRate > 1 - LOW_RESPONSE + 1e-9)
    said.push(
      `A dropout of ${percent(settled.dropoutRate)} is planned: where so many are missing, those who answer may differ from them, and the trail of an analysis will be marked. Say in justification.dropout what it rests on.`,
    );
  said.push(...strataWarnings(settled));
  const open = (['mean', 'sd', 'dropout'] as const).filter(
    (key) =>
      request.justification?.[key] === undefined && !(key === 'sd' && settled.parameterType === 'proportion'),
  );
  if (open.length > 0)
    said.push(
      `Give credible data for: ${open.map((key) => `justification.${key}`).join(', ')}. A verifier will ask.`,
    );
  return said;
}

function strataWarnings(settled: SettledRequest): string[] {
  const strata = settled.stratification?.strata;
  if (strata === undefined) return [];
  const pooled = strata.reduce((a, s) => a + (s.population / settled.population) * s.mean, 0);
  if (Math.abs(pooled / settled.expectedMean - 1) < 0.001) return [];
  return [
    `The strata average ${Number(pooled.toPrecision(6))} by population, while expectedMean says ${settled.expectedMean}.`,
  ];
}
