/** Trains the keyless chat on what the bundled plugins teach and on the corpora, into one file. `npm run train` runs it. */
import { renameSync, writeFileSync } from 'node:fs';
import { trainedModel } from './trained-model.js';

const [root = '.', target = 'planner-model.gz'] = process.argv.slice(2);
const started = performance.now();
const bytes = await trainedModel(root);
writeFileSync(`${target}.tmp`, bytes);
renameSync(`${target}.tmp`, target);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`Trained the keyless chat in ${seconds} s: ${Math.round(bytes.length / 1024)} KB.`);
// What the plugins opened would keep the process alive.
process.exit(0);
