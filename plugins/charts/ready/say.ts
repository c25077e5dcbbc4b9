const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
/** Around a number in the words of a chart until `withNumbers` writes it: characters that Unicode keeps for such use. */
const BEGIN = '\ufdd0';
const END = '\ufdd1';
const MARKED = new RegExp(`${BEGIN}([^${END}]*)${END}`, 'g');

/** A number in words that are no chart's: 3,000, 1,234,567 and 0.0512. */
export function plainly(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : NUMBER.format(value);
}

/** A number in the words of a chart, as `plainly` has it. */
export function said(value: number): string {
  return `${BEGIN}${plainly(value)}${END}`;
}

/** The same with every digit. */
export function exactly(value: number): string {
  return `${BEGIN}${value.toLocaleString('en-US', { maximumSignificantDigits: 17 })}${END}`;
}

/** A share in the words of a chart: 5.12%. */
export function percent(share: number): string {
  return `${BEGIN}${Number((share * 100).toPrecision(3))}${END}%`;
}

/** `1 stratum`, `2 strata`, in the words of a chart. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${said(n)} ${n === 1 ? one : many}`;
}

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Words of a chart, at any depth, whose numbers are written with these signs. */
export function withNumbers<T>(words: T, decimal = '.', group = ','): T {
  if (typeof words === 'string')
    return words.replaceAll(MARKED, (_, number: string) =>
      number.replace(/[.,]/g, (sign) => (sign === '.' ? decimal : group)),
    ) as T;
  if (Array.isArray(words)) return words.map((each: unknown) => withNumbers(each, decimal, group)) as T;
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, withNumbers(value, decimal, group)]),
  ) as T;
}
