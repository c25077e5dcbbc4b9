/** One weighed day of a household in a kitchen performance test. */
export interface KptDay {
  readonly household: string;
  /** Fuel burnt, kg. */
  readonly fuelKg: number;
  /** Standard adults fed that day. */
  readonly persons: number;
  /** Moisture of the wood on a wet basis, 0..1; default 0 for weighed dry or other fuels. */
  readonly moisture?: number | undefined;
  /** Energy of this fuel over that of dry wood, such as 1.8 for charcoal; default 1. */
  readonly dryWoodEquivalent?: number | undefined;
}

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
 * Fuel use per person-day of each household: total dry-wood equivalent over total person-days. The days of one
 * household are repeats, so they are pooled before anything is compared.
 * Source: Kitchen Performance Test protocol, version 3.0 (at least three days a household).
 */
export function fuelPerPersonDay(days: readonly KptDay[], minimumDays = 3): KptValues {
  const byHousehold = new Map<string, { days: number; fuel: number; persons: number }>();
  for (const { household, fuelKg, persons, moisture = 0, dryWoodEquivalent = 1 } of days) {
    const sums = byHousehold.get(household) ?? { days: 0, fuel: 0, persons: 0 };
    sums.days += 1;
    sums.fuel += fuelKg * (1 - moisture) * dryWoodEquivalent;
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
