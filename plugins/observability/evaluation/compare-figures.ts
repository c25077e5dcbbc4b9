/**
 * A date, a fraction and a ratio are one number each; others have their sign, where it stands behind no other number, and what
 * is said of their size: a power of ten, a percent sign or word, or the k of thousands.
 */
const NUMBER =
  /(?<!(?:^|[^\p{L}])(?:km|m|cm|mm)\^[-+]?\d*)(?:\d{4}-\d{2}-\d{2}|\d+(?:\/\d+)+|(?:(?<![\w.,)-])[-\u2212]|\b(?:minus|moins|menos)\s)?\d+(?:[.,]\d+|[ \u00a0\u2009\u202f](?=\d{3}(?!\d))\d{3})*(?:e[-+\u2212]?\d+(?![\p{L}\p{N}]))?(?:\s?%|[ \u00a0](?:per\s?cent|prozent|pour cent|por ciento|por cento)\b|[kK]\b)?)/giu;
/** What may stand behind a number that has a unit. */
const UNIT =
  /^[ \u00a0\u202f]?(a\.?m\.?|p\.?m\.?|°\s?[cfk]|degrees? (?:celsius|fahrenheit)|(?:km|m|cm|mm)(?:\^?[23](?!\d))|square (?:kilo)?metres?|cubic metres?|millions?|billions?|thousand|kilograms?|grams?|tonnes?|tons?|kilometres?|metres?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|kg|g|mg|t|km|m|cm|mm|ha|l|ml|h|min|s|kwh|mwh|wh|w|kw|mj|gj|j|usd|eur|chf|gbp|kes|tzs|ugx|[$€£])(?![\p{L}\p{N}])/iu;
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
  ...{ degreescelsius: '°c', degreecelsius: '°c', degreesfahrenheit: '°f', degreefahrenheit: '°f' },
  ...{ squaremetre: 'm2', cubicmetre: 'm3', squarekilometre: 'km2' },
  ...{ second: 's', $: 'usd', '€': 'eur', '£': 'gbp' },
};
/** What makes a part and its whole, the ends of a range or a ratio of two numbers, so that they cannot change places. */
const JOINTS: readonly (readonly [name: string, between: RegExp])[] = [
  ['of', /^\s+(?:out of|of|von|sur|kati ya)\s+(?:the\s+|den\s+|les\s+)?$/iu],
  ['to', /^\s*(?:\p{L}+\s+)?(?:to|until|bis|à|hasta|até|hadi|–|—)\s*$/iu],
  [':', /^\s?:\s?$/u],
];

/** Within the same part of a sentence. */
const PER =
  /^[^\d.,;\n]{0,20}?(?:\/\s?|\b(?:per|a|each|every|pro|par|por)\s+)(second|minute|hour|day|week|month|quarter|year)\b/iu;

interface Figure {
  /** As it is compared: without marks between thousands. */
  readonly number: string;
  readonly unit: string | undefined;
  /** What it stands before: the whole of which it is a part, as in `95 of 5,000`, or the other end. */
  before: { readonly joint: string; readonly number: string } | undefined;
  /** By which time it counts, as in `10 a day`. */
  readonly per: string | undefined;
  /** The word or sign that it stands behind: what it is a number of, mostly. */
  readonly label: string | undefined;
}

/**
 * What another answer says otherwise of the numbers of a recorded one: those that it does not say, those of which it says
 * another unit alone, and two that it lets change places.
 */
export function* figureFaults(recorded: string, other: string): Generator<string> {
  const said = figuresIn(comparable(other));
  const all = figuresIn(comparable(recorded));
  const seen = new Set<string>();
  yield* turnedLabels(all, said);
  for (const { number, unit, before, per } of all) {
    const key = JSON.stringify([number, unit, before, per]);
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
    const pers = [...new Set(same.flatMap((figure) => figure.per ?? []))];
    if (per !== undefined && pers.length > 0 && !pers.includes(per))
      yield `it says ${number} per ${pers.join(', ')}, and not ${number} per ${per}`;
    if (before === undefined || before.number === number) continue;
    const { joint, number: second } = before;
    const turned = said.some((figure) => {
      const { number: first, before: next } = figure;
      return first === second && next?.joint === joint && next.number === number;
    });
    if (turned) yield `it says ${second} ${joint} ${number}, and not ${number} ${joint} ${second}`;
  }
}

/** Two words whose numbers have changed places: `A 10, B 20` and `A 20, B 10`. */
function* turnedLabels(recorded: readonly Figure[], said: readonly Figure[]): Generator<string> {
  const [old, now] = [byLabel(recorded), byLabel(said)];
  const seen = new Set<string>();
  for (const [label, number] of old)
    for (const [other, second] of old) {
      if (number === second || seen.has(`${other} ${label}`)) continue;
      if (now.get(label) !== second || now.get(other) !== number) continue;
      seen.add(`${label} ${other}`);
      yield `it says ${label} ${second} and ${other} ${number}, and not ${label} ${number} and ${other} ${second}`;
    }
}

/** What stands before the ends of a range, which are compared by themselves. */
const ENDS: ReadonlySet<string> = new Set(['from', 'to', 'until', 'von', 'bis', 'de', 'à']);

/** Of words that stand before one number alone. */
function byLabel(figures: readonly Figure[]): ReadonlyMap<string, string> {
  const numbers = new Map<string, Set<string>>();
  for (const { label, number } of figures)
    if (label !== undefined && !ENDS.has(label))
      numbers.set(label, (numbers.get(label) ?? new Set()).add(number));
  return new Map(
    [...numbers].flatMap(([label, [only, another]]) =>
      only === undefined || another !== undefined ? [] : [[label, only] as const],
    ),
  );
}

/** The same text with the digits and exponents of all scripts written plainly. */
function comparable(text: string): string {
  return text
    .replace(/\p{Nd}/gu, digitOf)
    .replace(
      /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu,
      (raised) => `^${Array.from(raised, (sign) => RAISED[sign] ?? sign).join('')}`,
    )
    .replace(/(?:(?<=\d)\s?[×x*·]\s?10|(?<![\d.,])10)\^([-+]?\d+)/gu, (written, power: string) =>
      /^10/.test(written) ? `1e${power}` : `e${power}`,
    );
}

const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', (sign, at) => [sign, '0123456789+-'[at] ?? sign]),
);

/** Digits of each script stand in a row, from its nought on. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1)
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1)) || isNought(code - value))
      return String(value);
  return digit;
}

/** Blocks of mathematical digits follow each other without a gap. */
function isNought(code: number): boolean {
  return code >= 0x1d7ce && code <= 0x1d7ff && (code - 0x1d7ce) % 10 === 0;
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
    figures.push({
      number,
      unit: unit === undefined ? undefined : unitOf(unit),
      before: undefined,
      per: perOf(text.slice(end, end + 40)),
      label: /(?:^|[^\p{L}\p{N}])(\p{L}[\p{L}\p{M}]*)(?:\s?[:=]|\s(?:is|are|was|has|had|gets))?\s$/u
        .exec(text.slice(Math.max(0, match.index - 40), match.index))?.[1]
        ?.toLowerCase(),
    });
  }
  return figures;
}

/** `10/day`, `10 stoves a week`: the time that a number is counted by. */
function perOf(behind: string): string | undefined {
  const [, time] = PER.exec(behind) ?? [];
  return time?.toLowerCase();
}

function unitOf(said: string): string {
  const one = said
    .toLowerCase()
    .replace(/(?<=\p{L}{3})s$/u, '')
    .replace(/[.^ ]/g, '');
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
