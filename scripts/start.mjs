// `npm start`: install what is missing, build what is stale, create an identity on the first run, boot.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install-missing.mjs';
import { isBuildStale } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

installMissing();

if (isBuildStale()) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

// In a group of its own: Ctrl-C reaches a whole group, and npm passes on what it gets as well, so the oracle would
// take one key press for the two that mean `stop at once`. The channel tells it when this process is gone.
const child = spawn(
  process.execPath,
  [join(root, 'bin/oracle.mjs'), 'start', '--create-identity', ...process.argv.slice(2)],
  { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: process.platform !== 'win32' },
);
const ONE_PRESS_MS = 300;
let last = Number.NEGATIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - last > ONE_PRESS_MS) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    last = now;
  });
}
child.on('exit', (code) => process.exit(code ?? 1));
