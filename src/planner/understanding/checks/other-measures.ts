import { conceptsAt } from '../../language/concepts.js';
import { wordsOf } from '../../language/words.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';

/** Classes of words for measures that stand near to others and are none of them: a variance is no deviation. */
export const NEAR_MEASURES: readonly string[] = [
  'variance',
  'standardError',
  'median',
  'icc',
  'deft',
  'clusterSize',
].map((name) => `field.${name}`);
const STOP = /^[.;!?\n,]$/u;
/** How far before a value its name may stand. */
const REACH = 4;

/**
 * Where the words begin that call a value such a measure, if they do and its field is not called so; they stand before
 * it, with no other value or stop between.
 */
export function isOtherMeasure(tokens: readonly Token[], at: number, leaf: Leaf): number | undefined {
  for (let back = 1; back <= REACH; back++) {
    const token = tokens[at - back];
    if (token === undefined || token.mention !== undefined || STOP.test(token.text)) return undefined;
    const measure = NEAR_MEASURES.find((concept) => token.concepts.includes(concept));
    // `media` is a mean in Spanish, though it looks like a median in English.
    if (token.concepts.some((concept) => isCalled(leaf, concept))) return undefined;
    if (measure === undefined) continue;
    let first = at - back;
    while (tokens[first - 1]?.concepts.includes(measure) === true) first--;
    return tokens[first]?.start;
  }
  return undefined;
}

function isCalled({ names }: Leaf, concept: string): boolean {
  return names.some((name) => conceptsAt(wordsOf(name), 'en').some((concepts) => concepts.includes(concept)));
}
