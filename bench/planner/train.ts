/**
 * Trains the keyless chat on what the bundled plugins teach and on the corpora: `train.ts <target>`. The build runs it. A
 * model that was trained on the very same is taken from the cache.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { packModel } from '../../src/planner/understanding/artefact.js';
import { CALIBRATION } from '../../src/planner/understanding/calibration.js';
import { createReader } from '../../src/planner/understanding/reader.js';
import { fitModel } from '../../src/planner/understanding/training/fit-model.js';
import { examplesOf } from '../../src/planner/understanding/training/lesson.js';
import { readCorpora } from './corpus.js';
import { bundledLesson, talksOf } from './lesson.js';

const SEED = 1;
/** Rooms whose code decides what is learnt from a sentence. */
const ROOMS = ['src/planner/language', 'src/planner/reading', 'src/planner/understanding'];

const [root = '.', target = 'dist/planner-model.gz'] = process.argv.slice(2);
const lesson = { ...(await bundledLesson(root)), talks: talksOf(readCorpora(root)) };
const cached = join(root, 'node_modules/.cache/oracle-runtime/planner', `${hashOf(lesson)}.gz`);
if (!existsSync(cached)) {
  console.error('Training the keyless chat (once, about half a minute) ...');
  const started = performance.now();
  const reader = createReader();
  const bytes = packModel(
    fitModel(examplesOf(lesson, reader, SEED), lesson.operations, reader, CALIBRATION, { seed: SEED }),
  );
  put(cached, bytes);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`Trained the keyless chat in ${seconds} s: ${Math.round(bytes.length / 1024)} KB.`);
}
put(target, readFileSync(cached));
process.exit(0);

/** Whole or not at all, whoever else writes it. */
function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.tmp`;
  writeFileSync(fresh, bytes);
  renameSync(fresh, path);
}

function hashOf(learnt: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(learnt)).update(String(SEED));
  for (const room of ROOMS) addFolder(join(root, room));
  return hash.digest('hex').slice(0, 32);

  function addFolder(folder: string): void {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) addFolder(path);
      else if (!name.endsWith('.test.ts')) hash.update(name).update(readFileSync(path));
    }
  }
}
