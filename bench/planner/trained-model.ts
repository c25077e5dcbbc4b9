import { packModel } from '../../src/planner/understanding/artefact.js';
import { CALIBRATION } from '../../src/planner/understanding/calibration.js';
import { createReader } from '../../src/planner/understanding/reader.js';
import { fitModel } from '../../src/planner/understanding/training/fit-model.js';
import { examplesOf } from '../../src/planner/understanding/training/lesson.js';
import { readCorpora } from './corpus.js';
import { fingerprint } from './fingerprint.js';
import { bundledLesson, talksOf } from './lesson.js';

const SEED = 1;

/** The model that ships: trained on the utterances of the bundled plugins and on all corpora. */
export async function trainedModel(root: string): Promise<Buffer> {
  const lesson = { ...(await bundledLesson(root)), talks: talksOf(readCorpora(root)) };
  const reader = createReader();
  const examples = examplesOf(lesson, reader, SEED);
  const model = fitModel(examples, lesson.operations, reader, CALIBRATION, { seed: SEED });
  return packModel(model, fingerprint(root));
}
