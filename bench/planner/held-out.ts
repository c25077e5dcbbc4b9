import { confidenceOf } from '../../src/planner/understanding/confidence.js';
import type { Bands, Calibration, Model } from '../../src/planner/understanding/model.js';
import type { Reader } from '../../src/planner/understanding/reader.js';
import { fitWeights } from '../../src/planner/understanding/training/fit-calibration.js';
import { fitRows } from '../../src/planner/understanding/training/fit-model.js';
import { examplesOf } from '../../src/planner/understanding/training/lesson.js';
import { rowsOf } from '../../src/planner/understanding/training/rows.js';
import { whatIsTaught } from '../../src/planner/understanding/training/taught.js';
import { understand } from '../../src/planner/understanding/understand.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import type { Entry } from './corpus.js';
import { type BundledLesson, talksOf } from './lesson.js';
import { type Outcome, outcomeOf } from './outcome.js';

/** One author's entries and the model that learnt from everybody but them. */
export interface Fold {
  readonly author: string;
  readonly entries: readonly Entry[];
  readonly model: Model;
  readonly outcomes: readonly Outcome[];
}

const SEED = 1;

/**
 * Each author in turn is held out of the training. How sure the model is of their sentences is fitted on what the other
 * models made of the other authors.
 */
export function heldOut(
  lesson: BundledLesson,
  entries: readonly Entry[],
  bands: Bands,
  reader: Reader,
  told: (author: string) => void,
  which = '',
): Fold[] {
  const { tools } = lesson;
  const examples = examplesOf({ ...lesson, talks: talksOf(entries) }, reader, SEED);
  const taught = whatIsTaught(examples, tools);
  const rows = examples.map((example) => ({ author: example.author, rows: rowsOf(example, taught, reader) }));
  const unfitted: Calibration = { weights: { intent: 1, wanted: 1, weakest: 1 }, bands };
  const folds = [...new Set(entries.map(({ author }) => author))]
    .filter((a) => which === '' || which.includes(a))
    .map((author): Fold => {
      const learnt = rows.filter((one) => one.author !== author).map((one) => one.rows);
      const model = fitRows(learnt, taught, unfitted, { seed: SEED });
      const own = entries.filter((one) => one.author === author);
      told(author);
      return { author, entries: own, model, outcomes: outcomesOf(own, model, tools, reader) };
    });
  return folds.map((fold) => {
    const weights = weightsFor(folds.filter(({ author }) => author !== fold.author));
    const calibration = { weights, bands };
    const outcomes = fold.outcomes.map((outcome): Outcome => {
      const { wish } = outcome;
      return wish === undefined
        ? outcome
        : { ...outcome, wish: { ...wish, confidence: confidenceOf(wish.signs, calibration) } };
    });
    return { ...fold, model: { ...fold.model, calibration }, outcomes };
  });
}

/** How much each sign tells of a wish's being right, as these authors have it. */
export function weightsFor(folds: readonly Pick<Fold, 'outcomes'>[]): Calibration['weights'] {
  return fitWeights(
    folds.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ wish, complete, right }) =>
        wish === undefined || !complete ? [] : [{ signs: wish.signs, right }],
      ),
    ),
  );
}

function outcomesOf(
  entries: readonly Entry[],
  model: Model,
  operations: readonly ToolSchema[],
  reader: Reader,
): Outcome[] {
  const tools = new Map(operations.map((tool) => [tool.name, tool]));
  return entries.map((entry) => {
    const said = entry.say.map((text) => ({ text }));
    return outcomeOf(entry, understand(said, operations, model, reader), tools);
  });
}
