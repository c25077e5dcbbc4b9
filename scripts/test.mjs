// `npm test`: install what is missing, then run every test that needs no server. `--peers` runs those that do.
// A JSON report for .ci/run goes to .cache/. Other arguments go to vitest: npm test -- plugins/weather
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install-missing.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const peers = process.argv.includes('--peers');
const rest = process.argv.slice(2).filter((argument) => argument !== '--peers');

installMissing();

const child = spawn(
  process.execPath,
  [
    `${root}/node_modules/vitest/vitest.mjs`,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${root}/.cache/${peers ? 'peer-tests' : 'tests'}.json`,
    ...rest,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(peers && { ORACLE_TEST_PEERS: '1' }) } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
