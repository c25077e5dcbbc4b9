// `npm start`: install what is missing, build what is stale, create an identity on the first run, boot.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installExtra, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ONE_PRESS_MS = 300;

let child;
// A shell in between dies of a signal and passes none on (`npm start` has none: its line says `exec`), and npm itself may be
// killed: an orphan ends as if it had been asked to.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent) return;
  if (child === undefined) process.exit(1);
  child.kill('SIGTERM');
}, 500).unref();

await prepare({ build: true });

child = boot();
let last = Number.NEGATIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - last > ONE_PRESS_MS) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    last = now;
  });
}

/**
 * In a group of its own: Ctrl-C reaches a whole group, and npm passes on what it gets as well, so the oracle would take one
 * key press for the two that mean `stop at once`. The channel tells it when this process is gone, and us which packages
 * its plugins miss; those are installed once.
 */
function boot(mayInstall = true) {
  const oracle = spawn(
    process.execPath,
    [join(root, 'bin/oracle.mjs'), 'start', '--create-identity', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    },
  );
  let missing;
  oracle.on('message', (message) => {
    missing = message?.missingPackages;
  });
  oracle.on('exit', async (code) => {
    if (!Array.isArray(missing) || !mayInstall) process.exit(code ?? 1);
    await installExtra(missing);
    child = boot(false);
  });
  return oracle;
}
