import type { ManifestExample } from '../../plugin/index.js';
import type { Model } from './model.js';
import type { KnownOperation } from './operation.js';
import { ownWords } from './own-words.js';
import type { Reader } from './reader.js';
import { lettersOf, timedSentences } from './timed-sentences.js';
import type { UtteranceFile } from './training/draw-examples.js';
import { fitModel } from './training/fit-model.js';
import { examplesOf } from './training/lesson.js';
import { taughtSentences, wordForWord } from './word-for-word.js';

/** What plugins that the shipped model does not know bring to learn from. */
export interface OwnLesson {
  readonly operations: readonly KnownOperation[];
  readonly manifests: readonly ManifestExample[];
  readonly files: readonly UtteranceFile[];
}

const SEED = 1;
/** Sentences made of utterances: enough for a plugin's ten, and quick. */
const SENTENCES = 60;
/** So many of the shipped model’s sentences stand for all that is not theirs: with few of them a plugin takes what others mean. */
const OTHERS = 400;
const BITS = { intent: 13, slots: 13, spans: 13, choices: 11 } as const;

/**
 * The model with what a project's own plugins teach, learnt in some 200 ms: their sentences against the shipped model's
 * sentences of all kinds. Operations that come without a sentence stay unknown.
 */
export function learnOwn(model: Model, lesson: OwnLesson, reader: Reader): Model {
  const examples = examplesOf({ ...lesson, talks: [] }, reader, SEED, SENTENCES);
  if (examples.length === 0) return model;
  const stride = Math.max(1, Math.floor(model.background.length / OTHERS));
  const others = model.background
    .filter((_, at) => at % stride === 0)
    .map(({ language, text }) => ({
      language,
      turns: [{ text, spans: [] }],
      label: { kind: 'other' as const },
      weight: 1,
      author: 'background',
    }));
  const own = fitModel([...examples, ...others], lesson.operations, reader, model.calibration, {
    seed: SEED,
    bits: BITS,
  });
  const utterances = lesson.files.flatMap((file) => file.utterances);
  const taught = new Set(utterances.flatMap(({ wants }) => (wants.kind === 'do' ? [wants.operation] : [])));
  const [denied, wished] = [true, false].map((not) =>
    wordForWord(
      // A sentence of values alone is said by everybody.
      utterances.filter(
        ({ wants, say }) => (wants.kind === 'not') === not && say.some((each) => lettersOf(each) > 0),
      ),
    ),
  );
  const denies = (message: string) => denied?.(message) === true && wished?.(message) !== true;
  const says = taughtSentences(utterances);
  const speaksOf = ownWords(lesson, model.background);
  return { ...model, own: { ...own, taught, denies, says, saysAt: timedSentences(utterances), speaksOf } };
}
