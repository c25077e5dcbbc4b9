// `npm test`: install what is missing, then run the quick tests that need no server. `--all` adds the slow ones, the
// faults and the types; `--faults` runs the faults alone and in full, `--peers` those that need a real server; both print which promises
// of docs/reliability.md held. A JSON report for .ci/run goes to .cache/. Other arguments go to vitest: npm test -- plugins/weather
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { promisesOf } from './promises.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const QUICK = { projects: ['parts', 'product'], report: 'tests' };
const KINDS = {
  '--all': { projects: [], report: 'tests' },
  '--faults': { projects: ['faults'], report: 'fault-tests' },
  '--peers': { projects: [], report: 'peer-tests' },
};

const given = process.argv.slice(2);
const kind = given.find((argument) => argument in KINDS);
const { projects, report } = KINDS[kind] ?? QUICK;

await prepare({ dev: true });

const child = spawn(
  process.execPath,
  [
    `${root}/node_modules/vitest/vitest.mjs`,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${root}/.cache/${report}.json`,
    ...projects.map((project) => `--project=${project}`),
    ...given.filter((argument) => argument !== kind),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(kind === '--peers' && { ORACLE_TEST_PEERS: '1' }),
      ...(kind === '--faults' && { FC_SEED: process.env.FC_SEED ?? 'random', ORACLE_TEST_STORMS: '1' }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  if (kind === '--faults' || kind === '--peers')
    for (const { promise, figure, held } of promisesOf(root, `.cache/${report}.json`))
      console.log(`${held ? 'holds' : 'BROKEN'}  ${promise}${figure === '' ? '' : ` (${figure})`}`);
  process.exit(code ?? 1);
});
