/**
 * A date, a fraction and a ratio are one number each; others have their sign, where it stands behind no other number, and what
 * is said of their size: a percent sign or word, or the k of thousands.
 */
const NUMBER =
  /\d{4}-\d{2}-\d{2}|\d+(?:\/\d+)+|(?:(?<![\w.,)-])[-\u2212]|\b(?:minus|moins|menos)\s)?\d+(?:[.,]\d+|[ \u00a0\u2009\u202f](?=\d{3}(?!\d))\d{3})*(?:\s?%|[ \u00a0](?:per\s?cent|prozent|pour cent|por ciento|por cento)\b|[kK]\b)?/giu;
/** What may stand behind a number that has a unit. */
const UNIT =
  /^[ \u00a0\u202f]?(millions?|billions?|thousand|kilograms?|grams?|tonnes?|tons?|kilometres?|metres?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|kg|g|mg|t|km|m|cm|mm|ha|l|ml|h|min|s|kwh|mwh|wh|w|kw|mj|gj|j|usd|eur|chf|gbp|kes|tzs|ugx|[$€£])(?![\p{L}\p{N}])/iu;
/** A currency before its amount. */
const CURRENCY = /(usd|eur|chf|gbp|kes|tzs|ugx|[$€£])[ \u00a0\u202f]?$/iu;
/** One unit by other names. */
const SAME: Readonly<Record<string, string>> = {
  ...{
    kilogram: 'kg',
    gram: 'g',
    tonne: 't',
    ton: 't',
    kilometre: 'km',
    metre: 'm',
    hour: 'h',
    minute: 'min',
  },
  ...{ second: 's', $: 'usd', '€': 'eur', '£': 'gbp' },
};
/** What makes a part and its whole, the ends of a range or a ratio of two numbers, so that they cannot change places. */
const JOINTS: readonly (readonly [name: string, between: RegExp])[] = [
  ['of', /^\s+(?:out of|of|von|sur|kati ya)\s+(?:the\s+|den\s+|les\s+)?$/iu],
  ['to', /^\s*(?:\p{L}+\s+)?(?:to|until|bis|à|hasta|até|hadi|–|—)\s*$/iu],
  [':', /^\s?:\s?$/u],
];

interface Figure {
  /** As it is compared: without marks between thousands. */
  readonly number: string;
  readonly unit: string | undefined;
  /** What it stands before: the whole of which it is a part, as in `95 of 5,000`, or the other end. */
  before: { readonly joint: string; readonly number: string } | undefined;
}

/**
 * What another answer says otherwise of the numbers of a recorded one: those that it does not say, those of which it says
 * another unit alone, and two that it lets change places.
 */
export function* figureFaults(recorded: string, other: string): Generator<string> {
  const said = figuresIn(other);
  const seen = new Set<string>();
  for (const { number, unit, before } of figuresIn(recorded)) {
    const key = JSON.stringify([number, unit, before]);
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
    if (before === undefined || before.number === number) continue;
    const { joint, number: second } = before;
    const turned = said.some((figure) => {
      const { number: first, before: next } = figure;
      return first === second && next?.joint === joint && next.number === number;
    });
    if (turned) yield `it says ${second} ${joint} ${number}, and not ${number} ${joint} ${second}`;
  }
}

function figuresIn(text: string): Figure[] {
  const figures: Figure[] = [];
  let end = 0;
  for (const match of text.matchAll(NUMBER)) {
    const number = compared(match[0]);
    const last = figures.at(-1);
    const between = text.slice(end, match.index);
    const joint = JOINTS.find(([, pattern]) => pattern.test(between))?.[0];
    if (last !== undefined && joint !== undefined) last.before = { joint, number };
    end = match.index + match[0].length;
    const unit =
      UNIT.exec(text.slice(end, end + 14))?.[1] ??
      CURRENCY.exec(text.slice(Math.max(0, match.index - 4), match.index))?.[1];
    figures.push({ number, unit: unit === undefined ? undefined : unitOf(unit), before: undefined });
  }
  return figures;
}

function unitOf(said: string): string {
  const one = said.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');
  return SAME[one] ?? one;
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
