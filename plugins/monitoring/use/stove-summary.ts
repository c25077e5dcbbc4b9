import { addTo } from 'oracle-runtime/kit';
import type { UsageRate } from '../../sampling/service.js';
import { VARIANTS, type Variant } from '../detection/variants.js';
import { dayText } from '../logger-files/calendar.js';
import type { HouseholdUse, StoveUse } from './household-use.js';

/** Asks sampling for the usage rate; undefined when fewer than two households were observed enough. */
export type RateOf = (
  households: readonly { household: string; useDays: number; observedDays: number; expectedDays: number }[],
  stratum: string | null,
) => Promise<UsageRate | undefined>;

/** A period's use of one stove. */
export interface StoveSummary {
  readonly stove: string;
  readonly households: number;
  readonly useDays: number;
  readonly observedDays: number;
  readonly expectedDays: number;
  /** Use days over observed days with its interval; null when fewer than two households were observed enough. */
  readonly usage: UsageRate | null;
  readonly strata: readonly { readonly stratum: string; readonly usage: UsageRate | null }[];
  readonly months: readonly {
    readonly month: string;
    readonly useDays: number;
    readonly observedDays: number;
    readonly rate: number | null;
  }[];
  /** Of observed days. */
  readonly eventsPerDay: number | null;
  readonly hoursPerDay: number | null;
  /** The same rate with other settings of the detector: how much it hangs on them. */
  readonly band: readonly {
    readonly settings: Variant;
    readonly useDays: number;
    readonly rate: number | null;
  }[];
  /** The rate if the stove was never, or always, in use on the days that nobody observed. */
  readonly missing: {
    readonly days: number;
    readonly rateIfUnused: number | null;
    readonly rateIfUsed: number | null;
  };
}

/** A rate that moves by more than this with other settings, or with what nobody observed, hangs on them. */
export const MOVES_BY = 0.1;

/** Between what rates nearby settings give, in three digits, where the rate hangs on them; undefined where it does not. */
export function hangsOn(
  band: readonly { readonly rate: number | null }[],
): { readonly low: string; readonly high: string } | undefined {
  const rates = band.flatMap(({ rate }) => rate ?? []);
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  return high - low > MOVES_BY ? { low: low.toFixed(3), high: high.toFixed(3) } : undefined;
}

interface Own {
  readonly household: string;
  readonly stratum: string | null;
  readonly use: StoveUse;
}

export async function stoveSummaries(
  households: readonly HouseholdUse[],
  firstDay: number,
  rateOf: RateOf,
): Promise<StoveSummary[]> {
  const stoves = new Map<string, Own[]>();
  for (const { household, stratum, stoves: own } of households)
    for (const use of own) addTo(stoves, use.stove, { household, stratum, use });
  return Promise.all([...stoves].map(([stove, own]) => summaryOf(stove, own, firstDay, rateOf)));
}

async function summaryOf(
  stove: string,
  own: readonly Own[],
  firstDay: number,
  rateOf: RateOf,
): Promise<StoveSummary> {
  const total = (of: (use: StoveUse) => number) => own.reduce((sum, { use }) => sum + of(use), 0);
  const [useDays, observedDays, expectedDays] = [
    total((use) => use.useDays),
    total((use) => use.observedDays),
    total((use) => use.expectedDays),
  ];
  const over = (sum: number, days: number) => (days === 0 ? null : sum / days);
  const strata = [...new Set(own.flatMap(({ stratum }) => (stratum === null ? [] : [stratum])))].sort();
  const days = expectedDays - observedDays;
  return {
    stove,
    households: own.length,
    useDays,
    observedDays,
    expectedDays,
    usage: (await rateOf(own.map(daysOf), null)) ?? null,
    strata: await Promise.all(
      strata.map(async (name) => ({
        stratum: name,
        usage: (await rateOf(own.filter(({ stratum }) => stratum === name).map(daysOf), name)) ?? null,
      })),
    ),
    months: monthsOf(own, firstDay),
    eventsPerDay: over(
      total((use) => use.events),
      observedDays,
    ),
    hoursPerDay: over(total((use) => use.minutes) / 60, observedDays),
    band: VARIANTS.map((settings) => {
      const used = total((use) => use.useDaysBy[settings]);
      return { settings, useDays: used, rate: over(used, observedDays) };
    }),
    missing: {
      days,
      rateIfUnused: over(useDays, expectedDays),
      rateIfUsed: over(useDays + days, expectedDays),
    },
  };
}

function daysOf({ household, use: { useDays, observedDays, expectedDays } }: Own) {
  return { household, useDays, observedDays, expectedDays };
}

function monthsOf(own: readonly Own[], firstDay: number): StoveSummary['months'] {
  const months = new Map<string, { useDays: number; observedDays: number }>();
  const names = Array.from({ length: own[0]?.use.days.length ?? 0 }, (_, day) =>
    dayText(firstDay + day).slice(0, 7),
  );
  for (const { use } of own)
    for (const [day, state] of use.days.entries()) {
      const month = names[day] ?? '';
      const sums = months.get(month) ?? { useDays: 0, observedDays: 0 };
      months.set(month, sums);
      if (state > 0) sums.observedDays++;
      if (state === 2) sums.useDays++;
    }
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, { useDays, observedDays }]) => ({
      month,
      useDays,
      observedDays,
      rate: observedDays === 0 ? null : useDays / observedDays,
    }));
}
