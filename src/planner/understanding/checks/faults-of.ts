import type { Mention, NumberMention } from '../../reading/reading.js';
import { getPath } from '../../schema/leaves.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';
import { type NamedField, namedFields } from '../naming/named-fields.js';
import { namesBeside } from '../naming/names-beside.js';
import type { ReadTurn } from '../read-turn.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import type { FilledSlot } from '../wish.js';
import type { Fault } from './fault.js';
import { isOtherMeasure } from './other-measures.js';

/** What is checked: the values of a wish and the turn that they come from. */
export interface Checked {
  readonly args: Readonly<Record<string, unknown>>;
  readonly slots: readonly FilledSlot[];
  readonly unexplained: readonly Mention[];
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly last: ReadTurn;
  /** Its index. */
  readonly turn: number;
  readonly unit: UnitReader;
}

/** Shares that were rounded when they were said still make one. */
const ROUNDED = 0.011;
/** A question offers no more fields than this. */
const MOST_OFFERED = 3;
const OR = /^(?:or|oder|ou|o|au|ama)$/u;
/** How many words may stand between two values and the `or` that sets them against each other. */
const BETWEEN = 3;

/** All that does not go together in a wish, as code reads it from the schema and the words. */
export function faultsOf(checked: Checked): Fault[] {
  const { last, leaves } = checked;
  const names = namedFields(last.tokens, leaves);
  return [
    ...sumFaults(checked),
    ...rangeFaults(checked, names),
    ...measureFaults(checked),
    ...figureFaults(checked),
    ...rivalFaults(checked),
    ...repeatFaults(checked, names),
    ...spanFaults(checked),
    ...unplacedFaults(checked),
  ];
}

function sumFaults({ args, leaves, slots }: Checked): Fault[] {
  return [...leaves.values()].flatMap((part): Fault[] => {
    if (part.kind !== 'number' || part.listed !== part.path.length - 2) return [];
    const list = getPath(args, part.path.slice(0, -1));
    if (!Array.isArray(list) || list.length < (part.sumsToOne ? 1 : 2)) return [];
    const name = part.path.at(-1) ?? '';
    const values: unknown[] = list.map((item: Readonly<Record<string, unknown>>) => item[name]);
    if (!values.every((value) => typeof value === 'number')) return [];
    const parts = values.reduce((sum, value) => sum + value, 0);
    if (part.sumsToOne)
      return Math.abs(parts - 1) > ROUNDED ? [{ kind: 'sum', parts, whole: 1, shares: true }] : [];
    const whole = args[name];
    const said = slots.some(({ path }) => path.length === 1 && path[0] === name);
    if (!part.integer || !said || typeof whole !== 'number' || whole === parts) return [];
    return [{ kind: 'sum', parts, whole, shares: false }];
  });
}

/** `dropout 120%`: the name stands right beside a value that its field cannot hold. */
function rangeFaults(
  { last: { tokens }, leaves, unit, slots }: Checked,
  names: readonly NamedField[],
): Fault[] {
  const numbers = placesOf(tokens);
  const named = namesBeside(
    tokens,
    numbers.map(({ at }) => at),
    names,
  );
  return numbers.flatMap(({ at, mention }): Fault[] => {
    const beside = named.get(at);
    const isTaken = slots.some((slot) => slot.mention === mention);
    if (isTaken || beside === undefined || beside.next !== at) return [];
    const fields = beside.keys.flatMap((key) => leaves.get(key) ?? []);
    const [first] = fields;
    if (first === undefined || fields.some((leaf) => leaf.kind !== 'number')) return [];
    const outside = (leaf: Leaf) => (leaf.share && mention.unit !== undefined) || isOut(leaf);
    const isOut = (leaf: Leaf) =>
      slotValue(mention, leaf, 'as is', unit) === undefined &&
      slotValue(mention, { ...leaf, min: undefined, max: undefined }, 'as is', unit) !== undefined;
    return fields.every(outside) ? [{ kind: 'range', key: first.key, mention }] : [];
  });
}

function measureFaults({ slots, turn, leaves, last: { tokens, reading } }: Checked): Fault[] {
  return slots.flatMap((slot): Fault[] => {
    const at = tokens.findIndex(({ mention }) => mention === slot.mention);
    const leaf = leaves.get(slot.path.join('.'));
    if (slot.turn !== turn || at < 0 || leaf?.kind !== 'number' || slot.reading !== 'as is') return [];
    const first = isOtherMeasure(tokens, at, leaf);
    if (first === undefined) return [];
    return [{ kind: 'measure', key: leaf.key, said: reading.text.slice(first, slot.mention.end) }];
  });
}

