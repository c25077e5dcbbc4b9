import type { UnitOutcome } from './unit-outcomes.js';

/** The chances with which a draw took its units, one for each. */
export type DrawnChances = readonly { readonly unitId: string; readonly chance: number }[];

/** What matters here of a selection record. */
interface DrawnUnits {
  readonly strata: readonly {
    readonly selected: readonly { readonly id: string; readonly probability?: number | undefined }[];
  }[];
}

/**
 * First-order inclusion probabilities of a draw by size, as its record holds them; undefined where every unit of a
 * stratum had the same chance, which the sizes of sample and stratum then tell.
 */
export function drawnChances({ strata }: DrawnUnits): DrawnChances | undefined {
  const chances = strata.flatMap(({ selected }) =>
    selected.flatMap(({ id, probability }) =>
      probability === undefined ? [] : [{ unitId: id, chance: probability }],
    ),
  );
  return chances.length === 0 ? undefined : chances;
}

/**
 * Gives each outcome its chance: that of the draw times the share of drawn units that have a value, for who answered is
 * taken to be chance as in every estimate here. A unit without a chance of its own cannot be weighed and counts as
 * invalid.
 */
export function withChances(
  outcomes: readonly UnitOutcome[],
  chances: DrawnChances | undefined,
): readonly UnitOutcome[] {
  if (chances === undefined) return outcomes;
  const chanceOf = new Map(chances.map(({ unitId, chance }) => [unitId, chance]));
  const weighed = outcomes.map((outcome): UnitOutcome => {
    const chance = chanceOf.get(outcome.unitId);
    return chance === undefined
      ? { ...outcome, value: null, reason: 'invalid value' }
      : { ...outcome, chance };
  });
  const answered = weighed.filter(({ value }) => value !== null).length / chanceOf.size;
  return weighed.map(({ chance, ...outcome }) =>
    chance === undefined ? outcome : { ...outcome, chance: Math.min(1, chance * answered) },
  );
}
