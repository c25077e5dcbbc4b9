// `npm run train`: trains the keyless chat anew, after a change to utterances, to how they are read or how is learnt.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const trainer = `${root}/.cache/train-${process.pid}.mjs`;
try {
  await build({
    ...bundleOptions,
    splitting: false,
    sourcemap: false,
    entryPoints: ['bench/planner/train.ts'],
    outfile: trainer,
  });
  const target = `${root}/src/planner/understanding/planner-model.gz`;
  execFileSync(process.execPath, [trainer, root, target], { stdio: 'inherit' });
} finally {
  rmSync(trainer, { force: true });
}
