import { shift } from './digits.js';
import type { Atom } from './numbers.js';
import type { Mention, NumberMention, OrdinalMention, PairMention, Unit } from './reading.js';
import type { Scan } from './scan.js';
import { perAt, unitAt, unitBefore } from './units.js';

/** Percent signs and words behind a number, longest first, with the places that the point moves. */
const PERCENT: readonly (readonly [words: readonly string[], places: number])[] = (
  [
    ['percentage points', -2],
    ['percentage point', -2],
    ['per cent', -2],
    ['pour cent', -2],
    ['pour cents', -2],
    ['por ciento', -2],
    ['por cento', -2],
    ['por cien', -2],
    ['kwa mia', -2],
    ['puntos porcentuales', -2],
    ['pontos percentuais', -2],
    ['points de pourcentage', -2],
    ['per mille', -3],
    ['%', -2],
    ['％', -2],
    ['٪', -2],
    ['‰', -3],
    ['percent', -2],
    ['percents', -2],
    ['pct', -2],
    ['prozent', -2],
    ['prozentpunkte', -2],
    ['prozentpunkten', -2],
    ['promille', -3],
    ['pourcent', -2],
    ['pourcents', -2],
    ['porciento', -2],
    ['porcento', -2],
    ['prozentig', -2],
    ['prozentige', -2],
    ['prozentiger', -2],
    ['prozentigen', -2],
    ['prozentiges', -2],
    ['pp', -2],
    ['ppt', -2],
    ['pasenti', -2],
    ['persenti', -2],
  ] as const
).map(([words, places]) => [words.split(' '), places] as const);

const LOW: readonly (readonly string[])[] = phrases(
  'at least|no less than|not less than|minimum of|more than|over|above|≥|>|mindestens|wenigstens|mehr als|uber|ab|au moins|plus de|al menos|por lo menos|como minimo|mas de|pelo menos|no minimo|ao menos|mais de|angalau|walau|zaidi ya|si chini ya',
);
const HIGH: readonly (readonly string[])[] = phrases(
  "at most|no more than|not more than|up to|maximum of|less than|fewer than|under|below|within|≤|<|hochstens|maximal|bis zu|weniger als|unter|au plus|jusqu' a|moins de|a lo sumo|como maximo|hasta|menos de|no maximo|ate|chini ya|si zaidi ya|isizidi",
);
const TO = new Set('to bis a ate hasta hadi mpaka through until till - – — ~'.split(' '));
const AND = new Set('and und et y e na'.split(' '));
const BETWEEN = new Set('between zwischen entre kati'.split(' '));

function phrases(words: string): string[][] {
  return words.split('|').map((phrase) => phrase.split(' '));
}

/** The numbers, pairs and places in a row that bare numbers make with the signs, units and words beside them. */
export function findQuantities(scan: Scan, atoms: readonly Atom[]): Mention[] {
  const found: Mention[] = [];
  let low: NumberMention | undefined;
  for (let index = 0; index < atoms.length; index++) {
    const atom = atoms[index];
    if (atom === undefined) continue;
    if (atom.ordinal === true) {
      found.push(ordinal(scan, atom));
      continue;
    }
    const next = atoms[index + 1];
    const pair = next === undefined ? undefined : pairOf(scan, atom, next);
    if (pair !== undefined) {
      found.push(pair);
      index++;
      continue;
    }
    const range = next === undefined ? 'none' : rangeOf(scan, atom, next);
    const mention = quantity(scan, atom, range === 'none' ? boundBefore(scan, atom) : 'low');
    if (low !== undefined) {
      found.push(sharing(low, mention), { ...mention, bound: 'high' });
      low = undefined;
    } else if (range === 'none') found.push(mention);
    else low = mention;
  }
  return found;
}

function ordinal(scan: Scan, atom: Atom): OrdinalMention {
  return {
    type: 'ordinal',
    value: atom.value,
    start: atom.start,
    end: atom.end,
    raw: scan.text.slice(atom.start, atom.end),
  };
}

