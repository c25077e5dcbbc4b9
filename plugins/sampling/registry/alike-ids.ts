import { asSeen } from 'oracle-runtime/kit';

/** What a spreadsheet puts behind a whole number that it takes for a fraction. */
const FRACTION = /(?<=\d)\.0+$/;
/** A remark behind an id, such as `HH-18 (new)`. */
const NOTE = /(?<=\S)\s*\([^()]*\)\s*$/u;
const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;

/** How two ids that are not the same can be read as one. */
export type Alike = 'capitals' | 'looks' | 'spelling' | 'note' | 'mistyped';

/**
 * An id as a person means it: its letters and numbers in their order, as the eye sees them. What parts them does not count,
 * nor do zeros before a number, which spreadsheets eat, nor a note in brackets behind all.
 */
export function asMeant(id: string): string {
  return meantByPlain(id.replace(FRACTION, '')) ?? meantBySigns(id);
}

/** Letters and numbers of an id that is plain ASCII without brackets; undefined for any other. Most are so, by the million. */
function meantByPlain(id: string): string | undefined {
  let meant = '';
  /** Of the part that is open: a letter, a number, or a zero that may begin one. */
  let open: 'none' | 'letters' | 'number' | 'zero' = 'none';
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    if (unit > 0x7e || unit === OPENING) return undefined;
    const isNumber = unit >= 0x30 && unit <= 0x39;
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
    if (open === 'zero' && !isNumber) meant += '0';
    if (isNumber) {
      if (open !== 'number' && open !== 'zero' && meant !== '') meant += ' ';
      const isZero: boolean = unit === 0x30 && open !== 'number';
      if (!isZero) meant += id[at];
      open = isZero ? 'zero' : 'number';
    } else if (isLetter) {
      if (open !== 'letters' && meant !== '') meant += ' ';
      meant += String.fromCharCode(unit & ~0x20);
      open = 'letters';
    } else open = 'none';
  }
  if (open === 'zero') meant += '0';
  return meant === '' ? undefined : meant;
}

const OPENING = 0x28;

function meantBySigns(id: string): string {
  const seen = asSeen(id);
  const parts = seen.replace(NOTE, '').replace(FRACTION, '').match(PARTS);
  return parts === null ? seen : parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ');
}

/** Whether an id has a note in brackets behind it: `House 12 (A)` and `House 12 (B)` are two, `House 12` is both. */
export function hasNote(id: string): boolean {
  // Nothing else than a closing bracket, of whatever width, ends a note.
  const last = id.charCodeAt(id.length - 1);
  if (last < 0x80 && last !== 0x29) return false;
  return NOTE.test(id.normalize('NFKC'));
}

const LIKE_DIGITS: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
  ['S', '5'],
  ['Z', '2'],
  ['B', '8'],
]);

/** Codes to the base of 16, in which a letter is a digit of its own: letters up to F, and one behind a digit. */
const BASE_16 = /^(?=.*\d.*[A-F])[\dA-F ]+$/;

/**
 * What an id means with its letters O, I, L, S, Z and B taken for 0, 1, 5, 2 and 8, RN for M and VV for W: equal for ids that
 * mean the same, and for a few more.
 */
export function asMistyped(meant: string): string {
  const isCode = BASE_16.test(meant);
  let typed = '';
  let afterNumber = false;
  for (const part of meant.split(' ')) {
    const isNumber = /^\p{N}/u.test(part);
    if (isNumber && afterNumber) typed += ' ';
    typed += isNumber || isCode ? part : asDigits(part.replaceAll('RN', 'M').replaceAll('VV', 'W'));
    afterNumber = isNumber;
  }
  return typed.replace(/(?<!\d)0+(?=\d)/g, '');
}

function asDigits(letters: string): string {
  return letters.replace(/[OILSZB]/gi, (letter) => LIKE_DIGITS.get(letter.toUpperCase()) ?? letter);
}

const LETTER_BEFORE_ZERO = /(?<!\p{L})([OILSZB]+)(0+\p{N}*)/giu;
/** A bar beside a digit is read as 1. */
const BAR = /\|(?=\d)|(?<=\d)\|/g;

