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
  /** Who stands in for whom by now. */
  readonly replaced?: readonly { readonly unitId: string; readonly by: string }[] | undefined;
  /** How many of the ids the record lists, drawn units and stand-ins; the rest is what the same seed draws next. */
  readonly listed?: number | undefined;
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
  /** `YYYY-MM-DD`; a day before it is marked. */
  readonly today?: string | undefined;
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
  /** Stand-ins that were called, and those of the record that are left after the change; null without a selection. */
  readonly standIns: { readonly called: number; readonly left: number } | null;
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
  /** What stands out, such as a day that has passed. */
  readonly warnings: readonly string[];
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
    today,
  } = question;
  const groups = (strata ?? [{ name: '', current: currentSize, required: requiredSize }]).map((group) =>
    groupPlan(
      group,
      tickets?.find(({ name }) => name === group.name),
    ),
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
    warnings: warningsOf(implementationDate, today),
  };
}

/** Nobody can be visited, or spared a visit, on a day that has passed; who plans for one mostly means another year. */
function warningsOf(implementationDate: string, today: string | undefined): string[] {
  return today === undefined || implementationDate >= today
    ? []
    : [`The implementation date ${implementationDate} has passed (today is ${today}): check its year.`];
}

function groupPlan(group: GroupSizes, tickets: TicketOrder | undefined): GroupPlan {
  const delta = group.required - group.current;
  const direction = directionOf(delta);
  const { ids, replaced = [], listed = ids?.length ?? 0 } = tickets ?? {};
  const called = new Set(replaced.map(({ by }) => by));
  // Stand-ins are called in their order, so that all up to the last one are taken.
  const taken = Math.max(group.current, (ids?.findLastIndex((id) => called.has(id)) ?? -1) + 1);
  const standIns = (after: number) =>
    ids === undefined ? null : { called: called.size, left: Math.max(0, listed - after) };
  const plan = { ...group, delta, direction };
  if (direction === 'none') return { ...plan, positions: null, units: null, standIns: standIns(taken) };
  if (direction === 'increase')
    return {
      ...plan,
      positions: { from: taken + 1, to: taken + delta },
      units: ids?.slice(taken, taken + delta) ?? null,
      standIns: standIns(taken + delta),
    };
  if (ids === undefined)
    return {
      ...plan,
      positions: { from: group.current, to: group.required + 1 },
      units: null,
      standIns: null,
    };
  const lost = new Set(replaced.map(({ unitId }) => unitId));
  const released = ids
    .slice(0, taken)
    .map((id, at) => ({ id, position: at + 1 }))
    .filter(({ id, position }) => !lost.has(id) && (position <= group.current || called.has(id)))
    .reverse()
    .slice(0, -delta);
  return {
    ...plan,
    positions: { from: released[0]?.position ?? group.current, to: released.at(-1)?.position ?? 1 },
    units: released.map(({ id }) => id),
    standIns: standIns(taken),
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
  const steps = groups.flatMap(({ name, direction, delta, positions, standIns }) => {
    if (positions === null) return [];
    const where = name === '' ? '' : ` in ${name}`;
    return direction === 'increase'
      ? [
          `Add ${unitsOf(delta)}${where}: the next tickets of the same seed, ${placesOf(positions, 'to')}${after(standIns)}.`,
        ]
      : [`Release ${unitsOf(-delta)}${where}: the last tickets first, ${placesOf(positions, 'down to')}.`];
  });
  if (steps.length === 0) return ['Nothing changes.'];
  if (erBound !== 'none')
    steps.push(`Calculate this period's reductions with the ${erBound} confidence bound.`);
  return [...steps, 'Have the recalculated design approved before the new size is used.'];
}

function unitsOf(count: number): string {
  return `${count} ${count === 1 ? 'unit' : 'units'}`;
}

/** `position 7`, `positions 7 down to 5`. */
function placesOf({ from, to }: NonNullable<GroupPlan['positions']>, until: string): string {
  return from === to ? `position ${from}` : `positions ${from} ${until} ${to}`;
}

/** What stand-ins there are, where any was called. */
function after(standIns: GroupPlan['standIns']): string {
  if (standIns === null || standIns.called === 0) return '';
  const { called, left } = standIns;
  return `, after the ${called} stand-ins that were called; ${left} stand-ins of the draw are left then`;
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
