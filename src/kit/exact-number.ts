/** Whether the number that JavaScript makes of a JSON number, written again, is the same: `1.50` is, 2^53 + 1 is not. */
export function isExact(source: string): boolean {
  if (source.length < 16 && !/[eE]/.test(source)) return true;
  const number = Number(source);
  return Number.isFinite(number) && value(source) === value(String(number));
}

/** The digits of a number without leading and trailing zeros, and the power of ten of the last: equal for equal values. */
function value(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`;
}
