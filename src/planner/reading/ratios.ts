import type { Atom } from './numbers.js';
import type { Scan } from './scan.js';
import { unitAt } from './units.js';

/** What joins the part and the whole of a share. A whole of any size may follow a strong one, a round one a weak one. */
const STRONG: readonly (readonly string[])[] = [
  'out of every',
  'out of each',
  'out of',
  'in every',
  'in each',
  'of every',
  'times out of',
  'in',
  'sur',
  'auf',
  'von',
  'de cada',
  'por cada',
  'em cada',
  'a cada',
  'de cada',
  'kati ya kila',
  'kati ya',
  'katika',
  'kwa kila',
  'ya',
].map((phrase) => phrase.split(' '));
const WEAK: readonly (readonly string[])[] = [
  'of the',
  'of',
  'from',
  'aus',
  'unter',
  'parmi',
  'entre',
  'em',
  'en',
  'de',
  'kwa',
].map((phrase) => phrase.split(' '));
/** `one household in ten`: how many words may stand before the joint. */
const NOUNS = 2;

const NO_COUNT_BEFORE = new Set(
  'this that the which another each every no any some good new last next first second'.split(' '),
);
const NO_COUNT_BEHIND = new Set(
  'of or and more is are was for in with to at on by from thing question moment last time can could should would will that which who we you they if as another'.split(
    ' ',
  ),
);

/** Joins `one in ten`, `3 out of 4`, `un hogar de cada cinco`, `1/4`; a bare article or `one` that is left is dropped. */
export function joinRatios(scan: Scan, atoms: readonly Atom[]): Atom[] {
  const joined: Atom[] = [];
  for (let index = 0; index < atoms.length; index++) {
    const part = atoms[index];
    const whole = atoms[index + 1];
    if (part === undefined) continue;
    if (whole !== undefined && isRatio(scan, part, whole)) {
      const mixed = isSlashed(scan, part, whole) ? wholeBefore(scan, joined.at(-1), part) : undefined;
      if (mixed !== undefined) joined.pop();
      joined.push({
        from: mixed?.from ?? part.from,
        next: whole.next,
        start: mixed?.start ?? part.start,
        end: whole.end,
        value: (mixed?.value ?? 0) + part.value / whole.value,
        spelt: part.spelt || whole.spelt,
        fraction: true,
        ...(mixed === undefined ? { of: whole.value } : {}),
        lone: false,
      });
      index++;
      continue;
    }
    if (whole !== undefined && isCountOf(scan, part, whole)) joined.push({ ...part, of: whole.value });
    else if (
      !part.lone ||
      counts(scan, part) ||
      unitAt(scan, part.next) !== undefined ||
      isPercentWord(scan, part.next)
    )
      joined.push(part);
  }
  return joined;
}

/** The 1 of `1 1/2`. */
function wholeBefore(scan: Scan, before: Atom | undefined, part: Atom): Atom | undefined {
  const fits =
    before !== undefined && before.next === part.from && scan.follows(part.from) && !before.fraction;
  return fits && Number.isInteger(before.value) && before.value < 100 && before.value > 0
    ? before
    : undefined;
}

/** `31 of 250`: two counts, and a share if the reader wants one. */
function isCountOf(scan: Scan, part: Atom, whole: Atom): boolean {
  return (
    Number.isInteger(part.value) &&
    part.value < whole.value &&
    !part.lone &&
    whole.from - part.next <= NOUNS &&
    [...STRONG, ...WEAK].some(
      (phrase) => phrase.length > 0 && scan.phrase(part.next, phrase) === whole.from - part.next,
    )
  );
}

/** `one stove`, but not `this one`, `one of them`, `one more thing`. */
function counts(scan: Scan, part: Atom): boolean {
  if (scan.plain(part.from) !== 'one' || part.next - part.from > 1 || !scan.follows(part.next)) return false;
  if (NO_COUNT_BEFORE.has(scan.plain(part.from - 1)) && scan.follows(part.from)) return false;
  const behind = scan.plain(part.next);
  return /^\p{L}{2}/u.test(behind) && !NO_COUNT_BEHIND.has(behind);
}

function isPercentWord(scan: Scan, index: number): boolean {
  return /^(?:%|percent|prozent)$/u.test(scan.plain(index));
}

function isRatio(scan: Scan, part: Atom, whole: Atom): boolean {
  if (
    part.fraction ||
    whole.fraction ||
    part.ordinal ||
    whole.ordinal ||
    !Number.isInteger(part.value) ||
    !Number.isInteger(whole.value)
  )
    return false;
  if (part.value < 1 || part.value >= whole.value || whole.value > 1000) return false;
  if (isSlashed(scan, part, whole)) return whole.value <= 100;
  if (
    /^(?:%|percent|prozent|per|pour|por)$/u.test(scan.plain(whole.next)) ||
    unitAt(scan, whole.next) !== undefined
  )
    return false;
  const small = whole.value <= 10 || whole.value === 20 || whole.value === 100;
  for (let skip = 0; skip <= NOUNS; skip++) {
    const at = part.next + skip;
    if (skip > 0 && !/^\p{L}/u.test(scan.plain(at - 1))) return false;
    if (leadsTo(scan, STRONG, at, whole.from)) {
      const bare =
        scan.plain(at) === 'in' ||
        scan.plain(at) === 'von' ||
        scan.plain(at) === 'auf' ||
        scan.plain(at) === 'sur';
      return (
        small ||
        whole.value === 1000 ||
        whole.value <= 20 ||
        (part.value === 1 && (!bare || whole.value <= 100))
      );
    }
    if (leadsTo(scan, WEAK, at, whole.from))
      return (
        small &&
        !part.lone &&
        skip === 0 &&
        !scan.words.slice(at, whole.from).some((word) => word.plain === 'de')
      );
  }
  return false;
}

/** Whether one of the phrases fills the words between, but for one noun before the whole: `kwa kila kaya kumi`. */
function leadsTo(scan: Scan, phrases: readonly (readonly string[])[], at: number, to: number): boolean {
  for (const phrase of phrases) {
    const length = scan.phrase(at, phrase);
    if (length === 0) continue;
    const rest = to - at - length;
    if (rest === 0 || (rest === 1 && phrase.length > 1 && /^\p{L}/u.test(scan.plain(to - 1)))) return true;
  }
  return false;
}

/** `1/4` in one piece, and no date. */
function isSlashed(scan: Scan, part: Atom, whole: Atom): boolean {
  return (
    whole.from - part.next === 1 &&
    scan.plain(part.next) === '/' &&
    scan.glued(part.next) &&
    scan.glued(whole.from) &&
    scan.plain(part.from - 1) !== '/' &&
    scan.plain(whole.next) !== '/'
  );
}
