const FEWEST_DIGITS = 2;
const MOST_DIGITS = 6;

/** Digits behind the point at which a percentage that is not the one that was asked for is not printed as it. */
export function digitsApart(value: number | null | undefined, asked: number): number {
  if (value === null || value === undefined || value === asked) return FEWEST_DIGITS;
  const shown = (share: number, digits: number) => (share * 100).toFixed(digits);
  let digits = FEWEST_DIGITS;
  while (digits < MOST_DIGITS && shown(value, digits) === shown(asked, digits)) digits++;
  return digits;
}
