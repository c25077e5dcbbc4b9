import type { OneShift, ValuePair } from './again.js';
import { correlation } from './correlation.js';

/** Values go with those of before as no homes keep what they do, from this correlation on, with the room that chance has. */
const AS_NO_HOME = 0.99;
/** Standard errors of a correlation, a slope or a mean that chance hardly makes: once in 16,000. */
const FAR = 4;
/** A slope or a mean that is less far from that of before is a home that stays as it is. */
const [LEAST_SLOPE, LEAST_SHIFT] = [0.03, 0.02];
const DIGITS = 3;
/** No two measures of one home are mostly within so much of each other: where homes differ much, nearly all go together. */
const NEAR = 0.05;
/** A median of absolute deviations as a standard deviation, of normal values. */
const TO_DEVIATION = 1.4826;
/** Units, at least. */
const LEAST = 10;

/**
 * Whether values are those of before times one factor, or more by one amount, but for some noise: homes that change, or are measured
 * again, do not all change alike. Source: R. Fisher, On the probable error of a coefficient of correlation, 1921. Undefined where
 * they go together less, or are as they were.
 */
export function goesWithBefore(
  pairs: readonly ValuePair[],
): (OneShift & { readonly correlation: string }) | undefined {
  const n = pairs.length;
  const r = correlation(pairs);
  if (n < LEAST || r <= 0) return undefined;
  const surely = Math.tanh(Math.atanh(Math.min(r, 1 - 1e-12)) - FAR / Math.sqrt(n - 3));
  if (surely < AS_NO_HOME) return undefined;
  const [now, before] = [mean(pairs.map(({ value }) => value)), mean(pairs.map(({ old }) => old))];
  const squares = pairs.reduce((sum, { old }) => sum + (old - before) ** 2, 0);
  const slope = pairs.reduce((sum, { value, old }) => sum + (value - now) * (old - before), 0) / squares;
  const offs = pairs.map(({ value, old }) => ({ value, off: value - now - slope * (old - before) }));
  const relative = offs.map(
    ({ value, off }) => Math.abs(off) / Math.max(Math.abs(value), Math.abs(off), 1e-12),
  );
  if (TO_DEVIATION * median(relative) > NEAR) return undefined;
  const left = offs.reduce((sum, { off }) => sum + off ** 2, 0);
  const noise = Math.sqrt(left / (n - 2));
  const isOtherSlope = Math.abs(slope - 1) > Math.max(LEAST_SLOPE, (FAR * noise) / Math.sqrt(squares));
  const isOtherMean =
    Math.abs(now - before) > Math.max(LEAST_SHIFT * Math.abs(before), (FAR * noise) / Math.sqrt(n));
  if (!isOtherSlope && !isOtherMean) return undefined;
  return {
    units: n,
    by: isOtherSlope
      ? { factor: String(Number(slope.toPrecision(DIGITS))) }
      : { difference: String(Number((now - before).toPrecision(DIGITS))) },
    correlation: (Math.floor(r * 1e4) / 1e4).toFixed(4),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
