import { looksLikeNumber } from 'oracle-runtime/kit';

/** The number of a cell as text, and the unit that stands behind it. */
export interface NumberInWords {
  readonly text: string;
  readonly unit: string | undefined;
}

/** A number and one word or sign for what it is of: `5.8 h`, `348min`, `5,8 Std.`. */
const WITH_UNIT = /^([+-]?\d[\d.,]*)\s*([\p{L}%°/²³]{1,12})\.?$/u;
/** Hours and minutes of a time that something took: `5:48`, `5h48`, `5 h 48 min`, `5 hrs 48`. */
const TIME =
  /^(?<hours>\d{1,3})(?::|\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|saa)\.?(?:\s|(?=\d)))\s*(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d))?\s*(?:m|min|mins|minutes?|minuten|minutos|dakika)?\.?$/iu;

/** What a cell says as a number, though words stand beside it; undefined for one that is none. */
export function numberInWords(cell: string): NumberInWords | undefined {
  if (looksLikeNumber(cell)) return { text: cell, unit: undefined };
  const { hours, minutes, seconds } = TIME.exec(cell)?.groups ?? {};
  if (hours !== undefined) {
    const time = Number(hours) + Number(minutes) / 60 + Number(seconds ?? 0) / 3600;
    return { text: String(Number(time.toFixed(4))), unit: 'h' };
  }
  const [, number = '', unit = ''] = WITH_UNIT.exec(cell) ?? [];
  return number !== '' && looksLikeNumber(number) ? { text: number, unit: unit.toLowerCase() } : undefined;
}
