import { type FieldError, OracleError } from 'oracle-runtime/plugin';

/** How many units are drawn from one stratum. */
export interface StratumPlan {
  /** The value of the stratum column; `null` when the frame is one whole. */
  readonly name: string | null;
  readonly size: number;
  /** How many more are drawn, in order, to stand in for units that cannot be reached. */
  readonly replacements: number;
}

/** What a draw must give. One entry with `name: null`, or one per stratum with every name given. */
export interface SelectionPlan {
  readonly strata: readonly StratumPlan[];
}

/** The plan of an unstratified draw. */
export function simplePlan(size: number, replacements = 0): SelectionPlan {
  return { strata: [{ name: null, size, replacements }] };
}

/** A plan by stratum, in the given order. */
export function stratifiedPlan(
  strata: readonly { name: string; size: number; replacements?: number }[],
): SelectionPlan {
  return { strata: strata.map(({ name, size, replacements = 0 }) => ({ name, size, replacements })) };
}

export function isStratified(plan: SelectionPlan): boolean {
  return plan.strata[0]?.name !== null;
}

/** @throws OracleError `invalid_request` or, for names given twice, `conflict`. */
export function checkPlan(plan: SelectionPlan): void {
  const errors: FieldError[] = [];
  const names = new Set<string | null>();
  const repeated: string[] = [];
  for (const [at, stratum] of plan.strata.entries()) {
    const field = `plan.strata.${at}`;
    for (const key of ['size', 'replacements'] as const) {
      const value = stratum[key];
      if (!Number.isSafeInteger(value) || value < 0)
        errors.push({
          field: `${field}.${key}`,
          message: `must be a whole number of 0 or more, got ${value}`,
        });
    }
    if (stratum.name === null ? plan.strata.length > 1 : stratum.name.trim() === '') {
      errors.push({ field: `${field}.name`, message: 'must name a stratum' });
    }
    if (names.has(stratum.name)) repeated.push(String(stratum.name));
    names.add(stratum.name);
  }
  if (plan.strata.every((stratum) => stratum.size === 0))
    errors.push({ field: 'plan', message: 'must draw at least one unit' });
  if (errors.length > 0)
    throw new OracleError('invalid_request', { detail: 'The plan of the draw is not valid.', errors });
  if (repeated.length > 0) {
    throw new OracleError('conflict', {
      detail: `The plan names a stratum twice: ${repeated.join(', ')}.`,
      errors: [{ field: 'plan.strata', message: `duplicate: ${repeated.join(', ')}` }],
    });
  }
}
