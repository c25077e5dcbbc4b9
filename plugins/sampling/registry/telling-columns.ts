/** What a column of a registry tells of its units. */
export type Telling =
  /** A name of a person. */
  | 'name'
  /** A meter, a telephone, a number of an identity card. */
  | 'code'
  /** Numbers that count rows, which tell something beside another column alone. */
  | 'count';

/** A column tells units apart where so many rows have a cell, and so many of these are different. */
const [FILLED, DIFFERENT] = [0.9, 0.5];
/** First names are few, words such as the kind of a stove are fewer. */
const [LEAST_NAMES, PART_OF_NAMES] = [3, 0.02];
/** Part of the cells that are as all are said to be. */
const MOST = 0.8;
/** Numbers up to this many times the rows count rows. */
const COUNTS_ROWS = 3;
/** Neighbours have one place, and were visited at one time. */
const OF_NEIGHBOURS =
  /lat|lon|lng|gps|geo|coord|place|ort$|village|district|region|date|time|today|start|end|submi|visit|enter|altitude|accuracy|^[xy]$/i;
const OF_PEOPLE =
  /name|nom\b|nombre|apellido|vorname|jina|head|owner|respond|person|member|contact|chef|benefici|customer|client/i;
const OF_STAFF = /enumer|interview|survey|agent|collect|officer|supervis|trainer|technic|dealer|seller|user/i;
const OF_TELEPHONES = /phone|tel|mobile|cell|msisdn|simu|handy/i;
/** Said in the place of what is not known. */
const NOTHING = /^(?:0+|9{3,}|n\.?\/?a\.?|no|none|nil|null|unknown|not known|keine?|aucun|ninguno|-+|\?+)$/i;

/** @returns undefined for a column that says nothing of whose row it is */
export function tellingOf(header: string, cells: readonly string[]): Telling | undefined {
  if (OF_NEIGHBOURS.test(header) || OF_STAFF.test(header)) return undefined;
  const filled = cells.filter((cell) => cell !== '' && !NOTHING.test(cell));
  const different = new Set(filled).size;
  if (filled.length < FILLED * cells.length) return undefined;
  const most = (is: (cell: string) => boolean) => filled.filter(is).length >= MOST * filled.length;
  const isName =
    (OF_PEOPLE.test(header) && most((cell) => /\p{L}{2}/u.test(cell))) ||
    (different >= DIFFERENT * filled.length && most((cell) => /^(?=.*\p{L}{2}.*\s)[^\d]+$/u.test(cell)));
  if (isName) return different < Math.max(LEAST_NAMES, PART_OF_NAMES * filled.length) ? undefined : 'name';
  if (different < DIFFERENT * filled.length) return undefined;
  // What was measured comes twice by chance.
  if (most((cell) => /^[-+]?\d*[.,]\d+$/.test(cell)) || most((cell) => /^\d+0$/.test(cell))) return undefined;
  return isCount(filled, cells.length) ? 'count' : 'code';
}

/** Whether a column is of telephones, of which a family may have one. */
export function isOfTelephones(header: string): boolean {
  return OF_TELEPHONES.test(header);
}

/** What a cell of a code says, however it is written; empty where it says nothing. */
export function codeKey(header: string, cell: string): string {
  if (NOTHING.test(cell)) return '';
  const plain = cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // With the sign of the country or without it.
  if (isOfTelephones(header) && /^\d{9,}$/.test(plain)) return plain.slice(-9);
  return plain.replaceAll(/(?<!\d)0+(?=\d)/g, '');
}

function isCount(filled: readonly string[], rows: number): boolean {
  const numbers = filled.map((cell) => /^(\D*)(\d{1,9})$/.exec(cell));
  return (
    numbers.every((found) => found !== null && found[1] === numbers[0]?.[1]) &&
    numbers.reduce((most, found) => Math.max(most, Number(found?.[2])), 0) <= COUNTS_ROWS * rows
  );
}