function quantity(scan: Scan, atom: Atom, bound: 'low' | 'high' | undefined): NumberMention {
  const percent = percentBehind(scan, atom.next);
  const before = percent === undefined && percentBefore(scan, atom.from);
  const isPercent = percent !== undefined || before;
  const unit = isPercent || atom.fraction ? unitOfPart(scan, atom) : unitBeside(scan, atom);
  const end = percent?.end ?? unit?.end ?? atom.end;
  const value = isPercent ? shift(atom.value, percent?.places ?? -2) : atom.value;
  return {
    type: 'number',
    value,
    ...(atom.otherwise === undefined || isPercent ? {} : { otherwise: atom.otherwise }),
    percent: isPercent,
    fraction: atom.fraction,
    ...(atom.of === undefined ? {} : { of: atom.of }),
    spelt: atom.spelt,
    ...(unit === undefined ? {} : { unit: unit.unit }),
    bareEnd: percent?.end ?? atom.end,
    plusMinus: isPlusMinus(scan, atom.from),
    ...(bound === undefined ? {} : { bound }),
    start: atom.start,
    end,
    raw: scan.text.slice(atom.start, end),
  };
}

function percentBehind(scan: Scan, at: number): { places: number; end: number } | undefined {
  const index = scan.plain(at) === '-' && scan.glued(at) && scan.glued(at + 1) ? at + 1 : at;
  if (!scan.follows(index)) return undefined;
  for (const [words, places] of PERCENT) {
    const length = scan.phrase(index, words);
    if (length > 0) return { places, end: scan.words[index + length - 1]?.end ?? 0 };
  }
  return undefined;
}

/** Swahili: `asilimia kama 15`; and `% 15`. */
function percentBefore(scan: Scan, at: number): boolean {
  const one = scan.plain(at - 1);
  return (
    one === 'asilimia' || (/^(?:kama|ya|mia)$/u.test(one) && /^(?:asilimia|asili)$/u.test(scan.plain(at - 2)))
  );
}

/** Half an hour is half of one; a share has no unit. */
function unitOfPart(scan: Scan, atom: Atom): { unit: Unit; end: number } | undefined {
  if (!atom.fraction || (atom.of !== undefined && atom.spelt)) return undefined;
  const at = /^(?:an?|one)$/u.test(scan.plain(atom.next)) ? atom.next + 1 : atom.next;
  const found = scan.follows(at) ? unitAt(scan, at) : undefined;
  return found === undefined
    ? undefined
    : { unit: found.unit, end: scan.words[at + found.length - 1]?.end ?? atom.end };
}

function unitBeside(scan: Scan, atom: Atom): { unit: Unit; end: number } | undefined {
  const hyphened = scan.plain(atom.next) === '-' && scan.glued(atom.next) && scan.glued(atom.next + 1);
  const at = hyphened ? atom.next + 1 : atom.next;
  const behind = scan.follows(at) ? unitAt(scan, at) : undefined;
  if (behind !== undefined) {
    const next = at + behind.length;
    const per = perAt(scan, next);
    const unit = per === undefined ? behind.unit : { ...behind.unit, per };
    return { unit, end: scan.words[next - 1]?.end ?? atom.end };
  }
  const sign = scan.plain(atom.from - 1);
  const money = sign === '' || !scan.follows(atom.from) ? undefined : unitAt(scan, atom.from - 1)?.unit;
  const before = money?.dimension === 'money' ? money : unitBefore(scan, atom.from);
  if (before === undefined) return undefined;
  const per = perAt(scan, atom.next);
  return { unit: per === undefined ? before : { ...before, per }, end: atom.end };
}

