/** Words that begin a row of sums or means under a table, alone, with a colon or with a figure behind them. */
const SUMS =
  /^(?:(?:grand|sub|sous|zwischen|gesamt|overall)[ -]?)?(?:totals?|totale|summe|somme|suma|soma|jumla|sum|gesamt|insgesamt|ensemble)(?: (?:général|general|geral|kuu))?[ :=]*\(?[\d.,' ]*\)?$/iu;
const MEANS =
  /^(?:average|mean|median|mittelwert|durchschnitt|moyenne|promedio|média|media|wastani|anzahl|count)[ :=]*\(?[\d.,' ]*\)?$/iu;
/** `Number of households`, `Nombre de ménages`, `N =`: how many there are, alone or with the figure behind it. */
const COUNTS =
  /^(?:(?:number|nombre|anzahl|número|numero|idadi|count)\s+(?:of|de|d['’]|do|da|der|des|von|ya|wa)\s*[\p{L}-]+(?: [\p{L}-]+)?[ :=]*|n ?=\s*)\(?[\d.,' ]*\)?$/iu;

/** A part of a whole that is summed up, whatever it is called: `Sub-total Kano`. */
const PART_SUMS = /^(?:grand|sub|sous|zwischen)[ -]?(?:totals?|totale|summe|somme)\b/iu;
/** `Total Kano`, which is a sum wherever units are not called by words. */
const NAMED_SUMS = /^(?:totals?|totale|summe|somme|suma|soma|jumla)[ :]/iu;
const FIGURE = /^[\d.,'’ ]+$/u;

/** Marks of spreadsheets and programs for a value that is missing or could not be computed. */
const MISSING =
  /^(?:#(?:n\/a|na|nv|n\/d|name\?|ref!|value!|div\/0!|null!|num!|bezug!|wert!|valeur!|nom\?)|<na>|n\/a|n\.a\.|na|nan|none|null|nil|undefined|missing|unknown|-+|\?+|\.+)$/iu;

/** Whether a cell, trimmed, begins a row of totals. */
export function isTotal(cell: string): boolean {
  return cell.length <= 60 && [SUMS, MEANS, COUNTS, PART_SUMS].some((words) => words.test(cell));
}

/** Whether the id of a row, trimmed, is the name of a sum, in a column whose ids are no words. */
export function isNamedTotal(id: string): boolean {
  return id.length <= 60 && NAMED_SUMS.test(id);
}

/**
 * Whether a row is one of totals: its id says so, or another cell does where the id is empty or a mere figure, such as the
 * 300 of `Total,300`.
 * @param at place of the id
 */
export function isTotalRow(row: readonly string[], at: number): boolean {
  const id = (row[at] ?? '').trim();
  if (isTotal(id)) return true;
  if (id !== '' && !FIGURE.test(id)) return false;
  return row.some((cell, place) => place !== at && isTotal(cell.trim()));
}

/** The first letters of what may begin a row of totals, small. */
const BEGINNINGS = new Set(
  'gra sub sou zwi ges ove tot sum som jum ins ens ave mea med méd mit dur moy pro was anz cou num nom núm ida'
    .split(' ')
    .map((word) => keyOf(Buffer.from(word))),
);

/** Whether bytes may begin a cell of totals: a glance, for rows are many and totals are few. */
export function mayBeTotal(bytes: Uint8Array, start: number, end: number): boolean {
  // Of `N =` the sign tells.
  if (((bytes[start] ?? 0) | 32) === 0x6e && bytes.subarray(start, Math.min(end, start + 3)).includes(0x3d))
    return true;
  return end - start >= 3 && BEGINNINGS.has(keyOf(bytes, start));
}

/** Three bytes as a number, letters small. */
function keyOf(bytes: ArrayLike<number>, at = 0): number {
  return (((bytes[at] ?? 0) | 32) << 16) | (((bytes[at + 1] ?? 0) | 32) << 8) | ((bytes[at + 2] ?? 0) | 32);
}

/** Whether a cell, trimmed, says that there is no value. */
export function isMissingMark(cell: string): boolean {
  return cell.length <= 12 && MISSING.test(cell);
}
