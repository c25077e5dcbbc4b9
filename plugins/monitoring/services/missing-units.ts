import type { RecordedByDevices } from '../../sampling/service.js';

type Missing = NonNullable<NonNullable<RecordedByDevices['earlier']>['missing']>;

/** Standard errors that two means lie apart where chance hardly made them. */
const FAR = 2;

/**
 * Units that have a share in a report and none here: of several reports those of the one with the most, of which chance did not
 * take them first; null for none.
 * @param reports shares of the units of each, the newest first
 */
export function missingOf(
  reports: readonly ReadonlyMap<string, number>[],
  here: ReadonlyMap<string, number>,
): Missing | null {
  const found = reports.flatMap((there): Missing[] => {
    const gone = [...there].flatMap(([household, share]) => (here.has(household) ? [] : [share]));
    const others = [...there].flatMap(([household, share]) => (here.has(household) ? [share] : []));
    if (gone.length === 0) return [];
    const all = [...gone, ...others];
    const error = spread(all) * Math.sqrt(1 / gone.length + 1 / Math.max(1, others.length));
    const isByChance = others.length > 0 && Math.abs(mean(gone) - mean(others)) <= FAR * error;
    return [
      {
        units: gone.length,
        there: meanOf(gone),
        others: meanOf(others),
        ...(isByChance && { byChance: true }),
      },
    ];
  });
  const rank = ({ units, byChance }: Missing) => (byChance ? 0 : 1e9) + units;
  return found.reduce<Missing | null>(
    (most, each) => (most === null || rank(each) > rank(most) ? each : most),
    null,
  );
}

/** In three digits; `none` of none. */
export function meanOf(shares: readonly number[]): string {
  return shares.length === 0 ? 'none' : mean(shares).toFixed(3);
}

function mean(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function spread(shares: readonly number[]): number {
  const about = mean(shares);
  return Math.sqrt(
    shares.reduce((sum, share) => sum + (share - about) ** 2, 0) / Math.max(1, shares.length - 1),
  );
}
