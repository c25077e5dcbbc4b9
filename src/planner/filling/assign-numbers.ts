import { stem } from '../language/stem.js';
import type { Word } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { assignFromTo } from './assign-from-to.js';
import { convertNumber } from './convert-number.js';
import type { CueTable } from './cues.js';
import { matchWeights } from './match-weights.js';
import type { NumberMention } from './numbers.js';
import { neighbours, type TextModel } from './read-text.js';
import { isShareInUse, USAGE_STEMS } from './share-in-use.js';

export interface NumberAssignment {
  readonly field: Field;
  readonly value: number;
  readonly mention: NumberMention;
  /** Words that tied the two together. */
  readonly words: readonly Word[];
}

/** A number whose words point at a field whose bounds refuse it. */
export interface RefusedNumber {
  readonly field: Field;
  readonly mention: Pick<NumberMention, 'raw'>;
}

export interface AssignedNumbers {
  readonly assigned: readonly NumberAssignment[];
  readonly refused: readonly RefusedNumber[];
  readonly left: readonly NumberMention[];
}

const ENOUGH = 0.14;
const STRONG = 0.5;
/** What `±` itself says: after a value a deviation, alone a margin. Words of the notation, not of any subject. */
const SPREAD_AFTER_VALUE: Readonly<Record<string, number>> = {
  sd: 1,
  devi: 1,
  spread: 0.7,
  error: 0.5,
  margin: 0.4,
  uncertainty: 0.4,
  toleranc: 0.4,
};
const SPREAD_ALONE: Readonly<Record<string, number>> = {
  margin: 1,
  precision: 0.9,
  error: 0.8,
  toleranc: 0.8,
  uncertainty: 0.8,
  devi: 0.4,
  sd: 0.4,
};
const AT_MOST: Readonly<Record<string, number>> = { maximum: 1, limit: 1, most: 0.8, upper: 0.7, top: 0.5 };
const AT_LEAST: Readonly<Record<string, number>> = { minimum: 1, least: 0.8, lower: 0.7, threshold: 0.6 };
const SPREAD_CENTRE: Readonly<Record<string, number>> = { mean: 0.9, averag: 0.9, estim: 0.5, valu: 0.4 };

/**
 * Gives each number at most one field and each field at most one number, so that the words around the numbers
 * agree best over the whole text.
 */
export function assignNumbers(
  model: TextModel,
  fields: readonly Field[],
  cues: CueTable,
  mentions: readonly NumberMention[],
): AssignedNumbers {
  const assigned: NumberAssignment[] = [];
  const taken = new Set<NumberMention>();
  for (const pair of [
    ...assignPairs(model, fields, cues, mentions),
    ...assignFromTo(model, fields, mentions),
  ]) {
    assigned.push(pair);
    taken.add(pair.mention);
  }
  const free = fields.filter((field) => !assigned.some((one) => one.field === field));
  const rest = mentions.filter((mention) => !taken.has(mention));
  const refused: RefusedNumber[] = [];
  const pairs = rest.map((mention) => {
    const around = neighbours(model, mention);
    const unit = unitAfter(model, mention)?.stem;
    const before = model.text.slice(Math.max(0, mention.start - 20), mention.start);
    const inUse = isShareInUse(model, mention);
    return free.map((field) => weigh(field, cues, around, mention, rest, unit, before, inUse));
  });
  for (const [row, column] of matchWeights(pairs.map((line) => line.map((one) => one.weight))).entries()) {
    const mention = rest[row];
    const field = free[column];
    const pair = pairs[row]?.[column];
    if (mention === undefined || field === undefined || pair === undefined) continue;
    if (pair.value === undefined) refused.push({ field, mention });
    else assigned.push({ field, value: pair.value, mention, words: pair.words });
    taken.add(mention);
  }
  return { assigned, refused, left: mentions.filter((mention) => !taken.has(mention)) };
}

interface Weighed {
  readonly weight: number;
  /** Undefined for a value that the field's bounds refuse. */
  readonly value: number | undefined;
  readonly words: readonly Word[];
}

const NOTHING: Weighed = { weight: 0, value: undefined, words: [] };

/**
 * How well a number and a field go together. A number that the words give to a field whose bounds refuse it keeps
 * its weight: it is better to ask than to put it elsewhere.
 */
function weigh(
  field: Field,
  cues: CueTable,
  around: ReturnType<typeof neighbours>,
  mention: NumberMention,
  all: readonly NumberMention[],
  unit: string | undefined,
  before: string,
  inUse: boolean,
): Weighed {
  const conversion = convertNumber(mention, field, unit);
  if (conversion === undefined) return NOTHING;
  const { score: said, words } = cueScore(field, cues, around, mention, all, before);
  const score = inUse ? Math.max(said, strongest(field, USAGE_STEMS)) : said;
  if (!conversion.ok) return score >= STRONG ? { weight: 0.9 * score, value: undefined, words } : NOTHING;
  const named = conversion.unit === true || (unit !== undefined && counts(field, unit));
  const weight = score * conversion.fit + (named ? 0.4 : 0);
  return weight < ENOUGH ? NOTHING : { weight, value: conversion.value, words };
}

/** Whether the field says that it counts what the unit names: `How many dice` for `3 dice`. */
function counts(field: Field, unit: string): boolean {
  const counted = /\b(?:how many|number of)\s+(.{1,60})/iu.exec(field.description)?.[1] ?? '';
  return counted.split(/[^\p{L}\p{M}]+/u, 3).some((word) => stem(word.toLowerCase()) === unit);
}

