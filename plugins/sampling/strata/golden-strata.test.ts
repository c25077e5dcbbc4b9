import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-strata.json' with { type: 'json' };
import { twoSidedZ } from '../size/critical-value.js';
import { roundUp } from '../size/round-up.js';
import { allocate } from './allocate.js';
import { type AllocationMethod, allocationShares } from './allocation-shares.js';
import { pooledSize } from './pooled-size.js';
import { sizesOfBudget } from './sizes-of-budget.js';
import type { Stratum } from './stratum.js';

interface Row {
  readonly id: string;
  readonly source: string;
  readonly N?: readonly number[];
  readonly S?: readonly number[];
  readonly means?: readonly number[];
  readonly costs?: readonly number[];
  readonly mean?: number;
}

function strataOf({ N = [], S = [], means, costs, mean = 1 }: Row): Stratum[] {
  return N.map((population, h) => ({
    name: `${h}`,
    population,
    sd: S[h] ?? 0,
    mean: means?.[h] ?? mean,
    cost: costs?.[h] ?? 1,
  }));
}

interface AllocationRow extends Row {
  readonly total: number;
  readonly shares: readonly number[];
  readonly sizes: readonly number[];
  readonly floors?: readonly number[];
  readonly caps?: readonly number[];
}
const allocations: readonly AllocationRow[] = golden.allocations;

interface ShareRow extends Row {
  readonly method: string;
  readonly total: number | null;
  readonly values: readonly number[];
  readonly exponent?: number;
  readonly budget?: number;
  readonly cv?: number;
}
const shareRows: readonly ShareRow[] = golden.shares;

interface PooledRow extends Row {
  readonly method: string;
  readonly absolute?: number;
  readonly precision?: number;
  readonly unrounded?: number;
  readonly size: number;
}
const pooledRows: readonly PooledRow[] = golden.pooled;

describe('golden strata', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it.each(allocations.map((row) => [row.id, row.source, row] as const))(
    'allocates %s (%s)',
    (_id, _source, row) => {
      const { floors, caps } = row;
      const allocation = allocate(row.total, row.shares, {
        ...(floors && { floors }),
        ...(caps && { caps }),
      });
      expect(allocation.sizes).toEqual(row.sizes);
      expect(allocation.total).toBe(row.total);
    },
  );

  it.each(shareRows.map((row) => [row.id, row.source, row] as const))(
    'divides %s (%s)',
    (_id, _source, row) => {
      const strata = strataOf(row);
      const shares = allocationShares(row.method as AllocationMethod, strata, row.exponent);
      const sum = shares.reduce((a, b) => a + b, 0);
      const scaled = (total: number) => shares.map((share) => (total * share) / sum);
      const sizes =
        row.budget !== undefined
          ? sizesOfBudget(row.budget, strata, shares)
          : scaled(row.total ?? pooledSize(strata, shares, row.cv ?? 0, 1).unrounded);
      for (const [h, value] of row.values.entries())
        expect(Math.abs((sizes[h] ?? 0) - value)).toBeLessThan(
          10 ** -(String(value).split('.')[1]?.length ?? 6) + 1e-9,
        );
    },
  );

  it.each(pooledRows.map((row) => [row.id, row.source, row] as const))(
    'pools %s (%s)',
    (_id, _source, row) => {
      const strata = strataOf(row);
      const shares = allocationShares(row.method as AllocationMethod, strata);
      const { unrounded } = pooledSize(
        strata,
        shares,
        row.precision ?? row.absolute ?? 0,
        twoSidedZ(0.95, d),
      );
      expect(roundUp(unrounded)).toBe(row.size);
      if (row.unrounded !== undefined) expect(unrounded).toBeCloseTo(row.unrounded, 4);
    },
  );
});
