/** Digits after the point of the chain's fixed-point decimals, whose wire form is the number without its point. */
const PRECISION = 18;

/** `547945205479452055` is `0.547945205479452055`. Text that is no such number stays as it is. */
export function printDec(text: string): string {
  if (!/^-?\d+$/.test(text)) return JSON.stringify(text);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(PRECISION + 1, '0');
  const point = digits.length - PRECISION;
  return `"${sign}${digits.slice(0, point)}.${digits.slice(point)}"`;
}

export type NumberKind = 'dec' | 'int';

/** What the Go type of a field is, by its import path, or by the scalar that the field declares. */
export function numberKindOf(customType: string, scalar: string): NumberKind | undefined {
  const type = customType.slice(customType.lastIndexOf('.') + 1);
  if (type === 'Dec' || type === 'LegacyDec' || scalar === 'cosmos.Dec') return 'dec';
  if (type === 'Int' || type === 'Uint') return 'int';
  return undefined;
}
