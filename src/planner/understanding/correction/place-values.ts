import type { Mention } from '../../reading/reading.js';
import { getPath } from '../../schema/leaves.js';
import { type SlotContext, slotFeatures } from '../features/slot-features.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';
import { type Model, partFor } from '../model.js';
import { complementLabel } from '../naming/called-otherwise.js';
import type { NamedField } from '../naming/named-fields.js';
import { namesBeside } from '../naming/names-beside.js';
import type { KnownOperation } from '../operation.js';
import { fieldsOfLabel, NO_FIELD } from '../slot-labels.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import { probabilities } from '../softmax.js';
import type { FilledSlot } from '../wish.js';

/** What is corrected: the call as it was proposed, and where its values were said. */
export interface Proposed {
  readonly operation: KnownOperation;
  readonly args: Readonly<Record<string, unknown>>;
  readonly slots: readonly FilledSlot[];
}

/** A value of a correction with the label of where it goes. */
export interface Placed {
  readonly mention: Mention;
  readonly label: string;
  /** It was named, or said beside the one that it replaces. */
  readonly plain: boolean;
}

const SURE = 0.5;
/** How much less likely a share stands for what was a measure, and the other way round. */
const UNLIKE = 0.1;
const STOP = /^[.;!?\n,]$/u;
/** What comes before the value that no longer holds. */
const NOT = /^(?:not|nicht|pas|no|nao|sio|si|instead|statt|anstatt|lugar|vez|lieu|badala|than)$/u;
const FILLERS = 2;

/**
 * Where the values of a correction go: to the field that is named beside them; in the place of the value that they
 * replace, `8%, not 15%`; else to where the model puts them, or to the one field that has such a value.
 */
export function placeValues(
  tokens: readonly Token[],
  names: readonly NamedField[],
  { operation, args, slots }: Proposed,
  leaves: ReadonlyMap<string, Leaf>,
  context: SlotContext,
  whole: Model,
  unit: UnitReader,
): Placed[] {
  const model = partFor(whole, operation.name);
  const taught = (model.operations[operation.name]?.slots ?? []).filter((label) => label !== NO_FIELD);
  const fits = (mention: Mention, label: string) =>
    fieldsOfLabel(label).every((field) => {
      const leaf = leaves.get(field.path.join('.'));
      return leaf !== undefined && slotValue(mention, leaf, field.reading, unit) !== undefined;
    });
  const places = tokens.flatMap(({ mention }, at) =>
    mention === undefined || mention.type === 'quote' ? [] : [{ at, mention }],
  );
  const named = namesBeside(
    tokens,
    places.map(({ at }) => at),
    names,
  );
  const replaced: string[] = [];
  const holdersOf = (mention: Mention) =>
    [...leaves.values()].filter((leaf) => holds(args, leaf, mention, unit));
  const denied = places.some(({ at }) => isDenied(tokens, at));
  const isOld = ({ at, mention }: (typeof places)[number]) =>
    denied ? isDenied(tokens, at) : !named.has(at) && holdersOf(mention).length > 0;
  // `from 15% to 8%` says no more than `8%, not 15%`; what has no new value beside it is said again.
  const old = places.length < 2 || places.every(isOld) ? [] : places.filter(isOld);
  for (const { at, mention } of old)
    replaced.push(...(named.get(at)?.keys ?? holdersOf(mention).map(({ key }) => key)));
  const open = places.filter((one) => !old.includes(one));
  const used = new Set<string>();
  const placed = new Map<Mention, Placed>();
  const take = (mention: Mention, label: string, plain: boolean) => {
    placed.set(mention, { mention, label, plain });
    for (const { path } of fieldsOfLabel(label))
      if (leaves.get(path.join('.'))?.many !== true) used.add(path.join('.'));
  };
  const likeliest = (at: number, mention: Mention, labels: readonly string[]) => {
    const free = labels.filter(
      (label) => fits(mention, label) && !fieldsOfLabel(label).some(({ path }) => used.has(path.join('.'))),
    );
    const learnt = free.filter((label) => model.slots.labels.includes(label));
    const indexes = learnt.map((label) => model.slots.labels.indexOf(label));
    const features = slotFeatures(tokens, at, operation.name, context);
    const p = probabilities(model.slots, features, indexes);
    const ranked = learnt
      .map((label, index) => ({ label, p: (p[index] ?? 0) * (isOfSort(mention, label, slots) ? 1 : UNLIKE) }))
      .sort((a, b) => b.p - a.p);
    return ranked[0] ?? (free[0] === undefined ? undefined : { label: free[0], p: SURE });
  };
  const of = (keys: readonly string[]) => [
    ...new Set([
      ...keys,
      ...taught.filter((label) => fieldsOfLabel(label).some(({ path }) => keys.includes(path.join('.')))),
    ]),
  ];
  for (const { at, mention } of open) {
    const response = mention.type === 'number' ? complementLabel(tokens, at, leaves) : undefined;
    if (response !== undefined && fits(mention, response)) {
      take(mention, response, true);
      continue;
    }
    const keys = named.get(at)?.keys;
    const best = keys === undefined ? undefined : likeliest(at, mention, of(keys));
    if (best !== undefined) take(mention, best.label, true);
  }
  for (const { at, mention } of open.filter((one) => !named.has(one.at) && !placed.has(one.mention))) {
    const instead = replaced.length === 0 ? undefined : likeliest(at, mention, of(replaced));
    const best = instead ?? likeliest(at, mention, taught);
    if (best !== undefined && (instead !== undefined || best.p >= SURE))
      take(mention, best.label, instead !== undefined);
    else {
      const alike = [...leaves.values()].filter(
        (leaf) =>
          !leaf.many && !used.has(leaf.key) && fits(mention, leaf.key) && isAlike(mention, leaf, args, slots),
      );
      const [only, another] = alike;
      if (only !== undefined && another === undefined) take(mention, only.key, true);
    }
  }
  return open.map(({ mention }) => placed.get(mention) ?? { mention, label: NO_FIELD, plain: false });
}

