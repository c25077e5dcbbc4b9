import type { ProportionInterval } from '../estimation/share-estimate.js';

/** What a standard asks of a sample, kept together so that level, minima and consequence travel as one. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  /** The one confidence level it allows, a fraction. */
  readonly confidence: number;
  /** The one precision it allows, a fraction of the expected value. */
  readonly precision: number;
  /** Fewest valid units in a sample, or the whole group when it is smaller. */
  readonly minimumSample: number;
  /** The same for each stratum. */
  readonly minimumStratum: number;
  /** A group with fewer units than this is surveyed whole. */
  readonly censusBelow: number;
  /** How imprecision lowers the emission reductions. */
  readonly missRule: MissRule;
  /** The interval of a proportion; default `wilson`. */
  readonly proportionInterval?: ProportionInterval | undefined;
  /** Where these numbers stand. */
  readonly source: string;
}

/** The fewest units that a standard accepts. */
export type Minima = Pick<Profile, 'minimumSample' | 'minimumStratum' | 'censusBelow'>;

/** Fewest valid units of a group of `population`: the minimum, or all of them where the group is smaller. */
export function leastUnits(
  minima: Minima,
  kind: 'minimumSample' | 'minimumStratum',
  population: number,
): number {
  return population < minima.censusBelow ? population : Math.min(minima[kind], population);
}

/**
 * `bound-if-missed`: the mean when the precision was met, else the conservative confidence bound.
 * `always-bound`: the conservative bound at all times.
 * `precision-deduction`: reductions times one minus the achieved relative precision; a convention of this
 * project that no public standard names.
 */
export type MissRule = 'bound-if-missed' | 'always-bound' | 'precision-deduction';
