import type { SlotField } from '../../../plugin/index.js';
import type { Mention, Reading } from '../../reading/reading.js';
import type { Leaf } from '../leaf-fields.js';
import type { Reader } from '../reader.js';
import { inUnitOf, slotValue } from '../slot-values.js';
import type { DrawnSpan, DrawnTurn } from './draw-sentence.js';

/** A value of an operation's input with the field that holds it. */
interface Wanted {
  readonly leaf: Leaf;
  readonly value: unknown;
}

interface Candidate {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
  readonly fields: readonly SlotField[];
  /** How far it is from being what was meant: a pair is surer than a number, a complement less than the value itself. */
  readonly cost: number;
}

export interface Aligned {
  readonly turns: readonly DrawnTurn[];
  /** Values that no words of the text say. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** What may be relative to what: `sd` to `mean`. Keys of leaves. */
export type Relations = ReadonlyMap<string, string>;

/**
 * Where a text says the values of a call: the opposite way of filling. Of two places that could say a value the likelier
 * is taken, of two alike the later. Values that it does not say are `given`.
 */
export function alignValues(
  readings: readonly Reading[],
  args: Readonly<Record<string, unknown>>,
  leaves: ReadonlyMap<string, Leaf>,
  relations: Relations,
  reader: Reader,
): Aligned {
  const wanted = leafValues(args, leaves);
  const given: Record<string, unknown> = {};
  const spans: DrawnSpan[][] = readings.map(() => []);
  const said = new Set<Wanted>();
  for (const one of wanted) {
    if (said.has(one)) continue;
    const best = candidatesOf(one, wanted, readings, relations, reader)
      .filter(({ turn, start, end }) => !spans[turn]?.some((span) => span.start < end && start < span.end))
      .sort((a, b) => a.cost - b.cost || b.turn - a.turn)[0];
    if (best === undefined) {
      if (!one.leaf.many) given[one.leaf.key] = one.value;
      continue;
    }
    spans[best.turn]?.push(best);
    for (const field of best.fields) {
      const filled = wanted.find((other) => other.leaf.key === field.path.join('.'));
      if (best.fields.length > 1 && filled !== undefined) said.add(filled);
    }
  }
  return {
    turns: readings.map(({ text }, turn) => ({
      text,
      spans: (spans[turn] ?? []).toSorted((a, b) => a.start - b.start),
      ...(turn < readings.length - 1 ? { partial: true as const } : {}),
    })),
    given,
  };
}

/** The leaves of arguments with their values; each member of a list by itself. */
export function leafValues(
  args: Readonly<Record<string, unknown>>,
  leaves: ReadonlyMap<string, Leaf>,
): { readonly leaf: Leaf; readonly value: unknown }[] {
  const found: Wanted[] = [];
  const walk = (value: unknown, key: string) => {
    const leaf = leaves.get(key);
    if (Array.isArray(value)) for (const member of value) walk(member, key);
    else if (leaf !== undefined) found.push({ leaf, value });
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(member, key === '' ? name : `${key}.${name}`);
  };
  walk(args, '');
  return found;
}

function candidatesOf(
  { leaf, value }: Wanted,
  wanted: readonly Wanted[],
  readings: readonly Reading[],
  relations: Relations,
  reader: Reader,
): Candidate[] {
  const found: Candidate[] = [];
  const base = relations.get(leaf.key);
  const baseValue = wanted.find((one) => one.leaf.key === base)?.value;
  for (const [turn, reading] of readings.entries()) {
    for (const mention of reading.mentions) {
      const { start, end } = mention;
      const push = (fields: readonly SlotField[], cost: number) =>
        found.push({ turn, start, end, fields, cost });
      const alone = (reading: SlotField['reading'], cost: number) =>
        push(
          [{ path: leaf.path, reading, ...(reading === 'relative' ? { of: base?.split('.') ?? [] } : {}) }],
          cost,
        );
      if (mention.type === 'pair') {
        const other = wanted.find(
          (one) =>
            one.leaf !== leaf && same(slotValue(mention, one.leaf, 'second of pair', reader.unit), one.value),
        );
        if (other !== undefined && same(slotValue(mention, leaf, 'first of pair', reader.unit), value))
          push(
            [
              { path: leaf.path, reading: 'first of pair' },
              { path: other.leaf.path, reading: 'second of pair' },
            ],
            -1,
          );
        continue;
      }
      if (same(slotValue(mention, leaf, 'as is', reader.unit), value)) alone('as is', 0);
      else if (mention.type === 'number' && typeof value === 'number') {
        if (
          (leaf.share || (value < 1 && mention.percent)) &&
          same(slotValue(mention, leaf, 'complement', reader.unit), value)
        )
          alone('complement', 1);
        else if (
          leaf.share &&
          mention.value > 1.2 &&
          mention.value < 3 &&
          same(slotValue(mention, leaf, 'z', reader.unit), value)
        )
          alone('z', 2);
        else if (inOtherUnit(mention, value, baseValue, readings)) alone('as is', 0.5);
        else if (
          typeof baseValue === 'number' &&
          same(round(Number(slotValue(mention, leaf, 'relative', reader.unit)) * baseValue), value)
        )
          alone('relative', 1);
      }
    }
    if (leaf.kind === 'string' && typeof value === 'string' && value.length > 1) {
      const at = reading.text.toLowerCase().lastIndexOf(value.toLowerCase());
      if (at >= 0)
        found.push({
          turn,
          start: at,
          end: at + value.length,
          fields: [{ path: leaf.path, reading: 'as is' }],
          cost: 0.2,
        });
    }
  }
  return found;
}

/** `900 g` beside a mean in kilograms is 0.9. */
function inOtherUnit(
  mention: Mention & { type: 'number' },
  value: number,
  base: unknown,
  readings: readonly Reading[],
): boolean {
  if (mention.unit === undefined || typeof base !== 'number') return false;
  return readings.some(({ mentions }) =>
    mentions.some(
      (one) =>
        one.type === 'number' && same(one.value, base) && same(inUnitOf(mention.value, mention, one), value),
    ),
  );
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
  return typeof a === 'string' && String(b).toLowerCase() === a.toLowerCase();
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
