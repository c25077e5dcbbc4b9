const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** A number as people read it: 3,000, 1,234,567 and 0.0512. */
export function said(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : NUMBER.format(value);
}

/** A share as people read it: 5.12%. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`;
}

/** `1 stratum`, `2 strata`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${said(n)} ${n === 1 ? one : many}`;
}

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