/** The word right behind a number: what it counts. */
export function unitAfter(model: TextModel, mention: NumberMention): Word | undefined {
  return model.words.find(
    (word) => word.start >= mention.end && /^[\s-]*$/u.test(model.text.slice(mention.end, word.start)),
  );
}

function cueScore(
  field: Field,
  cues: CueTable,
  around: ReturnType<typeof neighbours>,
  mention: NumberMention,
  all: readonly NumberMention[],
  before: string,
): { score: number; words: Word[] } {
  const sides = { left: 0, right: 0 };
  const seen = new Set<string>();
  const words: Word[] = [];
  for (const { word, weight, side } of around) {
    const cue = cues.weight(word, field);
    if (cue === 0 || seen.has(`${side}${word.stem}`)) continue;
    seen.add(`${side}${word.stem}`);
    const gain = cue * weight;
    sides[side] += gain * (sides[side] > 0 ? 0.6 : 1);
    if (gain >= 0.2) words.push(word);
  }
  let score = Math.max(sides.left, sides.right) + 0.3 * Math.min(sides.left, sides.right);
  score += notation(field, mention, all, before);
  return { score, words };
}

/** What `0.8 ± 0.2`, `± 5%`, `at most 20` say without a word of the field's own. */
function notation(field: Field, mention: NumberMention, all: readonly NumberMention[], text: string): number {
  if (/\b(?:at most|up to|no more than|not more than|maximum of|max)\s*$/iu.test(text))
    return strongest(field, AT_MOST);
  if (/\b(?:at least|no less than|not less than|minimum of|min)\s*$/iu.test(text))
    return strongest(field, AT_LEAST);
  const index = all.indexOf(mention);
  const before = all[index - 1];
  const after = all[index + 1];
  const behindValue = mention.spread && before !== undefined && mention.start - before.end < 4;
  if (mention.spread) return strongest(field, behindValue ? SPREAD_AFTER_VALUE : SPREAD_ALONE);
  return after?.spread === true && after.start - mention.end < 4 ? strongest(field, SPREAD_CENTRE) : 0;
}

function strongest(field: Field, table: Readonly<Record<string, number>>): number {
  let best = 0;
  for (const [stem, weight] of Object.entries(table)) {
    const gain = weight * (field.cues.get(stem) ?? 0);
    if (gain > best) best = gain;
  }
  return best;
}

/** `95/5` goes to the two neighbouring fields that the words name, or whose defaults add up to one as it does. */
function assignPairs(
  model: TextModel,
  fields: readonly Field[],
  cues: CueTable,
  mentions: readonly NumberMention[],
): NumberAssignment[] {
  const found: NumberAssignment[] = [];
  const used = new Set<Field>();
  for (const [index, first] of mentions.entries()) {
    const second = mentions[index + 1];
    if (first.pair !== 'first' || second?.pair !== 'second') continue;
    const around = [...neighbours(model, first), ...neighbours(model, second)];
    let best: { score: number; pair: NumberAssignment[] } | undefined;
    for (const [at, a] of fields.entries()) {
      for (const b of fields.slice(at + 1)) {
        const left = convertNumber(first, a, undefined);
        const right = convertNumber(second, b, undefined);
        if (used.has(a) || used.has(b) || left?.ok !== true || right?.ok !== true) continue;
        if (a.path.length !== b.path.length || a.fraction !== b.fraction) continue;
        // A pair that makes a whole, as 95/5 does, is two shares of one.
        if (isWhole(first, second) && !(a.fraction && addsUpToOne(left.value, right.value))) continue;
        const named = [Math.min(1, cueSum(a, cues, around)), Math.min(1, cueSum(b, cues, around))] as const;
        const usual = addsUpToOne(usualValue(a), usualValue(b));
        const score = named[0] + named[1] + (usual && a.fraction ? 1 : 0);
        if (score >= 0.6 && (usual || Math.min(...named) >= 0.3) && score > (best?.score ?? 0)) {
          best = {
            score,
            pair: [
              { field: a, value: left.value, mention: first, words: [] },
              { field: b, value: right.value, mention: second, words: [] },
            ],
          };
        }
      }
    }
    for (const one of best?.pair ?? []) {
      found.push(one);
      used.add(one.field);
    }
  }
  return found;
}

function cueSum(field: Field, cues: CueTable, around: ReturnType<typeof neighbours>): number {
  return around.reduce((sum, { word, weight }) => sum + cues.weight(word, field) * weight, 0);
}

function isWhole(a: NumberMention, b: NumberMention): boolean {
  return a.value + b.value === 100 || addsUpToOne(a.value, b.value);
}

/** The default, by the schema or else by the words of the description. */
function usualValue(field: Field): unknown {
  const spoken =
    /(?<![\w.])(\d*\.\d+)(?: by default|(?: \(default\)))|\bdefault(?:s to|:)? (\d*\.\d+)|such as (\d*\.\d+)/u.exec(
      field.description,
    );
  const value = spoken?.[1] ?? spoken?.[2] ?? spoken?.[3];
  return field.schema['default'] ?? (value === undefined ? undefined : Number(value));
}

function addsUpToOne(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && Math.abs(a + b - 1) < 1e-9;
}
