import type { Utterance } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import { leafFieldsOf } from '../leaf-fields.js';
import type { KnownOperation } from '../operation.js';
import { leafValues } from './align-values.js';
import { drawCorrection } from './draw-correction.js';
import { type DrawnTurn, drawSentence } from './draw-sentence.js';
import type { Example, Label } from './example.js';
import type { Random } from './random.js';

/** So many of the sentences are followed by a correction. */
const CORRECTED = 0.12;

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
    return Array.from({ length: times }, () => {
      const turns = drawSentence(utterance, random, language);
      const correction = random.chance(CORRECTED)
        ? correctionOf(utterance, operations, random, language)
        : undefined;
      return {
        language,
        turns: correction === undefined ? turns : [...turns, correction],
        label,
        weight: 1,
        author,
      };
    });
  });
}

/** What the person might correct next. */
function correctionOf(
  { wants, say }: Utterance,
  operations: readonly KnownOperation[],
  random: Random,
  language: Language,
): DrawnTurn | undefined {
  const name = wants.kind === 'do' ? wants.operation : undefined;
  const operation = operations.find((one) => one.name === name);
  const last = say.at(-1);
  if (operation === undefined || last === undefined) return undefined;
  return drawCorrection(last, leafFieldsOf(operation.parameters), random, language);
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
