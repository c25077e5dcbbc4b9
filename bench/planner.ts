/**
 * How well the keyless chat understands people whom it never heard: it learns from the utterances of the plugins and from
 * all corpora but one, and is tried on that one; each in turn. Every entry is said to the whole chat, as a person would.
 *
 *   npm run bench:planner                  about three minutes
 *   npm run bench:planner -- --calibrate   prints the weights for src/planner/understanding/calibration.ts
 *   npm run bench:planner -- --show 20     prints so many of the costliest confusions
 *   npm run bench:planner -- --folds DIR   trains no author's model that DIR holds, and keeps there what it trains: what does
 *                                          not change the training is measured on the same models in a minute
 *   npm run bench:planner -- --each FILE   writes what came of every entry, a line of JSON each
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDistributions } from '../plugins/sampling/library.js';
import { KETTLE } from '../src/planner/testing/kettle.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { CALIBRATION } from '../src/planner/understanding/calibration.js';
import { learnOwn } from '../src/planner/understanding/learn-own.js';
import { loadModel } from '../src/planner/understanding/load-model.js';
import { createReader, LESSON_DAY } from '../src/planner/understanding/reader.js';
import { type Met, meet } from './planner/chat.js';
import { type Entry, readCorpora } from './planner/corpus.js';
import { correctionsOf } from './planner/correct.js';
import { heldOut, weightsFor } from './planner/held-out.js';
import { bundledLesson } from './planner/lesson.js';
import { levelsOf } from './planner/levels.js';
import {
  type Confusion,
  confusionsOf,
  figuresOf,
  grouped,
  type Judged,
  judgedOf,
  tableOf,
} from './planner/report.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { bands } = CALIBRATION;
const given = (flag: string) =>
  process.argv.includes(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined;
const shown = Number(given('--show') ?? 12);
const seconds = () => Math.round(performance.now() / 1000);

const entries = readCorpora(ROOT);
const reader = createReader({ today: LESSON_DAY });
const lesson = await bundledLesson(ROOT);
const tools = new Map(lesson.tools.map((tool) => [tool.name, tool]));
const folds = heldOut({ lesson, entries, bands, reader, kept: given('--folds') }, (author) =>
  console.error(`${author} held out after ${seconds()} s`),
);
const outcomes = folds.flatMap((fold) => fold.outcomes);

const { capabilities } = lesson;
const bound = [...META_TOOLS, ...lesson.tools];
const distributions = await loadDistributions();
const met = folds.flatMap(({ author, entries: own, model }): Met[] => {
  const chat = { options: { capabilities, bound, model }, tools, distributions };
  const answers = own.map((entry) => meet(entry, chat));
  console.error(`${author} talked to after ${seconds()} s`);
  return answers;
});

const each = given('--each');
if (each !== undefined)
  writeFileSync(each, met.map((one) => `${JSON.stringify({ ...one, wish: wishFor(one.entry) })}\n`).join(''));

const by = <One extends Judged>(judged: readonly One[], name: (one: One) => string) => {
  const names = [...new Set(judged.map(name))].sort();
  const named = (key: string) => judged.filter((one) => name(one) === key);
  return tableOf(names.map((key) => [key, figuresOf(named(key))]));
};
console.log('\n# The whole chat, as a person meets it');
console.log(`\nBy author that was never learnt from\n\n${by(met, ({ entry }) => entry.author)}`);
console.log(`\nBy language\n\n${by(met, ({ entry }) => entry.language)}`);
console.log(`\nBy what a call does\n\n${by(met, ({ weight }) => weight)}`);
console.log(`\nBy intent\n\n${by(met, ({ entry }) => entry.intent)}`);
console.log(`\nAll\n\n${tableOf([['all', figuresOf(met)]])}`);
console.log(
  `\nDone at once, by how sure the model was\n\n${by(
    met.filter(({ band }) => band === 'act'),
    sureness,
  )}`,
);
print(
  'What costs most: done at once and wrong',
  grouped(met.filter(({ band, right }) => band === 'act' && !right).map(mistakenFor)),
);
print(
  'Proposed and wrong',
  grouped(met.filter(({ band, right }) => band === 'propose' && !right).map(mistakenFor)),
);
print(
  'Wanted, and neither done nor proposed',
  grouped(
    met
      .filter(({ band, entry }) => band === 'ask' && entry.want.kind === 'do')
      .map(({ entry }) => ({ entry, name: entry.intent })),
  ),
);

console.log('\n# What is learnt alone, before any dialogue\n');
console.log(tableOf([['all', figuresOf(outcomes.map((one) => judgedOf(one, bands)))]]));
const wanted = outcomes.filter(({ entry }) => entry.want.kind === 'do');
const share = (list: readonly unknown[]) => (list.length / wanted.length).toFixed(3);
const isMeant = ({ entry: { want }, wish }: (typeof outcomes)[number]) =>
  wish !== undefined && want.kind === 'do' && want.operations.includes(wish.operation);
console.log(
  `\nOperation right ${share(wanted.filter(isMeant))}, every value right ${share(wanted.filter(({ right }) => right))}.`,
);
const corrections = folds.flatMap(({ model, outcomes: own }) =>
  own
    .filter(({ complete, right }) => complete && !right)
    .flatMap((outcome) => correctionsOf(outcome, tools, model, reader)),
);
for (const manner of ['named', 'in their language', 'value for value'] as const) {
  const tried = corrections.filter((one) => one.manner === manner);
  const mended = tried.filter((one) => one.mended).length / tried.length;
  console.log(`Wrong values that one correction mends, ${manner}: ${mended.toFixed(2)} of ${tried.length}.`);
}
console.log('Beside it: hand-weighted rules .40 right, .12 of what was wanted; the prototype .72 and .54.');
console.log('\nHow sure it must be to be right so often, and how much of what is wanted is then done:\n');
for (const weight of ['read', 'compute', 'change'] as const)
  console.log(`${weight}: ${levelsOf(outcomes.filter((one) => one.weight === weight))}`);
print(
  'Costliest confusions',
  confusionsOf(outcomes.filter((one) => judgedOf(one, bands).band !== 'ask' || one.entry.want.kind === 'do')),
);
console.log(
  `\nA plugin of one's own is learnt from ten sentences in ${await learningOwn()} ms of processor time.`,
);
if (process.argv.includes('--calibrate')) console.log(`\n${JSON.stringify(weightsFor(folds), undefined, 2)}`);
process.exit(0);

/** The best of four: the first warms up, of the others one was disturbed least. */
async function learningOwn(): Promise<number | undefined> {
  const model = await loadModel();
  if (model === undefined) return undefined;
  const times = [0, 1, 2, 3].map(() => {
    const before = process.cpuUsage();
    learnOwn(model, KETTLE, reader);
    return process.cpuUsage(before).user / 1000;
  });
  return Math.round(Math.min(...times));
}

