import type { Reading } from '../../reading/reading.js';
import { FeatureSet } from './feature-set.js';
import { quotesClosed, shapeOf, type Token } from './tokens.js';

/** What stands before a message in its conversation. */
export interface Before {
  /** What the turn before meant; undefined at the beginning, '' when it is not known. */
  readonly operation: string | undefined;
}

/** What a path of a file ends in, and one of a folder does not. */
const ENDING = /\.\p{L}[\p{L}\d]{0,5}$/u;
const SHORT = 8;
const LONGEST_WORD = 24;

/** What a message shows of what it wants: its words, pieces of them, their classes, its values and its clauses. */
export function sentenceFeatures(reading: Reading, said: readonly Token[], before: Before): Uint32Array {
  const features = new FeatureSet();
  const tokens = quotesClosed(said, reading);
  features.add('all');
  const words = tokens.map((token) => token.text);
  for (const [index, word] of words.entries()) {
    features.add(`w${word}`);
    features.add(`v${word} ${words[index + 1] ?? ''}`);
    addPieces(features, word);
  }
  addConcepts(features, tokens);
  addShapes(features, reading);
  addClauses(features, reading);
  features.add(`long${Math.min(8, words.length >> 1)}`);
  features.add(`first${words[0] ?? ''}`);
  features.add(`two${words[0] ?? ''} ${words[1] ?? ''}`);
  features.add(`last${words.at(-1) ?? ''}`);
  if (before.operation !== undefined) {
    features.add('follows');
    features.add(`after ${before.operation}`);
    features.add(`after ${before.operation} ${words.length < SHORT}`);
  }
  return features.toArray();
}

/** Letters 3 to 5 at a time, so that forms and slips of a word share most of it. */
function addPieces(features: FeatureSet, word: string): void {
  if (word.length < 3 || word.startsWith('<')) return;
  const whole = `^${word.slice(0, LONGEST_WORD)}$`;
  for (let length = 3; length <= 5; length++)
    for (let at = 0; at + length <= whole.length; at++) features.add(`c${whole.slice(at, at + length)}`);
}

/** Classes of words, alone and each with the next that stands in the text. */
function addConcepts(features: FeatureSet, tokens: readonly Token[]): void {
  let previous: readonly string[] = ['^'];
  for (const token of tokens) {
    const here = token.mention === undefined ? token.concepts : [`<${shapeOf(token.mention)}>`];
    if (here.length === 0) continue;
    for (const concept of here) {
      features.add(`k${concept}`);
      for (const before of previous) features.add(`kk${before} ${concept}`);
    }
    previous = here;
  }
}

function addShapes(features: FeatureSet, { mentions }: Reading): void {
  const counts = new Map<string, number>();
  for (const mention of mentions) {
    const shape = shapeOf(mention);
    if (mention.type === 'path') features.add(ENDING.test(mention.value) ? 'mfile' : 'mfolder');
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  for (const [shape, count] of counts) {
    features.add(`m${shape}`);
    features.add(`m${shape}${Math.min(3, count)}`);
  }
  if (mentions.length === 0) features.add('m-');
}

function addClauses(features: FeatureSet, { clauses, text }: Reading): void {
  for (const [index, clause] of clauses.entries()) {
    const flags = (['negated', 'conditional', 'modal', 'past', 'narrowed'] as const).filter(
      (flag) => clause[flag],
    );
    const place = index === 0 ? 'first' : index === clauses.length - 1 ? 'last' : 'inner';
    features.add(`mood${clause.mood}${place}`);
    for (const flag of flags) {
      features.add(`is${flag}`);
      features.add(`is${flag}${place}`);
      features.add(`is${flag}${clause.mood}`);
    }
    if (flags.length === 0) features.add(`plain${clause.mood}`);
  }
  features.add(`clauses${Math.min(4, clauses.length)}`);
  if (text.trimEnd().endsWith('?')) features.add('asks');
}
