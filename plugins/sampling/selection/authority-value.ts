import { asSeen, escapeUnseen } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/** What an authority handed over, as received. */
export interface AuthorityValue {
  readonly value: string;
  /** Where the value can be found again, such as a letter's number. */
  readonly reference: string;
  /** When the authority made it public, a day or a time (ISO 8601); absent where nobody said it. */
  readonly publicAt?: string | undefined;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
}

const HOUR = 3_600_000;
/** A day begins in the first time zone so long before it does by UTC, and ends in the last one so long after. */
const [FIRST_ZONE, LAST_ZONE] = [14 * HOUR, 12 * HOUR];

/** Unix milliseconds before which nobody can know what becomes public at a time, or on a day, wherever its clock stands. */
export function knownFrom(time: string): number {
  return Date.parse(time) - (time.includes('T') ? 0 : FIRST_ZONE);
}

/** The first moment at which somebody may have known the value: of a day its beginning by UTC. */
export function firstPublic({ publicAt }: AuthorityValue): string | undefined {
  return publicAt === undefined ? undefined : new Date(publicAt).toISOString();
}

/**
 * A value is public after the commitment to it, and before it is drawn by.
 * @throws OracleError `invalid_request`
 */
export function assertPublicBetween({ publicAt, receivedAt }: AuthorityValue, committedAt: string): void {
  if (publicAt === undefined) return;
  const isDay = !publicAt.includes('T');
  const until = Date.parse(publicAt) + (isDay ? 24 * HOUR + LAST_ZONE : 1000);
  const problem =
    Date.parse(publicAt) > Date.parse(receivedAt)
      ? `is after ${receivedAt}, when it was received${isDay ? ': days count in UTC' : ''}`
      : until < Date.parse(committedAt)
        ? `is before the commitment of ${committedAt}: whoever committed could know it`
        : undefined;
  if (problem === undefined) return;
  throw new OracleError('invalid_request', {
    detail: `The value was public at ${publicAt}, which ${problem}.`,
    hint: 'Commit first, draw by a value that the authority makes public after that, and say when it did.',
    errors: [{ field: 'authority.publicAt', message: problem }],
  });
}

/**
 * A value as it is compared with others: one number or name is the same however it is spaced, punctuated and written, in
 * digits of whatever script, with O or l typed for 0 or 1, or as the whole number that a spreadsheet makes `12.0`.
 */
export function foldValue(value: string): string {
  const words = wordsOf(value)
    .join(' ')
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, '');
  return words === '' ? value.trim() : words;
}

function wordsOf(value: string): string[] {
  return asSeen(value)
    .replace(WHOLE, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) =>
      TYPED_NUMBER.test(word) ? word.replace(/[oil]/g, (letter) => (letter === 'o' ? '0' : '1')) : word,
    );
}

/**
 * The one form in which a value makes a seed: its numbers in the order of their size, without zeros before them and with one
 * space between, then what has letters and digits, such as a hash, whole but for `0x` before it; words beside numbers count
 * nothing. A value without a number is its folded words. Of a value that may be spelled in many ways each way would be another
 * draw, and the one that pleases could be chosen.
 */
export function formOfValue(value: string): string {
  const { numbers, codes } = partsOfValue(value);
  return numbers.length + codes.length === 0 ? foldValue(value) : [...numbers, ...codes].join(' ');
}

/** The numbers of a value in the order of their size, and what of it has letters and digits. */
export function partsOfValue(value: string): { readonly numbers: string[]; readonly codes: string[] } {
  const tokens = wordsOf(value).filter((token) => /\p{N}/u.test(token));
  const isNumber = (token: string) => /^\p{N}+$/u.test(token);
  return {
    numbers: tokens
      .filter(isNumber)
      .map((token) => token.replace(/^0+(?=\p{N})/u, ''))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : Number(a > b))),
    codes: tokens.filter((token) => !isNumber(token)).map((token) => token.replace(/^0x(?=[0-9a-f]+$)/, '')),
  };
}

/** What is a digit to a reader and none to a computer, or is not seen at all. */
const ODD_CHARACTER = /[\p{No}\p{Nl}\p{Cf}\p{Cc}]/u;

/** A value is told in digits and letters that everybody reads alike. @throws OracleError `invalid_request` */
export function assertPlainValue(value: string): void {
  const odd = ODD_CHARACTER.exec(value.trim())?.[0];
  if (odd === undefined) return;
  throw new OracleError('invalid_request', {
    detail: `The value has a character that can be read in several ways, or not at all: "${escapeUnseen(odd)}".`,
    hint: 'Type the value as its authority gives it, in digits and letters.',
    errors: [
      { field: 'authority.value', message: 'has a fraction, a small digit or a character that nobody sees' },
    ],
  });
}

const WHOLE = /(?<=\d)[.,]0(?!\d)/g;
const TYPED_NUMBER = /^(?=.*\d)[\doil]+$/;
/** Digits of a value that are too few to tell it from another. */
const FEW_DIGITS = 4;
const MANY_NUMBERS = 10;

/**
 * The digits of a value in their order of size, whatever stands between or around them and in whichever order they are
 * written; undefined for a value of few. Two that have the same are nearly always one, told otherwise.
 */
export function digitsOf(value: string): string | undefined {
  const digits = foldValue(value).replace(/\D/g, '');
  return digits.length < FEW_DIGITS ? undefined : [...digits].sort().join('');
}

/** Whether two values have the same digits in other numbers: as many numbers as the other has are another value of its kind. */
export function isToldOtherwise(a: string, b: string): boolean {
  const digits = digitsOf(a);
  const [one, other] = [partsOfValue(a), partsOfValue(b)];
  const isOfAsMany = one.numbers.length === other.numbers.length && one.codes.length === other.codes.length;
  return digits !== undefined && digits === digitsOf(b) && foldValue(a) !== foldValue(b) && !isOfAsMany;
}

/**
 * Whether one of two values is the other with something more: all its numbers stand in it, in whatever order, or its digits
 * begin it. Values of few digits are part of others by chance.
 */
export function isPartOfValue(a: string, b: string): boolean {
  const [less, more] = [numbersIn(a), numbersIn(b)].sort((x, y) => x.join('').length - y.join('').length);
  if (less === undefined || more === undefined || less.join('').length < FEW_DIGITS) return false;
  // Of many numbers, as keno draws them, a few are those of another value by chance.
  if (more.length > MANY_NUMBERS && less.length * 2 < more.length) return false;
  const left = [...more];
  const isContained = less.every((number) => {
    const at = left.indexOf(number);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isContained || more.join('').startsWith(less.join(''));
}

function numbersIn(value: string): string[] {
  return foldValue(value).match(/\d+/g) ?? [];
}

/** Where an authority's value can be found, as it is compared with other places. */
export function referenceKey(authority: string, reference: string): string {
  return `${foldValue(authority)}\n${foldValue(reference)}`;
}
