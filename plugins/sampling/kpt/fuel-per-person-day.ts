import { householdDays, type KptDay } from './household-days.js';

export interface KptHousehold {
  readonly household: string;
  readonly days: number;
  /** kg of dry-wood equivalent per person and day, over all its days. */
  readonly value: number;
}

export interface KptValues {
  /** One value a household: the sample size is their number, never the number of days. */
  readonly households: readonly KptHousehold[];
  /** Households with fewer days than required; left out. */
  readonly tooShort: readonly KptHousehold[];
}

/**
 * Fuel use per person-day of each household: total dry-wood equivalent over total person-days. A day counts once,
 * however many fuels were burnt on it. The days of one household are repeats, so they are pooled before anything is
 * compared.
 * Source: Kitchen Performance Test protocol, version 3.0 (at least three days a household).
 * @param field where the rows stand in the request
 * @throws OracleError as `householdDays`
 */
export function fuelPerPersonDay(rows: readonly KptDay[], minimumDays = 3, field = 'days'): KptValues {
  const byHousehold = new Map<string, { days: number; fuel: number; persons: number }>();
  for (const { household, fuel, persons } of householdDays(rows, field)) {
    const sums = byHousehold.get(household) ?? { days: 0, fuel: 0, persons: 0 };
    sums.days += 1;
    sums.fuel += fuel;
    sums.persons += persons;
    byHousehold.set(household, sums);
  }
  const all = [...byHousehold].map(([household, s]) => ({
    household,
    days: s.days,
    value: s.fuel / s.persons,
  }));
  return {
    households: all.filter((h) => h.days >= minimumDays),
    tooShort: all.filter((h) => h.days < minimumDays),
  };
}
