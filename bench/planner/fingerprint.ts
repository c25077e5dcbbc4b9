import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPlugins, partsOfEveryOracle } from '../../plugins/index.js';

/** Rooms that decide what is learnt: the sentences, how they are read, and how is learnt. */
const ROOMS = ['bench/planner', 'src/planner/language', 'src/planner/reading', 'src/planner/understanding'];

/** What only judges or corrects, and teaches nothing. */
const ASIDE =
  /^bench\/planner\/(?:callable|chat|correct|held-out|levels|outcome|report|score)\.ts$|\/understanding\/correction\//u;

/** A hash of all that the trained model follows from; the same for the same files. How sure it is stands beside it. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const room of ROOMS) add(hash, root, room);
  for (const { name } of [...partsOfEveryOracle, ...bundledPlugins].sort(byName)) {
    const folder = `plugins/${name}/utterances`;
    if (existsSync(join(root, folder))) add(hash, root, folder);
  }
  return hash.digest('hex').slice(0, 32);
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

function add(hash: Hash, root: string, path: string): void {
  const whole = join(root, path);
  if (statSync(whole).isDirectory()) {
    for (const name of readdirSync(whole).sort()) add(hash, root, `${path}/${name}`);
  } else if (/(?<!\.test|calibration)\.(?:ts|json|jsonl)$/u.test(path) && !ASIDE.test(path))
    hash.update(path).update(readFileSync(whole));
}
