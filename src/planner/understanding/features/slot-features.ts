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
  if (mention.type === 'number') addNumber(both, mention, tokens);
  addWindow(features, tokens, at);
  addDistances(features, both, tokens, at, -1);
  addDistances(features, both, tokens, at, 1);
  addOrder(both, tokens, mention);
  if (context.turn > 0) {
    features.add(`turn${tokens.length < 10}`);
    for (const field of context.lastFields) both(`last${field}:${Math.min(2, context.lastFields.length)}`);
  }
  return features.toArray();
}

function addNumber(both: (feature: string) => void, mention: NumberMention, tokens: readonly Token[]): void {
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
  const bare = tokens.flatMap(({ mention: one }) =>
    one?.type === 'number' && !one.percent && one.unit === undefined ? [one.value] : [],
  );
  if (value === bare.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)) both('largest');
  both(`numbers${Math.min(4, bare.length)}`);
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
function addOrder(both: (feature: string) => void, tokens: readonly Token[], mention: Mention): void {
  const like = tokens.flatMap(({ mention: one }) =>
    one !== undefined && (one.type === mention.type || (mention.type === 'number' && one.type === 'pair'))
      ? [one]
      : [],
  );
  const place = like.indexOf(mention);
  both(`place${Math.min(5, place)}`);
  if (place === like.length - 1) both('lastplace');
  both(`of${Math.min(6, like.length)}`);
}
