/** Which signs a person writes numbers with. */
export interface NumberNotation {
  readonly decimal: '.' | ',';
  /** Between thousands; empty for none. Never the decimal sign. */
  readonly group: '' | ',' | '.' | '\u00a0' | '’';
}

/**
 * A number in somebody's notation: the very digits that `String` gives, none rounded away, so that whoever reads it back
 * by {@link numberIn} has the same number.
 */
export function writeNumber(value: number, { decimal, group }: NumberNotation): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(e[+-]\d+)?$/u.exec(String(value));
  if (match === null) return String(value);
  const [, sign = '', whole = '', part, exponent = ''] = match;
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/gu, group) : whole;
  return `${sign}${grouped}${part === undefined ? '' : decimal + part}${exponent}`;
}

/** The number that a text is in that notation; undefined where it is none, such as one with groups of two. */
export function numberIn(text: string, { decimal, group }: NumberNotation): number | undefined {
  const [whole = '', part, ...more] = text
    .trim()
    .replace(/[\u0020\u202f]/gu, '\u00a0')
    .split(decimal);
  if (more.length > 0 || (part !== undefined && !/^\d+(?:e[+-]?\d+)?$/u.test(part))) return undefined;
  const [head = '', ...groups] = group === '' ? [whole] : whole.split(group);
  if (!/^-?\d+(?:e[+-]?\d+)?$/u.test(head) || groups.some((each) => !/^\d{3}$/u.test(each))) return undefined;
  if (groups.length > 0 && head.replace('-', '').length > 3) return undefined;
  return Number(`${head}${groups.join('')}${part === undefined ? '' : `.${part}`}`);
}
