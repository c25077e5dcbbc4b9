/** How ids are read, word for word as records state it. */
export const ID_RULE =
  'text of the cell; Unicode NFC; white space trimmed at both ends (as JavaScript String.prototype.trim); not empty, at most 1000 UTF-8 bytes, no control characters; unique; leading zeros kept; case kept';

export const MAX_ID_BYTES = 1000;

const FORBIDDEN = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

/**
 * Characters that nobody sees, so that two ids that look alike differ: zero width, marks of direction, soft hyphens, and
 * spaces that do not break. A joiner between letters belongs to the spelling of several scripts and may stand.
 */
const INVISIBLE =
  /[\u00a0\u00ad\u180e\u2000-\u200b\u200e\u200f\u202a-\u202f\u205f-\u206f\ufeff]|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|[A-Za-z][\u200c\u200d]/u;

export type IdFault = 'empty_id' | 'long_id' | 'control_character' | 'invisible_character';

/**
 * What the characters of an id are, as bits; `zero` is one before the first other digit of a number. How many of them are
 * letters of ASCII stands above the bits.
 */
export const TRAIT = {
  space: 1,
  digit: 2,
  upper: 4,
  lower: 8,
  other: 16,
  dash: 32,
  underscore: 64,
  dot: 128,
  slash: 256,
  sign: 512,
  zero: 1024,
} as const;

/** What one letter counts in traits: an id has fewer letters than 2048. */
const ONE_LETTER = 2048;

/** How many letters of ASCII an id has. @param traits of it */
export function lettersIn(traits: number): number {
  return Math.trunc(traits / ONE_LETTER);
}

const SIGNS: ReadonlyMap<number, number> = new Map([
  [0x20, TRAIT.space],
  [0x2d, TRAIT.dash],
  [0x2e, TRAIT.dot],
  [0x2f, TRAIT.slash],
  [0x5f, TRAIT.underscore],
]);

const ZERO = 0x30;

const BYTE_TRAITS = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte > 0x7e) return TRAIT.other;
  if (byte >= 0x30 && byte <= 0x39) return TRAIT.digit;
  if (byte >= 0x41 && byte <= 0x5a) return TRAIT.upper;
  if (byte >= 0x61 && byte <= 0x7a) return TRAIT.lower;
  return SIGNS.get(byte) ?? TRAIT.sign;
});

/** The traits of trimmed bytes; `other` for any that is not printable ASCII, for none and for too many. */
export function traitsOfBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > MAX_ID_BYTES) return TRAIT.other;
  let traits = 0;
  let before = 0;
  let letters = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const own = BYTE_TRAITS[byte] ?? 0;
    if (own === TRAIT.upper || own === TRAIT.lower) letters++;
    if (own === TRAIT.digit && before === TRAIT.zero) traits |= TRAIT.zero;
    traits |= own;
    before = byte === ZERO && before !== TRAIT.digit ? TRAIT.zero : own;
  }
  return traits | (letters * ONE_LETTER);
}

/** The same of an id that was read as text. */
export function traitsOf(id: string): number {
  let traits = 0;
  let before = 0;
  let letters = 0;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    const own = unit < 0x80 ? (BYTE_TRAITS[unit] ?? 0) : TRAIT.other;
    if (own === TRAIT.upper || own === TRAIT.lower) letters++;
    if (own === TRAIT.digit && before === TRAIT.zero) traits |= TRAIT.zero;
    traits |= own;
    before = unit === ZERO && before !== TRAIT.digit ? TRAIT.zero : own;
  }
  if ((traits & TRAIT.other) === 0) return traits | (letters * ONE_LETTER);
  return (
    traits |
    (/\s/u.test(id) ? TRAIT.space : 0) |
    (/\p{N}/u.test(id) ? TRAIT.digit : 0) |
    (/\p{Lu}/u.test(id) ? TRAIT.upper : 0) |
    (/\p{Ll}/u.test(id) ? TRAIT.lower : 0)
  );
}

/** Whether bytes end as a number does that a spreadsheet shortened, `1.23457E+11`. */
export function mayBeRounded(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 3] === 0x2b && (bytes[end - 4] === 0x45 || bytes[end - 4] === 0x65);
}

/** Whether an id is a number that a spreadsheet shortened: its last digits are lost. */
export function isRounded(id: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d\d$/i.test(id);
}

/** Whether every character is printable ASCII and neither end is a space: such an id is normal as it stands. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  if (last < 0 || last >= MAX_ID_BYTES || text.charCodeAt(0) === 0x20 || text.charCodeAt(last) === 0x20)
    return false;
  for (let i = 0; i <= last; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/**
 * Applies the id rule to one cell. Line breaks inside an id are refused because the frame hash and every list of ids
 * end an id with a line break.
 */
export function normalizeId(cell: string): { readonly id: string } | { readonly fault: IdFault } {
  if (isPlain(cell)) return { id: cell };
  const id = cell.normalize('NFC').trim();
  if (id === '') return { fault: 'empty_id' };
  if (FORBIDDEN.test(id)) return { fault: 'control_character' };
  if (INVISIBLE.test(id)) return { fault: 'invisible_character' };
  if (Buffer.byteLength(id, 'utf8') > MAX_ID_BYTES) return { fault: 'long_id' };
  return { id };
}

/** Whether a name is one line, of characters that neither act on a terminal nor turn the direction of writing. */
export function isPlainLabel(text: string): boolean {
  return !FORBIDDEN.test(text) && !/\p{Bidi_Control}/u.test(text);
}