/** What the model by itself made of an entry. */
function wishFor(entry: Entry) {
  const wish = outcomes.find((one) => one.entry === entry)?.wish;
  if (wish === undefined) return undefined;
  const { operation, args, confidence, doubts, lacking } = wish;
  return { operation, args, confidence, doubts, lacking };
}

/** How sure the model by itself was of what was then called: the dialogue may know more. */
function sureness({ entry, called, weight }: Met): string {
  const wish = outcomes.find((one) => one.entry === entry)?.wish;
  if (wish === undefined || !called.includes(wish.operation)) return `${weight}: of something else`;
  return `${weight}: ${(Math.floor(wish.confidence * 20) / 20).toFixed(2)}`;
}

function mistakenFor({ entry, called }: Met): { name: string; entry: Met['entry'] } {
  const { want, intent } = entry;
  const other = called.filter((name) => want.kind !== 'do' || !want.operations.includes(name));
  return {
    entry,
    name:
      other.length === 0 ? `${intent}: a value` : `${intent} taken for ${[...new Set(other)].join(' and ')}`,
  };
}

function print(title: string, confusions: readonly Confusion[]): void {
  console.log(`\n${title}\n`);
  for (const { name, ids } of confusions.slice(0, shown))
    console.log(`${String(ids.length).padStart(4)} ${name}: ${ids.slice(0, 6).join(' ')}`);
}
