import type { Language } from '../language/language.js';

export interface Digits {
  readonly value: number;
  /** The other reading of `5.000` or `1,500`. */
  readonly otherwise?: number;
  /** How many characters were read. */
  readonly length: number;
}

/** Which sign a writer puts before decimals, as far as the text shows it. */
export interface Habit {
  readonly comma: boolean;
  readonly point: boolean;
  /** The writer has said so: no other reading is possible. */
  readonly sure?: true;
}

const VULGAR: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
  '⅒': 1 / 10,
};

/** Languages whose writers group with a comma. */
const GROUP_BY_COMMA: ReadonlySet<Language> = new Set(['en', 'sw', 'es']);
const GROUP_BY_POINT: ReadonlySet<Language> = new Set(['de', 'fr', 'es', 'pt']);

/** What the numbers of a text that read only one way say of its writer. */
export function habitOf(numbers: readonly string[]): Habit {
  return {
    comma: numbers.some((one) => /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{1,3}(?:\.\d{3})+,\d+)$/u.test(one)),
    point: numbers.some((one) => /^(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/u.test(one)),
  };
}

/** Of a writer who has said which sign stands before decimals. */
export function sureHabit(decimal: '.' | ','): Habit {
  return { comma: decimal === ',', point: decimal === '.', sure: true };
}

/**
 * A number in figures: `1.234,5`, `1,234.5`, `1'234`, `1,00,000`, `2½`. Undefined for other words, and for what is
 * no single number, such as a version.
 */
export function readDigits(raw: string, language: Language, habit: Habit): Digits | undefined {
  const last = raw.at(-1) ?? '';
  const part = VULGAR[last];
  if (part !== undefined) {
    const whole = raw.slice(0, -1);
    if (!/^\d*$/u.test(whole)) return undefined;
    return { value: Number(whole) + part, length: raw.length };
  }
  if (!/^\d[\d.,'’]*$/u.test(raw)) return undefined;
  const parts = raw.split(/[.,'’]/u);
  const signs = raw.replace(/\d/gu, '').replace(/’/gu, "'");
  if (signs === '') return { value: Number(raw), length: raw.length };
  if (signs.length === 1) return readOneSign(parts, signs, raw, language, habit);
  const first = signs[0] ?? '';
  const decimal = signs.at(-1) === first ? '' : (signs.at(-1) ?? '');
  const groups = decimal === '' ? parts : parts.slice(0, -1);
  const regular = [...signs.slice(0, groups.length - 1)].every((sign) => sign === first) && isGrouped(groups);
  if (!regular) return undefined;
  const whole = groups.join('');
  return { value: Number(decimal === '' ? whole : `${whole}.${parts.at(-1)}`), length: raw.length };
}

/** Thousands, or lakh and crore. */
function isGrouped(groups: readonly string[]): boolean {
  const [head = '', ...rest] = groups;
  if (head.length > 3 || rest.at(-1)?.length !== 3) return false;
  return (
    rest.every((group) => group.length === 3) ||
    (head.length <= 2 && rest.slice(0, -1).every((group) => group.length === 2))
  );
}

function readOneSign(
  parts: readonly string[],
  sign: string,
  raw: string,
  language: Language,
  habit: Habit,
): Digits {
  const whole = Number(parts.join(''));
  if (sign === "'") return { value: whole, length: raw.length };
  const decimal = Number(parts.join('.'));
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/u.test(raw)) return { value: decimal, length: raw.length };
  const grouping = sign === ',' ? GROUP_BY_COMMA : GROUP_BY_POINT;
  const decimalByHabit = sign === ',' ? habit.comma : habit.point;
  const groupsByHabit = sign === ',' ? habit.point : habit.comma;
  const groups = decimalByHabit === groupsByHabit ? grouping.has(language) : groupsByHabit;
  if (habit.sure === true) return { value: groups ? whole : decimal, length: raw.length };
  return groups
    ? { value: whole, otherwise: decimal, length: raw.length }
    : { value: decimal, otherwise: whole, length: raw.length };
}

/** `1.2` million is exactly 1200000: the decimal point moves in the digits, not in binary. */
export function shift(value: number, places: number): number {
  return places === 0 || !Number.isFinite(value)
    ? value
    : Number(`${Number(value.toPrecision(15))}e${places}`);
}
