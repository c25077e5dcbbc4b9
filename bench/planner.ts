/**
 * How well the keyless chat understands people whom it never heard: it learns from the utterances of the plugins and from
 * all corpora but one, and is tried on that one; each in turn. How sure it is is fitted on the other authors' outcomes.
 *
 *   npm run bench:planner                  about two minutes
 *   npm run bench:planner -- --calibrate   prints the weights for src/planner/understanding/calibration.ts
 *   npm run bench:planner -- --show 20     prints the costliest confusions with sentences
 */
import { fileURLToPath } from 'node:url';
import { confidenceOf } from '../src/planner/understanding/confidence.js';
import type { Calibration } from '../src/planner/understanding/model.js';
import { createReader } from '../src/planner/understanding/reader.js';
import { fitCalibration } from '../src/planner/understanding/training/fit-calibration.js';
import { fitRows } from '../src/planner/understanding/training/fit-model.js';
import { examplesOf } from '../src/planner/understanding/training/lesson.js';
import { rowsOf } from '../src/planner/understanding/training/rows.js';
import { whatIsTaught } from '../src/planner/understanding/training/taught.js';
import { understand } from '../src/planner/understanding/understand.js';
import { readCorpora } from './planner/corpus.js';
import { type Correction, correctionsOf } from './planner/correct.js';
import { bundledLesson, talksOf } from './planner/lesson.js';
import { type Outcome, outcomeOf } from './planner/outcome.js';
import { type Bands, bandOf, confusionsOf, figuresOf, tableOf } from './planner/report.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SEED = 1;
const UNFITTED: Calibration = { weights: { intent: 1, wanted: 1, weakest: 1 } };
/** A change is never made of free words, only proposed. */
const BANDS: Bands = {
  read: { act: 0.85, propose: 0.25 },
  compute: { act: 0.88, propose: 0.25 },
  change: { act: 2, propose: 0.25 },
};
const shown = process.argv.includes('--show')
  ? Number(process.argv[process.argv.indexOf('--show') + 1] ?? 20)
  : 12;

const entries = readCorpora(ROOT);
const reader = createReader();
const lesson = await bundledLesson(ROOT);
const operations = lesson.tools;
const tools = new Map(operations.map((tool) => [tool.name, tool]));
const examples = examplesOf({ ...lesson, talks: talksOf(entries) }, reader, SEED);
const taught = whatIsTaught(examples, operations);
const rows = examples.map((example) => ({ author: example.author, rows: rowsOf(example, taught, reader) }));
const authors = [...new Set(entries.map(({ author }) => author))];

const raw: Outcome[] = [];
const corrections: Correction[] = [];
for (const author of authors) {
  const learnt = rows.filter((one) => one.author !== author).map((one) => one.rows);
  const model = fitRows(learnt, taught, UNFITTED, { seed: SEED });
  for (const entry of entries.filter((one) => one.author === author)) {
    const understood = understand(
      entry.say.map((text) => ({ text })),
      operations,
      model,
      reader,
    );
    const outcome = outcomeOf(entry, understood, tools);
    raw.push(outcome);
    if (outcome.complete && !outcome.right) corrections.push(...correctionsOf(outcome, tools, model, reader));
  }
  console.error(`${author} done after ${Math.round(performance.now() / 1000)} s`);
}

const signsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ wish, complete, right }) =>
    wish === undefined || !complete ? [] : [{ signs: wish.signs, right }],
  );
const outcomes = authors.flatMap((author) => {
  const calibration = fitCalibration(signsOf(raw.filter(({ entry }) => entry.author !== author)));
  return raw
    .filter(({ entry }) => entry.author === author)
    .map((outcome): Outcome => {
      const { wish } = outcome;
      return wish === undefined
        ? outcome
        : { ...outcome, wish: { ...wish, confidence: confidenceOf(wish.signs, calibration) } };
    });
});

const by = (name: (outcome: Outcome) => string) => {
  const names = [...new Set(outcomes.map(name))].sort();
  const named = (key: string) => outcomes.filter((outcome) => name(outcome) === key);
  return tableOf(names.map((key) => [key, figuresOf(named(key), BANDS)]));
};
console.log(`\nBy author that was never learnt from\n\n${by(({ entry }) => entry.author)}`);
console.log(`\nBy language\n\n${by(({ entry }) => entry.language)}`);
console.log(`\nBy intent\n\n${by(({ entry }) => entry.intent)}`);
console.log(`\nAll\n\n${tableOf([['all', figuresOf(outcomes, BANDS)]])}`);
const wanted = outcomes.filter(({ entry }) => entry.want.kind === 'do');
const share = (list: readonly Outcome[]) => (list.length / wanted.length).toFixed(3);
console.log(
  `\nOperation right ${share(wanted.filter(({ entry, wish }) => wish !== undefined && entry.want.kind === 'do' && entry.want.operations.includes(wish.operation)))}, every value right ${share(wanted.filter(({ right }) => right))}.`,
);
for (const manner of ['named', 'in their language', 'value for value'] as const) {
  const tried = corrections.filter((one) => one.manner === manner);
  const mended = tried.filter((one) => one.mended).length / tried.length;
  console.log(`Wrong values that one correction mends, ${manner}: ${mended.toFixed(2)} of ${tried.length}.`);
}
console.log('Beside it: hand-weighted rules .40 right, .12 of what was wanted; the prototype .72 and .54.');
console.log(
  '\nHow sure it must be to be right so often, and how much of what is wanted is then done at once:\n',
);
for (const weight of ['read', 'compute', 'change'] as const) console.log(`${weight}: ${levelsOf(weight)}`);
console.log('\nCostliest confusions\n');
for (const { name, ids } of confusionsOf(
  outcomes.filter((one) => bandOf(one, BANDS) !== 'ask' || one.entry.want.kind === 'do'),
).slice(0, shown)) {
  const example = entries.find(({ id }) => id === ids[0]);
  console.log(
    `${String(ids.length).padStart(4)} ${name}: ${ids.slice(0, 6).join(' ')}: ${JSON.stringify(example?.say).slice(0, 140)}`,
  );
}
if (process.argv.includes('--calibrate'))
  console.log(`\n${JSON.stringify(fitCalibration(signsOf(raw)), undefined, 2)}`);
process.exit(0);

function levelsOf(weight: Outcome['weight']): string {
  const sorted = outcomes
    .filter((one) => one.weight === weight && one.complete && one.wish?.doubts.length === 0)
    .map(({ wish, right }) => ({ confidence: wish?.confidence ?? 0, right }))
    .sort((a, b) => b.confidence - a.confidence);
  return [0.8, 0.9, 0.95, 0.97]
    .map((target) => {
      let right = 0;
      let best = { confidence: 1, right: 0 };
      for (const [index, one] of sorted.entries()) {
        if (one.right) right++;
        if (right / (index + 1) >= target) best = { confidence: one.confidence, right };
      }
      const all = sorted.filter((one) => one.right).length;
      return `${target} from ${best.confidence.toFixed(2)} on (${best.right} of ${all})`;
    })
    .join('; ');
}
