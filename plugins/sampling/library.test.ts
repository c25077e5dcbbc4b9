import { describe, expect, it } from 'vitest';
import * as library from './library.js';

describe('the library', () => {
  it('answers as its documentation says', async () => {
    const design = library.computeDesign(
      { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 },
      library.profilesWith(),
      await library.loadDistributions(),
    );
    expect(design.parameters.calculatedSize).toBe(95);
  });

  it('has a pure function for every operation of the service', async () => {
    const distributions = await library.loadDistributions();
    const z = library.twoSidedZ(0.95, distributions);
    const n0 = library.baseSize(library.relativeVariance('mean', 0.8, 0.2), 0.05, z);
    const n = library.roundUp(library.finitePopulationSize(n0, 5000));
    const drawn = library.roundUp(library.sizeBeforeDropout(n, 0.15));
    expect([n, drawn]).toEqual([95, 112]);
    expect(library.allocate(drawn, [0.6, 0.4]).sizes).toEqual([67, 45]);

    const registry = library.memorySource(
      'r.csv',
      `id\n${Array.from({ length: 500 }, (_, i) => `H${i}`).join('\n')}\n`,
    );
    const { used } = await library.inspectRegistry(registry);
    const record = await library.drawSelection(registry, {
      designId: 'none',
      algorithm: 'sha256-ticket-v1',
      plan: library.simplePlan(drawn),
      seed: library.typedSeed(0),
      columns: used,
      drawnAt: '2024-01-01T00:00:00.000Z',
    });
    expect((await library.validateRandomness(registry, { record })).recomputed).toBe('pass');
    expect((await library.verifySelectionRecord(record, registry)).verdict).toBe('pass');

    const plan = library.planAdjustment({
      currentSize: drawn,
      requiredSize: 175,
      implementationDate: '2024-04-01',
    });
    expect(plan.delta).toBe(63);
  });
});
