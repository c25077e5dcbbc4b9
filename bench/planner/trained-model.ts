import { packModel } from '../../src/planner/understanding/artefact.js';
import { CALIBRATION } from '../../src/planner/understanding/calibration.js';
import type { Sentence } from '../../src/planner/understanding/model.js';
import { createReader, LESSON_DAY } from '../../src/planner/understanding/reader.js';
import type { Example } from '../../src/planner/understanding/training/example.js';
import { fitModel } from '../../src/planner/understanding/training/fit-model.js';
import { examplesOf } from '../../src/planner/understanding/training/lesson.js';
import { readCorpora } from './corpus.js';
import { fingerprint } from './fingerprint.js';
import { bundledLesson, talksOf } from './lesson.js';

const SEED = 2;
/** Sentences of a label and language that a project's own plugins are told apart from. */
const A_LABEL = 2;

/** The model that ships: trained on the utterances of the bundled plugins and on all corpora. */
export async function trainedModel(root: string): Promise<Buffer> {
  const learntFrom = fingerprint(root);
  const lesson = { ...(await bundledLesson(root)), talks: talksOf(readCorpora(root)) };
  const reader = createReader({ today: LESSON_DAY });
  const examples = examplesOf(lesson, reader, SEED);
  const fitted = fitModel(examples, lesson.operations, reader, CALIBRATION, { seed: SEED });
  return packModel({ ...fitted, background: backgroundOf(examples) }, learntFrom);
}

/** Some sentences of every label. */
function backgroundOf(examples: readonly Example[]): Sentence[] {
  const counts = new Map<string, number>();
  return examples.flatMap(({ label, turns, language }) => {
    const [only, ...more] = turns;
    if (label === undefined || only === undefined || more.length > 0) return [];
    const name = `${label.kind === 'do' ? label.operation : label.kind} ${language}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count < A_LABEL ? [{ language, text: only.text }] : [];
  });
}
