import type { SlotReading } from '../../plugin/index.js';
import type { Mention, NumberMention } from '../reading/reading.js';
import { getPath } from '../schema/leaves.js';
import type { Leaf } from './leaf-fields.js';
import { inUnitOf, slotValue, type UnitReader } from './slot-values.js';
import type { Doubt } from './wish.js';

/** A value that stands for one field. */
export interface Filler {
  readonly key: string;
  readonly path: readonly string[];
  readonly mention: Mention;
  readonly reading: SlotReading;
  /** Of a relative reading: key of the other field. */
  readonly of: string | undefined;
}

export interface FilledArgs {
  readonly args: Record<string, unknown>;
  readonly doubts: readonly Doubt[];
}

/** Arguments from the values that were found for them; related ones in one unit. */
export function fillArgs(
  found: readonly Filler[],
  leaves: ReadonlyMap<string, Leaf>,
  relations: Readonly<Record<string, string>>,
  unit: UnitReader,
): FilledArgs {
  const args: Record<string, unknown> = {};
  const doubts = new Set<Doubt>();
  const numbers = new Map<string, { value: number; mention: NumberMention }>();
  const fillers = asMultiples(found, relations);
  for (const { key, mention, reading } of fillers) {
    const leaf = leaves.get(key);
    const value = leaf === undefined ? undefined : slotValue(mention, leaf, reading, unit);
    if (leaf === undefined || value === undefined) continue;
    if (typeof value === 'number' && mention.type === 'number') numbers.set(key, { value, mention });
    if (reading !== 'relative') put(args, leaf, value);
  }
  for (const { key, mention, reading, of } of fillers) {
    const leaf = leaves.get(key);
    if (leaf === undefined || mention.type !== 'number') continue;
    if (reading === 'relative') {
      const base = of === undefined ? undefined : numbers.get(of)?.value;
      const multiple = slotValue(mention, leaf, reading, unit);
      if (base === undefined || typeof multiple !== 'number') doubts.add('relative');
      else put(args, leaf, round(multiple * base));
      continue;
    }
    const base = numbers.get(relations[key] ?? '');
    const own = numbers.get(key);
    if (base === undefined || own === undefined || leaf.many) continue;
    const value = inUnitOf(own.value, own.mention, base.mention);
    if (value === undefined) doubts.add('units');
    else put(args, leaf, value);
  }
  sumParts(args, leaves);
  return { args, doubts: [...doubts] };
}

/** A share of something that is no share itself is a multiple of it: a standard deviation of 40% beside a mean in kilograms. */
function asMultiples(
  fillers: readonly Filler[],
  relations: Readonly<Record<string, string>>,
): readonly Filler[] {
  return fillers.map((filler) => {
    const of = relations[filler.key];
    const base = fillers.find(({ key }) => key === of)?.mention;
    const isShare = filler.mention.type === 'number' && filler.mention.percent;
    if (of === undefined || filler.reading !== 'as is' || !isShare) return filler;
    return base?.type === 'number' && !base.percent ? { ...filler, reading: 'relative', of } : filler;
  });
}

/** A count that must be given and was said part by part, in every item of a list, is their sum. */
function sumParts(args: Record<string, unknown>, leaves: ReadonlyMap<string, Leaf>): void {
  for (const whole of leaves.values()) {
    if (!whole.required || !whole.integer || whole.path.length !== 1 || args[whole.key] !== undefined)
      continue;
    const part = [...leaves.values()].find(
      (leaf) =>
        leaf.many && leaf.integer && leaf.listed === leaf.path.length - 2 && leaf.path.at(-1) === whole.key,
    );
    const list = part === undefined ? undefined : getPath(args, part.path.slice(0, -1));
    if (!Array.isArray(list) || list.length < 2) continue;
    const counts: unknown[] = list.map((item: Readonly<Record<string, unknown>>) => item[whole.key]);
    if (counts.every((count) => typeof count === 'number'))
      args[whole.key] = counts.reduce((sum, count) => sum + count, 0);
  }
}

/** Sets the value at the leaf's path: a list gets one more, of the items of a list the next without it. */
export function put(args: Record<string, unknown>, leaf: Leaf, value: unknown): void {
  let holder = args;
  for (const [depth, name] of leaf.path.entries()) {
    const last = depth === leaf.path.length - 1;
    if (last && !leaf.many) {
      holder[name] = value;
      return;
    }
    if (last) {
      const before = holder[name];
      if (leaf.listed === depth) holder[name] = [...(Array.isArray(before) ? before : []), value];
      else holder[name] = value;
      return;
    }
    if (leaf.listed === depth) {
      const list: Record<string, unknown>[] = Array.isArray(holder[name]) ? holder[name] : [];
      holder[name] = list;
      const rest = leaf.path.slice(depth + 1);
      const open = list.find((item) => rest[0] !== undefined && item[rest[0]] === undefined);
      const item = open ?? {};
      if (open === undefined) list.push(item);
      holder = item;
    } else {
      const inner = holder[name];
      const next: Record<string, unknown> = isPlain(inner) ? inner : {};
      holder[name] = next;
      holder = next;
    }
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
