import { largestRemainder } from '../strata/largest-remainder.js';
import type { StratumShare } from '../trail/drawn-entry.js';

interface Sized {
  readonly name: string;
  readonly size: number;
}

interface Planned {
  readonly name: string;
  readonly population: number;
}

/** What matters here of a selection record. */
interface DrawnFrom {
  readonly frame: { readonly strata?: readonly Sized[] | undefined };
}

/**
 * Units of each stratum of a design in the registry that was drawn from, in the design's order; undefined where the
 * registry does not name them all.
 * @param listed what the registry has, where the draw took it as one whole
 */
export function strataOfRegistry(
  planned: readonly Planned[],
  { frame }: DrawnFrom,
  listed: readonly Sized[] = [],
): number[] | undefined {
  const sizes = new Map((frame.strata ?? listed).map(({ name, size }) => [name.toLowerCase(), size]));
  const found = planned.flatMap(({ name }) => sizes.get(name.toLowerCase()) ?? []);
  return planned.length > 0 && found.length === planned.length ? found : undefined;
}

/**
 * Populations of strata by which their estimates are weighed: in the shares of the registry that was drawn from, for a
 * design that says others would choose the mean. A registry with fewer units than the design says keeps the design's
 * total, so that the interval does not become short by it.
 */
export function weighedPopulations(planned: readonly Planned[], registry: readonly number[]): number[] {
  const designed = sum(planned.map(({ population }) => population));
  return sum(registry) >= designed ? [...registry] : largestRemainder(designed, registry);
}

/** The strata of a design beside those of the registry, where their shares differ by more than a unit; else null. */
export function otherShares(
  planned: readonly Planned[],
  registry: readonly number[] | undefined,
): StratumShare[] | null {
  if (registry === undefined) return null;
  const scale = sum(registry) / sum(planned.map(({ population }) => population));
  const differ = planned.some(
    ({ population }, h) => Math.abs((registry[h] ?? 0) - population * scale) > Math.max(1, scale),
  );
  if (!differ) return null;
  return planned.map(({ name, population }, h) => ({
    stratum: name,
    registry: registry[h] ?? 0,
    design: population,
  }));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
