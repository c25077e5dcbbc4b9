/**
 * A date, a fraction and a ratio are one number each; others have their sign, where it stands behind no other number, and what
 * is said of their size: a percent sign or word, or the k of thousands.
 */
const NUMBER =
  /\d{4}-\d{2}-\d{2}|\d+(?:\/\d+)+|(?:(?<![\w.,)-])[-\u2212]|\b(?:minus|moins|menos)\s)?\d+(?:[.,]\d+|[ \u00a0\u2009\u202f](?=\d{3}(?!\d))\d{3})*(?:\s?%|[ \u00a0](?:per\s?cent|prozent|pour cent|por ciento|por cento)\b|[kK]\b)?/giu;
/** What may stand behind a number that has a unit. */
const UNIT =
  /^[ \u00a0\u202f]?(kg|g|mg|t|km|m|cm|mm|ha|l|ml|h|min|s|kwh|mwh|wh|w|kw|mj|gj|j|usd|eur|kes|tzs|ugx|[$€£])(?![\p{L}\p{N}])/iu;
/** What makes a part and its whole of two numbers. */
const OF = /^\s+(?:out of|of|von|sur|kati ya)\s+(?:the\s+|den\s+|les\s+)?$/iu;

interface Figure {
  /** As it is compared: without marks between thousands. */
  readonly number: string;
  readonly unit: string | undefined;
  /** The whole of which it is a part, as in `95 of 5,000`. */
  of: string | undefined;
}

/**
 * What another answer says otherwise of the numbers of a recorded one: those that it does not say, those of which it says
 * another unit alone, and a part that it makes the whole.
 */
export function* figureFaults(recorded: string, other: string): Generator<string> {
  const said = figuresIn(other);
  const seen = new Set<string>();
  for (const { number, unit, of } of figuresIn(recorded)) {
    const key = JSON.stringify([number, unit, of]);
    if (seen.has(key)) continue;
    seen.add(key);
    const same = said.filter((figure) => figure.number === number);
    if (same.length === 0) {
      yield `it does not say ${number}`;
      continue;
    }
    const units = [...new Set(same.flatMap((figure) => figure.unit ?? []))];
    if (unit !== undefined && units.length > 0 && !units.includes(unit))
      yield `it says ${number} ${units.join(', ')}, and not ${number} ${unit}`;
    if (
      of !== undefined &&
      of !== number &&
      said.some((figure) => figure.number === of && figure.of === number)
    )
      yield `it says ${of} of ${number}, and not ${number} of ${of}`;
  }
}

function figuresIn(text: string): Figure[] {
  const figures: Figure[] = [];
  let end = 0;
  for (const match of text.matchAll(NUMBER)) {
    const number = compared(match[0]);
    const last = figures.at(-1);
    if (last !== undefined && OF.test(text.slice(end, match.index))) last.of = number;
    end = match.index + match[0].length;
    const unit = UNIT.exec(text.slice(end, end + 8))?.[1]?.toLowerCase();
    figures.push({ number, unit, of: undefined });
  }
  return figures;
}

/** A number as it is compared: `1,500`, `1 500` and `1.5k` are one, and so are `12 %` and `12 percent`. */
function compared(written: string): string {
  const number = written
    .toLowerCase()
    .replace(/^(?:minus|moins|menos)\s|\u2212/u, '-')
    .replace(/[ \u00a0](?:per\s?cent|prozent|pour cent|por ciento|por cento)$/u, '%')
    .replaceAll(/,(?=\d{3}(?:\D|$))|[ \u00a0\u2009\u202f]/g, '');
  return number.endsWith('k') ? String(Number(number.slice(0, -1).replace(',', '.')) * 1000) : number;
}