function figureFaults({ slots, turn, leaves, unit, last: { reading } }: Checked): Fault[] {
  // To whom writes English a comma is no decimal sign.
  const isPlain = ({ raw }: Mention) => reading.language === 'en' && /^\d{1,3}(?:,\d{3})+\D*$/u.test(raw);
  return slots.flatMap(({ mention, path, reading: as, turn: said }): Fault[] => {
    const leaf = leaves.get(path.join('.'));
    if (said !== turn || leaf === undefined || mention.type !== 'number') return [];
    // A count has no decimals, so its points are those of thousands.
    if (mention.otherwise === undefined || leaf.integer || isPlain(mention)) return [];
    const other = slotValue({ ...mention, value: mention.otherwise }, leaf, as, unit);
    return other === undefined
      ? []
      : [{ kind: 'figures', mention, values: [mention.value, mention.otherwise] }];
  });
}

function rivalFaults({ last: { tokens } }: Checked): Fault[] {
  const numbers = placesOf(tokens);
  return numbers.flatMap(({ at, mention }, index): Fault[] => {
    const next = numbers[index + 1];
    if (next === undefined || next.at - at > BETWEEN + 1) return [];
    const between = tokens.slice(at + 1, next.at);
    const isEither = between.some(({ text }) => OR.test(text)) && !between.some((token) => isStop(token));
    return isEither ? [{ kind: 'rivals', mentions: [mention, next.mention] }] : [];
  });
}

/** `sd 0.2, sd 0.3`: a value that no field took is named as one that another took. */
function repeatFaults(
  { last: { tokens }, slots, turn, unexplained }: Checked,
  names: readonly NamedField[],
): Fault[] {
  const numbers = placesOf(tokens);
  const named = namesBeside(
    tokens,
    numbers.map(({ at }) => at),
    names,
  );
  return numbers.flatMap(({ at, mention }): Fault[] => {
    const name = named.get(at);
    const keys = name !== undefined && name.next <= at ? name.keys : [];
    const other = slots.find((slot) => slot.turn === turn && keys.includes(slot.path.join('.')));
    if (other === undefined || !unexplained.includes(mention)) return [];
    const mentions = [mention, other.mention].sort((a, b) => a.start - b.start);
    return [{ kind: 'rivals', mentions, key: other.path.join('.') }];
  });
}

/** `dropout 10 to 15%`: a field took one end of a span, and none the other. */
function spanFaults({ last: { tokens }, slots, turn, unexplained }: Checked): Fault[] {
  const numbers = placesOf(tokens).map(({ mention }) => mention);
  return numbers.flatMap((high, at): Fault[] => {
    const low = numbers[at - 1];
    if (low?.bound !== 'low' || high.bound !== 'high') return [];
    const slot = slots.find(
      ({ mention, turn: said }) => said === turn && (mention === low || mention === high),
    );
    const other = slot?.mention === low ? high : low;
    return slot !== undefined && unexplained.includes(other)
      ? [{ kind: 'rivals', mentions: [low, high], key: slot.path.join('.') }]
      : [];
  });
}

function unplacedFaults({ unexplained, slots, args, leaves, unit }: Checked): Fault[] {
  return unexplained.flatMap((mention, at): Fault[] => {
    if (mention.type !== 'number' || !mention.percent) return [];
    // The ends of a span are asked about together: `between 5 and 12%`.
    const [before, next] = [unexplained[at - 1], unexplained[at + 1]];
    if (mention.bound === 'high' && before?.type === 'number' && before.bound === 'low') return [];
    if (mention.bound !== undefined && slots.some((slot) => isOtherEnd(slot.mention, mention))) return [];
    if (mention.bound === 'low' && next?.type === 'number' && next.bound === 'high')
      return [{ kind: 'rivals', mentions: [mention, next] }];
    const open = [...leaves.values()].filter(
      (leaf) =>
        leaf.kind === 'number' &&
        leaf.path.length === 1 &&
        leaf.share &&
        getPath(args, leaf.path) === undefined &&
        slotValue(mention, leaf, 'as is', unit) !== undefined,
    );
    return open.length === 0 || open.length > MOST_OFFERED
      ? []
      : [{ kind: 'unplaced', mention, keys: open.map(({ key }) => key) }];
  });
}

/** Whether two numbers are the ends of one span: nothing but a small word stands between them. */
function isOtherEnd(a: Mention, b: NumberMention): boolean {
  if (a.type !== 'number' || a.bound === undefined || a.bound === b.bound) return false;
  const [low, high] = a.bound === 'low' ? [a, b] : [b, a];
  return high.start >= low.end && high.start - low.end <= SPAN;
}

/** ` bis ` and ` hadi ` are the longest. */
const SPAN = 8;

function placesOf(tokens: readonly Token[]): { readonly at: number; readonly mention: NumberMention }[] {
  return tokens.flatMap(({ mention }, at) => (mention?.type === 'number' ? [{ at, mention }] : []));
}

function isStop({ text }: Token): boolean {
  return /^[.;,!?\n]$/u.test(text);
}
