/** What ends the words of a value: a stop, and what joins it to the next. */
const JOINT =
  /[,;.!?()\n|]|(?<!\p{L})(?:and|plus|with|but|(?<!give )or|then|und|mit|aber|oder|dann|et|avec|mais|ou|puis|y|con|pero|o|luego|e|com|mas|depois|na|pamoja|lakini|au|kisha)(?!\p{L})/iu;

/** The words before and behind a value, each as it stands right beside it. */
export interface Phrase {
  readonly lead: string;
  readonly tail: string;
}

/**
 * The words before and behind a value, up to a stop or to a joining word. `from` and `to` are the places that the values beside
 * it end and begin at.
 */
export function phraseAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  from: number,
  to: number,
): Phrase {
  const lead = text.slice(from, start).split(JOINT).at(-1) ?? '';
  const tail = text.slice(end, to).split(JOINT)[0] ?? '';
  return { lead: text.slice(start - lead.length, start), tail: text.slice(end, end + tail.length) };
}
