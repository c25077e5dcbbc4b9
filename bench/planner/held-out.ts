import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packModel, unpackModel } from '../../src/planner/understanding/artefact.js';
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

/** What the authors are held out of. */
export interface School {
  readonly lesson: BundledLesson;
  readonly entries: readonly Entry[];
  readonly bands: Bands;
  readonly reader: Reader;
  /** A folder of models that learnt earlier: what is there is not trained again, what is not is kept there. */
  readonly kept?: string | undefined;
}

/**
 * Each author in turn is held out of the training. How sure the model is of their sentences is fitted on what the other
 * models made of the other authors.
 */
export function heldOut(
  { lesson, entries, bands, reader, kept }: School,
  told: (author: string) => void,
): Fold[] {
  const { tools } = lesson;
  const unfitted: Calibration = { weights: { intent: 1, wanted: 1, weakest: 1 }, bands };
  const train = withoutOne(lesson, entries, unfitted, reader);
  const folds = [...new Set(entries.map(({ author }) => author))].map((author): Fold => {
    const bytes = modelKept(kept, author, () => train(author));
    const model: Model = { ...unpackModel(bytes), calibration: unfitted };
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

/** Trains on all authors but one, as a model ships: its rows are made once for all of them, when they are first needed. */
function withoutOne(
  lesson: BundledLesson,
  entries: readonly Entry[],
  unfitted: Calibration,
  reader: Reader,
): (author: string) => Buffer {
  const rowsOfAll = () => {
    const examples = examplesOf({ ...lesson, talks: talksOf(entries) }, reader, SEED);
    const taught = whatIsTaught(examples, lesson.tools);
    return {
      taught,
      rows: examples.map((example) => ({ author: example.author, rows: rowsOf(example, taught, reader) })),
    };
  };
  let all: ReturnType<typeof rowsOfAll> | undefined;
  return (author) => {
    all ??= rowsOfAll();
    const learnt = all.rows.filter((one) => one.author !== author).map((one) => one.rows);
    return packModel(fitRows(learnt, all.taught, unfitted, { seed: SEED }), `all but ${author}`);
  };
}

function modelKept(folder: string | undefined, author: string, train: () => Buffer): Buffer {
  if (folder === undefined) return train();
  const file = join(folder, `${author}.gz`);
  if (existsSync(file)) return readFileSync(file);
  const bytes = train();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, bytes);
  return bytes;
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
