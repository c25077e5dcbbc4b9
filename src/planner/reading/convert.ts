import type { Unit } from './reading.js';

/** Hours of the periods that are always as long; a month and a year are not. */
const HOURS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168 };

/**
 * A value in another unit: `800 g` is 0.8 in kg, `2 kg a day` 14 in kg a week, `77 °F` 25 in °C. A unit that names no
 * period stands for whatever period the other names. A difference (a standard deviation, a margin) of temperatures has
 * no zero to shift. Undefined where the two measure different things, or one has no fixed size.
 */
export function convert(
  value: number,
  from: Unit,
  to: Unit,
  { difference = false }: { readonly difference?: boolean } = {},
): number | undefined {
  if (from.dimension !== to.dimension) return undefined;
  const rate = rateBetween(from.per, to.per);
  if (rate === undefined) return undefined;
  if (from.name === to.name) return round(value * rate);
  if (from.factor === undefined || to.factor === undefined) return undefined;
  const shift = difference ? 0 : (from.offset ?? 0) - (to.offset ?? 0);
  return round(((value * from.factor + shift) / to.factor) * rate);
}

function rateBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === to || from === undefined || to === undefined) return 1;
  const [own, other] = [HOURS[from], HOURS[to]];
  return own === undefined || other === undefined ? undefined : other / own;
}

/** Without the dust of binary fractions. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