function isDenied(tokens: readonly Token[], at: number): boolean {
  for (let back = 1; back <= FILLERS + 1; back++) {
    const token = tokens[at - back];
    if (token === undefined || token.mention !== undefined || STOP.test(token.text)) return false;
    if (NOT.test(token.text)) return true;
  }
  return false;
}

/** Whether the field has this very value. */
function holds(
  args: Readonly<Record<string, unknown>>,
  leaf: Leaf,
  mention: Mention,
  unit: UnitReader,
): boolean {
  if (leaf.many) return false;
  const value = getPath(args, leaf.path);
  return value !== undefined && value === slotValue(mention, leaf, 'as is', unit);
}

/** Whether a value may take the place of what the fields of a label were said to be: no share that of a measure. */
function isOfSort(mention: Mention, label: string, slots: readonly FilledSlot[]): boolean {
  if (mention.type !== 'number') return true;
  return fieldsOfLabel(label).every(({ path, reading }) => {
    const before = slots.findLast((slot) => slot.path.join('.') === path.join('.'))?.mention;
    if (before?.type !== 'number' || reading !== 'as is') return true;
    return !(mention.percent && before.unit !== undefined) && !(before.percent && mention.unit !== undefined);
  });
}

/** Whether the field has a value of the same sort: a share, a measure of the same dimension, a path. */
function isAlike(
  mention: Mention,
  leaf: Leaf,
  args: Readonly<Record<string, unknown>>,
  slots: readonly FilledSlot[],
): boolean {
  if (getPath(args, leaf.path) === undefined) return false;
  const before = slots.findLast(({ path }) => path.join('.') === leaf.key)?.mention;
  if (mention.type !== 'number') return before?.type === mention.type;
  if (leaf.kind !== 'number') return false;
  if (mention.percent || mention.fraction) return leaf.share;
  if (mention.unit === undefined) return !leaf.share;
  return before?.type === 'number' && before.unit?.dimension === mention.unit.dimension;
}
