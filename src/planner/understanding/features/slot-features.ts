import type { Mention, NumberMention } from '../../reading/reading.js';
import { FeatureSet } from './feature-set.js';
import { shapeOf, type Token } from './tokens.js';

/** Fields that the conversation filled last: what a correction is likely to speak of. */
export interface SlotContext {
  /** Index of the turn in the conversation. */
  readonly turn: number;
  readonly lastFields: readonly string[];
}

const WINDOW = 4;
const FAR = 12;
const BREAK = /^[.;!?\n]$/u;
const STEM = 5;
/** Upper ends of the classes of sizes. */
const SIZES = [0, 0.02, 0.26, 0.5, 0.8, 0.999, 3, 25, 79, 100, 400, 2000, 20_000] as const;

/** What a message shows of where one of its values goes, if it asks for `operation`. */
export function slotFeatures(
  tokens: readonly Token[],
  at: number,
  operation: string,
  context: SlotContext,
): Uint32Array {
  const features = new FeatureSet();
  const mention = tokens[at]?.mention;
  if (mention === undefined) return features.toArray();
  const both = (feature: string) => {
    features.add(feature);
    features.add(`${operation}|${feature}`);
  };
  features.add('all');
  both('op');
  both(`T${shapeOf(mention)}`);
  const values = valuesOf(tokens);
  if (mention.type === 'number') addNumber(both, mention, values);
  addWindow(features, tokens, at);
  addDistances(features, both, tokens, at, -1);
  addDistances(features, both, tokens, at, 1);
  addOrder(both, values, mention);
  if (context.turn > 0) {
    features.add(`turn${tokens.length < 10}`);
    for (const field of context.lastFields) both(`last${field}:${Math.min(2, context.lastFields.length)}`);
  }
  return features.toArray();
}

function addNumber(
  both: (feature: string) => void,
  mention: NumberMention,
  { largest, numbers }: Values,
): void {
  const size = SIZES.findIndex((end) => mention.value <= end);
  const { unit, percent, fraction, plusMinus, value, raw } = mention;
  both(`B${size}`);
  both(`B${shapeOf(mention)}${size}`);
  both(`U${percent ? '%' : (unit?.name ?? '-')}`);
  if (unit?.per !== undefined) both(`per${unit.per}`);
  both(`I${Number.isInteger(value)}`);
  if (fraction) both(`part${value > 0.5}`);
  if (plusMinus) both('plusminus');
  if (Number.isInteger(value) && value >= 1990 && value <= 2035 && /^\d{4}$/u.test(raw)) both('year');
  if (value === largest) both('largest');
  both(`numbers${Math.min(4, numbers)}`);
}

/** The words right beside it. */
function addWindow(features: FeatureSet, tokens: readonly Token[], at: number): void {
  const text = (index: number) => tokens[index]?.text ?? (index < 0 ? '^' : '$');
  for (let step = 1; step <= WINDOW; step++) {
    for (const [side, index] of [
      ['L', at - step],
      ['R', at + step],
    ] as const) {
      const word = text(index);
      features.add(`${side}${step}${word}`);
      features.add(`${side}${step}~${word.slice(0, STEM)}`);
      features.add(`${side}~${word.slice(0, STEM)}`);
      if (step <= 2)
        for (const concept of tokens[index]?.concepts ?? []) features.add(`${side}${step}k${concept}`);
    }
  }
  const [left, right] = [text(at - 1), text(at + 1)];
  features.add(`LL${text(at - 2)} ${left}`);
  features.add(`RR${right} ${text(at + 2)}`);
  features.add(`LR${left}|${right}`);
  for (const [side, word] of [
    ['l', left],
    ['r', right],
  ] as const)
    for (let length = 3; length <= 4; length++)
      for (let from = 0; from + length <= Math.min(word.length, 16); from++)
        features.add(`${side}c${word.slice(from, from + length)}`);
}

/** Classes of words on one side, by how many values and stops stand between. */
function addDistances(
  features: FeatureSet,
  both: (feature: string) => void,
  tokens: readonly Token[],
  at: number,
  step: -1 | 1,
): void {
  const side = step < 0 ? '<' : '>';
  const seen = new Set<string>();
  let values = 0;
  let stops = 0;
  for (let index = at + step, far = 0; far < FAR; index += step, far++) {
    const token = tokens[index];
    if (token === undefined) return;
    if (token.mention !== undefined) {
      if (token.mention.type !== 'date') values++;
      continue;
    }
    if (BREAK.test(token.text)) stops += 2;
    else if (token.text === ',') stops++;
    if (values > 1 || stops > 2) return;
    for (const concept of token.concepts) {
      if (seen.has(concept)) continue;
      const feature = `${side}${concept}:${values}:${Math.min(2, stops)}`;
      if (seen.size === 0) both(`1${feature}`);
      seen.add(concept);
      both(feature);
      features.add(`${feature}:${far < 2 ? 0 : far < 5 ? 1 : 2}`);
    }
  }
}

/** Which of the values of its kind it is. */
function addOrder(both: (feature: string) => void, { orders, pairs }: Values, mention: Mention): void {
  const order = orders.get(mention);
  if (order === undefined) return;
  const { place, like } = order;
  const of = like.count + (mention.type === 'number' ? pairs : 0);
  both(`place${Math.min(5, place)}`);
  if (place === of - 1) both('lastplace');
  both(`of${Math.min(6, of)}`);
}

/** The values of a message, seen together. */
interface Values {
  /** The largest number without a unit, and how many of them there are. */
  readonly largest: number;
  readonly numbers: number;
  readonly pairs: number;
  /** The place of each among those of its kind; a number stands among pairs too. */
  readonly orders: ReadonlyMap<
    Mention,
    { readonly place: number; readonly like: { readonly count: number } }
  >;
}

const known = new WeakMap<readonly Token[], Values>();

/** Looked through once for all values of a message. */
function valuesOf(tokens: readonly Token[]): Values {
  const before = known.get(tokens);
  if (before !== undefined) return before;
  const orders = new Map<Mention, { place: number; like: { count: number } }>();
  const kinds = new Map<Mention['type'], { count: number }>();
  let [largest, numbers, pairs] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (const { mention } of tokens) {
    if (mention === undefined) continue;
    const like = kinds.get(mention.type) ?? { count: 0 };
    kinds.set(mention.type, like);
    orders.set(mention, { place: like.count + (mention.type === 'number' ? pairs : 0), like });
    like.count++;
    if (mention.type === 'pair') pairs++;
    if (mention.type !== 'number' || mention.percent || mention.unit !== undefined) continue;
    numbers++;
    largest = Math.max(largest, mention.value);
  }
  const values = { largest, numbers, pairs, orders };
  known.set(tokens, values);
  return values;
}
