/** Words that begin a row of sums or means under a table, alone, with a colon or with a figure behind them. */
const SUMS =
  /^(?:(?:grand|sub|sous|zwischen|gesamt|overall)[ -]?)?(?:totals?|totale|summe|somme|suma|soma|jumla|sum|gesamt|insgesamt|ensemble)(?: (?:général|general|geral|kuu))?[ :=]*\(?[\d.,' ]*\)?$/iu;
const MEANS =
  /^(?:average|mean|median|mittelwert|durchschnitt|moyenne|promedio|média|media|wastani|anzahl|count)[ :=]*\(?[\d.,' ]*\)?$/iu;

/** Marks of spreadsheets and programs for a value that is missing or could not be computed. */
const MISSING =
  /^(?:#(?:n\/a|na|nv|n\/d|name\?|ref!|value!|div\/0!|null!|num!|bezug!|wert!|valeur!|nom\?)|<na>|n\/a|n\.a\.|na|nan|none|null|nil|undefined|missing|unknown|-+|\?+|\.+)$/iu;

/** Whether a cell, trimmed, begins a row of totals. */
export function isTotal(cell: string): boolean {
  return cell.length <= 60 && (SUMS.test(cell) || MEANS.test(cell));
}

/** Whether a cell, trimmed, says that there is no value. */
export function isMissingMark(cell: string): boolean {
  return cell.length <= 12 && MISSING.test(cell);
}
