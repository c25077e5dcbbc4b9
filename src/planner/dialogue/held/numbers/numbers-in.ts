/** Rounding, and what is left of a share taken from one. */
const NEAR = 1e-6;

export function isNear(own: number, value: number): boolean {
  return Math.abs(own - value) <= NEAR * Math.max(1, Math.abs(own));
}

/** All numbers in the arguments of a call, however deep. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

/** All numbers, texts and switches of arguments, also of their members and items. */
export function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
}
