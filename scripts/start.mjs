// `npm start`: install what is missing, build what is stale, create an identity on the first run, boot.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installExtra, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ONE_PRESS_MS = 300;

let child;
// A shell in between dies of a signal and passes none on (`npm start` has none: its line says `exec`), and npm itself may be
// killed: an orphan ends as if it had been asked to.
const parent = process.ppid;
if (isOrphan()) {
  console.error('npm was ended before it had begun: nothing was started.');
  process.exit(1);
}
setInterval(() => {
  if (process.ppid === parent) return;
  if (child === undefined) process.exit(1);
  child.kill('SIGTERM');
}, 500).unref();

await prepare({ build: true });

let last = Number.NEGATIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - last > ONE_PRESS_MS) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    last = now;
  });
}
child = boot();

/**
 * Whether npm was gone before the first line here ran: it begins a script and only then listens to signals, so one in
 * between ends npm alone. Its line has no shell, so that the parent is npm, which names itself by what it runs, or whoever takes in
 * orphans. Only Linux tells what a parent is called; elsewhere the first process takes them in.
 */
function isOrphan() {
  const {
    npm_lifecycle_event: script,
    npm_package_json: manifest,
    npm_config_user_agent: runner,
  } = process.env;
  if (script !== 'start' || manifest !== join(root, 'package.json') || !runner?.startsWith('npm/'))
    return false;
  if (process.platform !== 'linux') return parent === 1;
  try {
    return !/npm.*start/s.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
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
