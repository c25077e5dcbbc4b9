import type { Utterance } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import { leafFieldsOf } from '../leaf-fields.js';
import type { KnownOperation } from '../operation.js';
import { leafValues } from './align-values.js';
import { drawSentence } from './draw-sentence.js';
import type { Example, Label } from './example.js';
import type { Random } from './random.js';

/** The utterances of one file. */
export interface UtteranceFile {
  /** Whose they are: the plugin's name. */
  readonly author: string;
  readonly language: Language;
  readonly utterances: readonly Utterance[];
}

/** Sentences made of utterances: each so many times, with other values and other alternatives. */
export function drawExamples(
  file: UtteranceFile,
  operations: readonly KnownOperation[],
  times: number,
  random: Random,
): Example[] {
  const { author, language, utterances } = file;
  return utterances.flatMap((utterance) => {
    const label = labelOf(utterance, operations);
    if (label === undefined) return [];
    return Array.from({ length: times }, () => ({
      language,
      turns: drawSentence(utterance, random, language),
      label,
      weight: 1,
      author,
    }));
  });
}

/** Undefined for an operation that is not there: the plugin may be one of another version, or have left it out. */
function labelOf(
  { wants, with: given }: Utterance,
  operations: readonly KnownOperation[],
): Label | undefined {
  if (wants.kind !== 'do') return { kind: wants.kind };
  const operation = operations.find((one) => one.name === wants.operation);
  if (operation === undefined) return undefined;
  const values = leafValues(given, leafFieldsOf(operation.parameters));
  return {
    kind: 'do',
    operation: operation.name,
    given: Object.fromEntries(values.map(({ leaf, value }) => [leaf.key, value])),
  };
}
