import type { Mention } from '../../reading/reading.js';
import { FeatureSet } from './feature-set.js';
import { shapeOf, type Token } from './tokens.js';

/** The field stays as it is when nothing is said. */
export const NO_CHOICE = '-';

export function choiceLabel(key: string, value: unknown): string {
  return `${key}=${JSON.stringify(value)}`;
}

export function valueOfChoice(label: string): unknown {
  return JSON.parse(label.slice(label.indexOf('=') + 1)) as unknown;
}

/** That a field was filled, and by what sort of value: a share, a large number, a path. */
export function filledSign(slot: string, mention: Mention): string {
  const small = mention.type === 'number' && mention.value <= 1;
  return `${slot}:${mention.type}${small ? '<1' : ''}`;
}

/** What a message shows of which of a few values a field has; `filled` are the signs of what the conversation filled. */
export function choiceFeatures(
  tokens: readonly Token[],
  operation: string,
  key: string,
  filled: readonly string[],
): Uint32Array {
  const features = new FeatureSet();
  const add = (feature: string) => {
    features.add(`${key}|${feature}`);
    features.add(`${operation}|${key}|${feature}`);
  };
  add('all');
  for (const [at, token] of tokens.entries()) {
    add(`w${token.text}`);
    features.add(`${key}|v${token.text} ${tokens[at + 1]?.text ?? ''}`);
    if (token.mention !== undefined) add(`m${shapeOf(token.mention)}`);
    for (const concept of token.concepts) add(`k${concept}`);
    if (token.mention === undefined)
      for (let from = 0; from + 4 <= Math.min(token.text.length, 20); from++)
        features.add(`${key}|c${token.text.slice(from, from + 4)}`);
  }
  for (const sign of new Set(filled)) add(`has ${sign}`);
  return features.toArray();
}
