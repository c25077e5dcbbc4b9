import type { Caller } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { computeDesign } from '../design/compute-design.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { stepwiseOperation } from './stepwise-operation.js';

const profiles = profilesWith();
const operation = stepwiseOperation(profiles);

async function sizeOf(terms: Readonly<Record<string, unknown>>) {
  const answer = await operation.run(operation.input.parse(terms), {} as Caller);
  const { size, working } = answer as { size: number; working: { step: string; rounded: number }[] };
  return { size, steps: working.map(({ step, rounded }) => `${step} ${rounded}`) };
}

describe('a size step by step', () => {
  it.each([
    [{ mean: 0.8, sd: 0.2 }, 97, ['base size 97']],
    [{ mean: 0.8, sd: 0.2, population: 5000 }, 95, ['base size 97', 'finite population 95']],
    [{ sampleSize: 384, population: 5000 }, 357, ['finite population 357']],
    [{ sampleSize: 384, population: 5000, form: 's2' }, 357, ['finite population 357']],
    [{ sampleSize: 357, dropoutRate: 0.15 }, 420, ['dropout 420']],
    [{ sampleSize: 384, population: 5000, dropoutRate: 0.15 }, 420, ['finite population 357', 'dropout 420']],
    // No more than all of a population.
    [{ sampleSize: 90, population: 60, dropoutRate: 0.5 }, 60, ['finite population 37', 'dropout 60']],
  ])('of %j is %i', async (terms, size, steps) => {
    expect(await sizeOf(terms)).toEqual({ size, steps });
  });

  it('comes to what a design comes to', async () => {
    const values = { population: 800, dropoutRate: 0.12, designEffect: 1.4, criticalValue: 't' as const };
    const { parameters } = computeDesign(
      { ...values, expectedMean: 3.5, expectedSD: 1.9 },
      profiles,
      await loadDistributions(),
    );
    const { size, steps } = await sizeOf({ ...values, mean: 3.5, sd: 1.9 });
    expect(size).toBe(parameters.adjustedSize);
    expect(steps).toContain(`small-sample t ${parameters.calculatedSize}`);
  });

  it.each([
    [{}, 'mean'],
    [{ population: 5000 }, 'mean'],
    [{ mean: 0.8 }, 'sd'],
    [{ sampleSize: 384 }, 'population'],
    [{ sampleSize: 384, mean: 0.8, population: 5000 }, 'mean'],
    [{ sampleSize: 384, sd: 0.2, dropoutRate: 0.1 }, 'sd'],
    [{ mean: 1.2, parameterType: 'proportion' }, 'mean'],
  ])('refuses %j by its field %s', (terms, field) => {
    const { error } = operation.input.safeParse(terms);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});
