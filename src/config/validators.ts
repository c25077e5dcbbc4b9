import { makeValidator } from 'envalid';
import { isRecord } from '../kit/index.js';

/** Text as it is; blanks were removed before. */
export const text = makeValidator<string>((input) => input.trim());

export function integer(least: number, most: number) {
  return makeValidator<number>((input) => {
    const value = Number(input.trim());
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`expected a whole number from ${least} to ${most}, got '${input.slice(0, 40)}'`);
  });
}

export const flag = makeValidator<boolean>((input) => {
  const word = input.trim().toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  throw new Error(`expected true or false, got '${input.slice(0, 40)}'`);
});

export function oneOf<const T extends string>(...choices: readonly T[]) {
  return makeValidator<T>((input) => {
    const found = choices.find((choice) => choice === input.trim());
    if (found !== undefined) return found;
    throw new Error(`expected one of ${choices.join(', ')}, got '${input.slice(0, 40)}'`);
  });
}

/** Never repeats the value: a database or model URL may carry a password. */
export function urlOf(protocols: readonly string[]) {
  return makeValidator<string>((input) => {
    const value = input.trim();
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    throw new Error(`expected a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  });
}

export function decimal(least: number, most: number) {
  return makeValidator<number>((input) => {
    const value = Number(input.trim());
    if (value >= least && value <= most) return value;
    throw new Error(`expected a number from ${least} to ${most}, got '${input.slice(0, 40)}'`);
  });
}

/** An object as JSON. Never repeats the value: it may hold a secret. */
export function jsonObject<T extends Readonly<Record<string, unknown>>>(
  check: (value: Readonly<Record<string, unknown>>) => T,
) {
  return makeValidator<T>((input) => check(parseObject(input)));
}

function parseObject(input: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw new Error('expected a JSON object, such as {"top_p": 0.9}; this is no JSON');
  }
  if (isRecord(value)) return value as Readonly<Record<string, unknown>>;
  throw new Error('expected a JSON object, such as {"top_p": 0.9}');
}
