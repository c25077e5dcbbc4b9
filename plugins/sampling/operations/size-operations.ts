import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { throwFaults } from '../design/faults.js';
import { populationFaults } from '../design/request-faults.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { population } from '../schemas/design-schema.js';
import { withRules } from '../schemas/with-rules.js';
import type { SamplingService } from '../services/sampling-service.js';
import { dropoutStep } from '../size/dropout.js';
import { finitePopulationStep } from '../size/finite-population.js';
import { requiredSize } from '../size/required-size.js';
import { allocationOperation } from './allocation-operation.js';
import {
  baseFaults,
  baseQuestion,
  baseTerms,
  form,
  lostShare,
  sizeAfter,
  sizeAnswer,
  startSize,
} from './size-terms.js';
import { stepwiseOperation } from './stepwise-operation.js';

/** The steps of a design one by one over HTTP, in one tool for agents; and allocation. */
export function sizeOperations({ profiles }: Pick<SamplingService, 'profiles'>): AnyOperation[] {
  return [
    defineOperation({
      name: 'calculate_base_size',
      title: 'Base sample size for an unlimited population',
      description: 'Base sample size of a mean or proportion before finite population and dropout.',
      effect: 'read',
      scope: 'sampling',
      input: withRules(z.object(baseTerms(profiles)), (raw) => baseFaults(raw, profiles)),
      answer: { description: 'The base size', schema: sizeAnswer },
      tool: false,
      route: { method: 'post', path: '/v1/sampling/base-size' },
      run: async (input) => {
        throwFaults(baseFaults(input, profiles));
        const { size, unrounded, steps } = requiredSize(
          baseQuestion(input, profiles),
          await loadDistributions(),
        );
        return { size, unrounded, working: steps };
      },
    }),
    defineOperation({
      name: 'adjust_for_finite_population',
      title: 'Adjust a size to a finite population',
      description: 'Reduces a sample size to one for a population of N units.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ baseSize: startSize, population, form }),
      answer: { description: 'The adjusted size', schema: sizeAnswer },
      tool: false,
      route: {
        method: 'post',
        path: '/v1/sampling/finite-population',
        errors: { 422: 'Insufficient population data' },
      },
      run: (input) => {
        throwFaults(populationFaults(input));
        return sizeAfter([finitePopulationStep(input.baseSize, input.population, input.form)]);
      },
    }),
    defineOperation({
      name: 'adjust_for_dropout',
      title: 'Adjust a size for expected dropout',
      description: 'Raises a sample size so that enough remain after dropout: n/(1 - d).',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ sampleSize: startSize, dropoutRate: lostShare }),
      answer: { description: 'The adjusted size', schema: sizeAnswer },
      tool: false,
      route: { method: 'post', path: '/v1/sampling/dropout' },
      run: ({ sampleSize, dropoutRate }) => sizeAfter([dropoutStep(sampleSize, dropoutRate)]),
    }),
    stepwiseOperation(profiles),
    allocationOperation,
  ];
}