/** `±`, `+/-`, `+-`, `plus or minus`, `más o menos`. */
function isPlusMinus(scan: Scan, from: number): boolean {
  const one = scan.plain(from - 1);
  const two = scan.plain(from - 2);
  if (one === '±') return true;
  if (/^[-−–]$/u.test(one)) return two === '+' || (two === '/' && scan.plain(from - 3) === '+');
  if (!/^(?:minus|menos|moins)$/u.test(one)) return false;
  return /^(?:plus|mas|mais|\/)$/u.test(two) || /^(?:plus|mas|mais)$/u.test(scan.plain(from - 3));
}

/** Level and margin: `90/10`, `95-5`, `ninety ten`, `95%/5%`. */
function pairOf(scan: Scan, a: Atom, b: Atom): PairMention | undefined {
  if (a.fraction || b.fraction || b.ordinal === true || !isLevel(a.value) || !isMargin(b.value))
    return undefined;
  const signed = scan.plain(a.next) === '%' ? a.next + 1 : a.next;
  const between = scan.words.slice(signed, b.from).map((word) => word.plain);
  const [sign, ...more] = between;
  const glued =
    /^[/|-]$/u.test(sign ?? '') &&
    more.length === 0 &&
    (sign !== '-' || scan.glued(signed) === scan.glued(b.from));
  const spoken =
    a.spelt &&
    b.spelt &&
    scan.follows(b.from) &&
    (between.length === 0 || (more.length === 0 && (sign === '-' || AND.has(sign ?? ''))));
  // 95/5/2024 is no pair.
  if ((!glued && !spoken) || scan.plain(b.next) === '/' || scan.plain(a.from - 1) === '/') return undefined;
  const percent = percentBehind(scan, b.next);
  const end = percent?.end ?? b.end;
  return {
    type: 'pair',
    values: [
      a.value > 1 ? shift(a.value, -2) : a.value,
      b.value >= 1 || percent !== undefined ? shift(b.value, -2) : b.value,
    ],
    start: a.start,
    end,
    raw: scan.text.slice(a.start, end),
  };
}

function isLevel(value: number): boolean {
  return (value >= 80 && value < 100) || (value >= 0.8 && value < 1);
}

function isMargin(value: number): boolean {
  return (value >= 1 && value <= 25) || (value > 0 && value <= 0.25);
}

/** Whether two numbers are the ends of a range: `5-6 kg`, `between 5 and 6`, `10 to 20`. */
function rangeOf(scan: Scan, a: Atom, b: Atom): 'range' | 'none' {
  if (a.value >= Math.abs(b.value) || a.fraction || b.fraction || b.ordinal === true || a.spelt !== b.spelt)
    return 'none';
  const behind = percentBehind(scan, a.next);
  let at = a.next;
  if (behind !== undefined) while ((scan.words[at]?.end ?? behind.end + 1) <= behind.end) at++;
  else at += unitAt(scan, a.next)?.length ?? 0;
  if (b.from - at !== 1 || !scan.follows(b.from)) return 'none';
  const joint = scan.plain(at);
  if (TO.has(joint)) return 'range';
  const opened =
    BETWEEN.has(scan.plain(a.from - 1)) ||
    (scan.plain(a.from - 1) === 'ya' && BETWEEN.has(scan.plain(a.from - 2)));
  return AND.has(joint) && opened ? 'range' : 'none';
}

/** What the high end says of its unit or percent sign holds for the low end too: `5 to 10%`. */
function sharing(low: NumberMention, high: NumberMention): NumberMention {
  const percent = high.percent && !low.percent && low.unit === undefined && low.value > 1;
  return {
    ...low,
    value: percent ? shift(low.value, -2) : low.value,
    percent: low.percent || percent,
    ...(low.unit === undefined && high.unit !== undefined && !low.percent ? { unit: high.unit } : {}),
  };
}

function boundBefore(scan: Scan, atom: Atom): 'low' | 'high' | undefined {
  const at = atom.from;
  if (LOW.some((words) => scan.phrase(at - words.length, words) > 0)) return 'low';
  return HIGH.some((words) => scan.phrase(at - words.length, words) > 0) ? 'high' : undefined;
}
