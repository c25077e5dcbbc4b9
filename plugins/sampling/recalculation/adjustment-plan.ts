import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { isDay } from '../periods/calendar.js';
import type { Cause } from './causes.js';

export interface GroupSizes {
  readonly name: string;
  readonly current: number;
  readonly required: number;
}

/** Drawn units and replacements of one stratum (or the whole frame, name ``) in ticket order. */
export interface TicketOrder {
  readonly name: string;
  readonly ids: readonly string[];
}

export interface PlanQuestion {
  readonly currentSize: number;
  readonly requiredSize: number;
  /** First day of the new size, `YYYY-MM-DD`. */
  readonly implementationDate: string;
  readonly strata?: readonly GroupSizes[] | undefined;
  readonly causes?: readonly Cause[] | undefined;
  readonly tickets?: readonly TicketOrder[] | undefined;
  /** Bound that the emission reductions of the period behind this plan use; default none. */
  readonly erBound?: 'none' | 'lower' | 'upper' | undefined;
}

export type Direction = 'increase' | 'decrease' | 'none';

/** What one group has to do. Positions count from 1 in ticket order. */
export interface GroupPlan extends GroupSizes {
  readonly delta: number;
  readonly direction: Direction;
  /** Positions to add, in order, or to release, last first; null when nothing changes. */
  readonly positions: { readonly from: number; readonly to: number } | null;
  /** Units at those positions, when the selection is known; fewer than `delta` when its list is too short. */
  readonly units: readonly string[] | null;
}

export interface AdjustmentPlan {
  readonly direction: Direction;
  readonly currentSize: number;
  readonly requiredSize: number;
  readonly delta: number;
  readonly implementationDate: string;
  readonly groups: readonly GroupPlan[];
  readonly causes: readonly Cause[];
  readonly reason: string;
  /** From when the new size counts. */
  readonly effective: string;
  readonly erBound: 'none' | 'lower' | 'upper';
  readonly steps: readonly string[];
}

/**
 * How to get from the current to the required size without spoiling the draw: additions take the next tickets of the
 * same seed, releases take the last ones first; either way what remains is the sample that a single draw of the new
 * size would have given. A smaller size starts with the next period, never within a verified one.
 * @throws OracleError `invalid_request` or `conflict` (strata that do not sum to the sizes)
 */
export function planAdjustment(question: PlanQuestion): AdjustmentPlan {
  checkPlan(question);
  const {
    currentSize,
    requiredSize,
    implementationDate,
    strata,
    causes = [],
    tickets,
    erBound = 'none',
  } = question;
  const groups = (strata ?? [{ name: '', current: currentSize, required: requiredSize }]).map((group) =>
    groupPlan(group, tickets?.find(({ name }) => name === group.name)?.ids),
  );
  const delta = requiredSize - currentSize;
  const direction = directionOf(delta);
  return {
    direction,
    currentSize,
    requiredSize,
    delta,
    implementationDate,
    groups,
    causes,
    reason: reasonOf(direction, causes),
    effective:
      direction === 'decrease'
        ? `From the first monitoring period that begins on or after ${implementationDate}; the verified period keeps ${currentSize}.`
        : `From ${implementationDate}.`,
    erBound,
    steps: stepsOf(groups, erBound),
  };
}

function groupPlan(group: GroupSizes, ids: readonly string[] | undefined): GroupPlan {
  const delta = group.required - group.current;
  const direction = directionOf(delta);
  if (direction === 'none') return { ...group, delta, direction, positions: null, units: null };
  const up = direction === 'increase';
  const low = Math.min(group.current, group.required);
  const high = Math.max(group.current, group.required);
  const listed = ids?.slice(low, high);
  return {
    ...group,
    delta,
    direction,
    positions: up ? { from: low + 1, to: high } : { from: high, to: low + 1 },
    units: listed === undefined ? null : up ? listed : [...listed].reverse(),
  };
}

function directionOf(delta: number): Direction {
  return delta > 0 ? 'increase' : delta < 0 ? 'decrease' : 'none';
}

function reasonOf(direction: Direction, causes: readonly Cause[]): string {
  if (direction === 'none') return 'The size stays.';
  const largest = [...causes].sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta))[0];
  const moved = direction === 'increase' ? 'rises' : 'falls';
  if (largest === undefined || largest.delta === 0) return `The size ${moved}.`;
  const values = largest.expected === null ? '' : ` (${largest.expected} expected, ${largest.actual} found)`;
  return `The size ${moved}, above all by the ${largest.factor}${values}: ${signed(largest.delta)} units by itself.`;
}

function stepsOf(groups: readonly GroupPlan[], erBound: AdjustmentPlan['erBound']): string[] {
  const steps = groups.flatMap(({ name, direction, delta, positions }) => {
    if (positions === null) return [];
    const where = name === '' ? '' : ` in ${name}`;
    return direction === 'increase'
      ? [
          `Add ${delta} units${where}: the next tickets of the same seed, positions ${positions.from} to ${positions.to}.`,
        ]
      : [
          `Release ${-delta} units${where}: the last tickets first, positions ${positions.from} down to ${positions.to}.`,
        ];
  });
  if (steps.length === 0) return ['Nothing changes.'];
  if (erBound !== 'none')
    steps.push(`Calculate this period's reductions with the ${erBound} confidence bound.`);
  return [...steps, 'Have the recalculated design approved before the new size is used.'];
}

function checkPlan({ currentSize, requiredSize, implementationDate, strata }: PlanQuestion): void {
  if (!isDay(implementationDate))
    throw new OracleError('invalid_request', {
      detail: `The implementation date '${implementationDate}' is no day.`,
      errors: [
        { field: 'implementationDate', message: `'${implementationDate}' is no day: write YYYY-MM-DD.` },
      ],
    });
  if (strata === undefined) return;
  const errors: FieldError[] = (['current', 'required'] as const).flatMap((key) => {
    const sum = strata.reduce((a, group) => a + group[key], 0);
    const total = key === 'current' ? currentSize : requiredSize;
    return sum === total
      ? []
      : [{ field: 'strata', message: `${key} sizes sum to ${sum}, not to ${total}.` }];
  });
  if (errors.length > 0)
    throw new OracleError('conflict', {
      detail: 'The sizes of the strata do not sum to the totals.',
      errors,
    });
  const names = strata.map(({ name }) => name.trim().toLowerCase());
  const twice = names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ field: `strata.${index}.name`, message: `'${strata[index]?.name}' is given twice` }],
  );
  if (twice.length > 0)
    throw new OracleError('conflict', { detail: 'A stratum is given twice.', errors: twice });
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : `${value}`;
}
