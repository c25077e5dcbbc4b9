import { shift } from '../reading/digits.js';
import type { Field } from '../schema/schema-fields.js';
import type { NumberMention } from './numbers.js';

/** A number made to fit a field, and how well its notation suits the field (1 is natural). */
export type Conversion =
  | { readonly ok: true; readonly value: number; readonly fit: number; readonly unit?: true }
  | { readonly ok: false; readonly value: number };

const IN_SMALLER_UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  fortnight: { day: 14, week: 2 },
  week: { day: 7, hour: 168 },
  day: { hour: 24, minut: 1_440 },
  hour: { minut: 60, second: 3_600 },
  minut: { second: 60 },
  year: { month: 12, week: 52 },
};
const TIME_UNITS = new Set(['second', 'minut', 'hour', 'day', 'week', 'fortnight', 'month', 'year']);

/**
 * The value of a mention in the field's own scale: percent to a fraction where the schema says 0..1, grouped
 * digits for whole numbers, `2 weeks` in days. `unitStem` is the stem of the unit word behind the number.
 * `ok: false` carries a value that the schema's bounds refuse. Undefined when the notation makes no sense there.
 */
export function convertNumber(
  mention: NumberMention,
  field: Field,
  unitStem: string | undefined,
): Conversion | undefined {
  const unit = mention.implied ? mention.unit : unitStem;
  const factor = timeFactor(unit, field);
  if (mention.implied && factor === undefined) return undefined;
  if (factor !== undefined) {
    const inUnits = bounded(mention.value * factor, 1, field);
    return inUnits.ok ? { ...inUnits, unit: true } : inUnits;
  }
  if (mention.share && !field.fraction) return undefined;
  // `95/10` is a level and its margin: neither half counts or measures anything.
  if (mention.level && !field.fraction && !isInPercent(field)) return undefined;
  if (mention.percent) return percent(mention.value, field);
  if (field.integer && mention.grouped !== undefined) {
    return bounded(Math.max(mention.grouped, mention.value), 1, field);
  }
  const { value } = mention;
  if (field.fraction && value > (field.max ?? 1) && value <= 100 && value >= 1) {
    return bounded(shift(value, -2), 0.8, field);
  }
  return bounded(value, 1, field);
}

function percent(value: number, field: Field): Conversion {
  if (field.fraction) return bounded(shift(value, -2), 1.15, field);
  const wanted = isInPercent(field);
  if (!wanted && field.max === undefined && saysShare(field)) return bounded(shift(value, -2), 0.9, field);
  return bounded(value, wanted ? 1.1 : field.integer ? 0.12 : 0.5, field);
}

function isInPercent({ max, name, unit, description }: Field): boolean {
  return max === 100 || /percent|%/iu.test(`${name} ${unit ?? ''} ${description}`);
}

/** Without bounds in the schema its words may tell a share of one: `such as 0.8`, `a share 0..1`. */
function saysShare(field: Field): boolean {
  return /0\s?\.\.\s?1|\b0 to 1\b|between 0 and 1|\bfraction\b|\b(?:such as|e\.g\.,?) 0?\.\d/iu.test(
    field.description,
  );
}

function bounded(value: number, fit: number, field: Field): Conversion {
  const fits =
    Number.isFinite(value) &&
    (!field.integer || Number.isInteger(value)) &&
    (field.min === undefined || value >= field.min) &&
    (field.max === undefined || value <= field.max) &&
    value !== field.schema['exclusiveMinimum'] &&
    value !== field.schema['exclusiveMaximum'];
  return fits ? { ok: true, value, fit } : { ok: false, value };
}

/** How many of the field's units one of the text's units is; undefined when they do not compare. */
function timeFactor(unit: string | undefined, field: Field): number | undefined {
  if (unit === undefined || !TIME_UNITS.has(unit)) return undefined;
  if ((field.cues.get(unit) ?? 0) >= 0.8) return 1;
  const smaller = IN_SMALLER_UNITS[unit];
  if (smaller === undefined) return undefined;
  for (const [name, factor] of Object.entries(smaller)) {
    if ((field.cues.get(name) ?? 0) >= 0.8) return factor;
  }
  return undefined;
}
