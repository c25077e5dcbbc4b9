/** Amounts are whole millionths of a credit, so that sums are exact: 1.5 credits are `1_500_000n`. */
export type Micro = bigint;

const MICRO = 1_000_000n;

/** @param credits a decimal of a configuration; what is finer than a millionth is rounded */
export function toMicro(credits: number): Micro {
  return BigInt(Math.round(credits * 1_000_000));
}

/** As a decimal without idle zeros: `1.5`, `0.000004`, `-2`. */
export function printMicro(amount: Micro): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % MICRO)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = `${amount < 0n ? '-' : ''}${size / MICRO}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
