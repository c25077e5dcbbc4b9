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
  /** Where these numbers stand. */
  readonly source: string;
}

/**
 * `bound-if-missed`: the mean when the precision was met, else the conservative confidence bound.
 * `always-bound`: the conservative bound at all times.
 * `precision-deduction`: reductions times one minus the achieved relative precision; a convention of this
 * project that no public standard names.
 */
export type MissRule = 'bound-if-missed' | 'always-bound' | 'precision-deduction';