/**
 * What an id means when letters that stand right before a zero, and bars, are digits of its number, as in `HH-l001`: the
 * zeros then count. Undefined for ids without such a place, which are nearly all.
 */
export function asMistypedNumber(id: string): string | undefined {
  const seen = isAscii(id) ? id : asSeen(id);
  const typed = seen
    .replace(BAR, '1')
    .replace(LETTER_BEFORE_ZERO, (_, letters: string, number: string) => asDigits(letters) + number);
  return typed === seen ? undefined : asMistyped(asMeant(typed));
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

/** Whether they are the same but for a small L where the other has a capital I, which most letters show alike. */
function isSmallL(a: string, b: string): boolean {
  return a.length === b.length && a.replaceAll('l', 'I') === b.replaceAll('l', 'I');
}

/** Whether they are the same but for small letters that two others look like. */
function areTwoLetters(a: string, b: string): boolean {
  const asOne = (id: string) => id.replaceAll('rn', 'm').replaceAll('vv', 'w');
  return a.length !== b.length && asOne(a) === asOne(b);
}

/** Whether one of two ids has a digit where the other has a letter that looks like it: I-10 and L-10 are two blocks. */
function isMistyped(a: string, b: string): boolean {
  if (isSmallL(a, b) || areTwoLetters(a, b)) return true;
  const digits = (id: string) => asSeen(id).replace(/\D/g, '').length;
  return asMeant(a) !== asMeant(b) && digits(a) !== digits(b);
}

/** How two ids differ that mean the same, or do when they are mistyped; undefined when they are simply two. */
export function differenceOf(a: string, b: string): Alike | undefined {
  if (asMeant(a) !== asMeant(b)) return isMistyped(a, b) ? 'mistyped' : undefined;
  if (a.toLowerCase() === b.toLowerCase()) return 'capitals';
  if (asSeen(a) === asSeen(b)) return 'looks';
  return hasNote(a) === hasNote(b) ? 'spelling' : 'note';
}

/** What an id that is not among those that are known may stand for. */
interface Near {
  /** The one that is spelled otherwise and means the same. */
  readonly same: string | undefined;
  /** The same, or else the one that it is with letters typed for digits, or with its letters left out. */
  readonly nearest: string | undefined;
}

/** Finds for ids that are not among those that are known the ones that they may stand for. */
export class NearestId {
  readonly #meant = new Map<string, string>();
  readonly #mistyped = new Map<string, string>();
  /** By the numbers alone; null where several have the same. */
  readonly #numbers = new Map<string, string | null>();
  readonly #asked = new Map<string, Near>();

  constructor(known: Iterable<string>) {
    for (const id of known) {
      const meant = asMeant(id);
      this.#meant.set(meant, id);
      this.#mistyped.set(mistyped(id), id);
      const numbers = numbersIn(meant);
      this.#numbers.set(numbers, this.#numbers.has(numbers) ? null : id);
    }
  }

  to(id: string): Near {
    const asked = this.#asked.get(id);
    if (asked !== undefined) return asked;
    const meant = asMeant(id);
    const same = this.#meant.get(meant);
    const numbers = this.#numbers.get(numbersIn(meant)) ?? undefined;
    const bare = isBare(meant) || (numbers !== undefined && isBare(asMeant(numbers))) ? numbers : undefined;
    const near = { same, nearest: same ?? this.#mistyped.get(mistyped(id)) ?? bare };
    this.#asked.set(id, near);
    return near;
  }
}

/** The letters O, I and L are typed for 0 and 1, and what parts letters from others is left out. */
function mistyped(id: string): string {
  const digits = asSeen(id).replaceAll('O', '0').replace(/[IL]/g, '1');
  return digits
    .replace(/(?<!\p{N})[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+(?!\p{N})/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');
}

function isBare(meant: string): boolean {
  return /^[\d ]+$/.test(meant);
}

function numbersIn(meant: string): string {
  return (meant.match(/\d+/g) ?? []).join(' ');
}
