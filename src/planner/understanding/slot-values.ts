import type { SlotReading } from '../../plugin/index.js';
import { fold } from '../language/fold.js';
import { convert } from '../reading/convert.js';
import type { Mention, NumberMention, Unit } from '../reading/reading.js';
import { exponential } from './exponential.js';
import type { Leaf } from './leaf-fields.js';

/** The unit that a word names. */
export type UnitReader = (word: string) => Unit | undefined;

/** More than this is a percentage, where a multiple is meant. */
const MOST_MULTIPLE = 3;

/**
 * The value that a mention gives a field in this reading, in the field's base form; undefined when it cannot be. Of a
 * relative reading it is the multiple, still to be taken of the other field.
 */
export function slotValue(mention: Mention, leaf: Leaf, reading: SlotReading, unit: UnitReader): unknown {
  if (mention.type === 'pair') {
    if (reading !== 'first of pair' && reading !== 'second of pair') return undefined;
    return inRange(mention.values[reading === 'first of pair' ? 0 : 1], leaf);
  }
  if (leaf.kind === 'number')
    return mention.type === 'number' ? numberFor(mention, leaf, reading, unit) : undefined;
  if (leaf.kind !== 'string' || reading !== 'as is') return undefined;
  if (mention.type === 'number')
    return mention.percent || mention.unit !== undefined ? undefined : plainText(mention.raw, leaf);
  if (mention.type === 'ordinal') return undefined;
  if (mention.type === 'date') return takesDays(leaf, mention.value) ? mention.value : undefined;
  if (mention.type === 'block') return takesData(leaf, mention.value) ? mention.value : undefined;
  // `HH-3` is the id of a household and the path of no file, though a slash before it would make it one.
  if (mention.type === 'id' && leaf.pattern?.test(mention.value) === false) return undefined;
  return fitting(mention.value, leaf);
}

/** Words in the name of a field that is a day or a span of days. */
const DAYS =
  /(?:^|\W)(?:date|day|days|period|week|month|quarter|year|since|until|from|to|time|when)(?:\W|$)/u;

/** `#12`, `12`; a year is no month, and `three` of `three visits` no id. */
function plainText(raw: string, { pattern, names }: Leaf): string | undefined {
  if (!/\d/u.test(raw)) return undefined;
  // The 28 of `from 28 to 3 December` is no day by itself.
  if (pattern === undefined && raw.length <= 2 && names.some((name) => DAYS.test(name.toLowerCase())))
    return undefined;
  const text = raw.replace(/^#/u, '');
  return pattern?.test(text) === false ? undefined : text;
}

/** A day is the text of no other field: the name of no file, though a slash before it would make it one, and of no city. */
function takesDays({ pattern, names }: Leaf, day: string): boolean {
  return pattern === undefined ? names.some((name) => DAYS.test(name.toLowerCase())) : pattern.test(day);
}

/** Words in the name of a field that holds what somebody pasted. */
const DATA =
  /(?:^|\W)(?:csv|tsv|json|tables?|rows|lines|readings|data|contents?|text|body|code|script|markdown|message|note)(?:\W|$)/u;

/** Pasted data is the name of no column and no file, though a slash before it would make it one. */
export function takesData({ pattern, names }: Leaf, data: string): boolean {
  return pattern?.test(data) !== false && names.some((name) => DATA.test(name.toLowerCase()));
}

/** A path that must begin at the root does, however it was said; what only looks like one, `ibc/6BBE…`, does not. */
function fitting(text: string, { pattern }: Leaf): string {
  if (pattern === undefined || pattern.test(text)) return text;
  const other = text.startsWith('/') ? text.slice(1) : `/${text}`;
  return pattern.test(other) ? other : text;
}

function numberFor(
  mention: NumberMention,
  leaf: Leaf,
  reading: SlotReading,
  unit: UnitReader,
): number | undefined {
  switch (reading) {
    case 'as is':
      return inRange(plainNumber(mention, leaf, unit), leaf);
    case 'complement':
      return inRange(1 - shareOf(mention), leaf);
    case 'relative':
      return mention.value > MOST_MULTIPLE ? mention.value / 100 : mention.value;
    case 'z':
      return inRange(twoSided(mention.value), leaf);
    default:
      return undefined;
  }
}

function plainNumber(mention: NumberMention, leaf: Leaf, unit: UnitReader): number {
  if (leaf.share) return mention.unit === undefined ? shareOf(mention) : Number.NaN;
  if (leaf.integer && mention.percent) return Number.NaN;
  // `6 hours on average` is no count of units: only a field that is called by hours or days counts those.
  if (
    leaf.integer &&
    leaf.unit === undefined &&
    mention.unit !== undefined &&
    !counts(leaf, mention.unit, unit)
  )
    return Number.NaN;
  const own = leaf.unit === undefined ? undefined : unit(leaf.unit);
  // A count has no decimals: `2,000 ménages` are not two.
  if (leaf.integer && mention.unit === undefined)
    return Math.max(mention.value, mention.otherwise ?? mention.value);
  if (own === undefined || mention.unit === undefined) return mention.value;
  return convert(mention.value, mention.unit, own) ?? mention.value;
}

function counts({ names }: Leaf, { dimension }: Unit, unit: UnitReader): boolean {
  return names.some((name) =>
    fold(name)
      .split(/[^\p{L}]+/u)
      .some((word) => unit(word)?.dimension === dimension),
  );
}

/** `95`, `0.95` and `95%` are the same share. */
function shareOf({ value, percent, fraction }: NumberMention): number {
  return percent || fraction || value <= 1 ? value : value / 100;
}

function inRange(value: number, { min, max, integer }: Leaf): number | undefined {
  const rounded = Math.round(value * 1e9) / 1e9;
  if (!Number.isFinite(rounded) || (integer && !Number.isInteger(rounded))) return undefined;
  return rounded < (min ?? rounded) || rounded > (max ?? rounded) ? undefined : rounded;
}

/**
 * Confidence of a two-sided normal interval: 2Φ(z) - 1 = erf(z/√2), by Abramowitz and Stegun 7.1.26 (error below 2e-7),
 * to the half percent that people mean: 1.645 is 0.9, 1.96 is 0.95.
 */
function twoSided(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.round((1 - series * exponential(-x * x)) * 200) / 200;
}

/** The value of `mention` in the unit of `base`; undefined when the two cannot be made equal. */
export function inUnitOf(value: number, mention: NumberMention, base: NumberMention): number | undefined {
  if (mention.unit === undefined || base.unit === undefined) return value;
  return convert(value, mention.unit, base.unit, { difference: true });
}
